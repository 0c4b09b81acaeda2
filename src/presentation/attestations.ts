import type { AttestationRecord } from '../contract/index.ts';
import { stringAt } from '../text/index.ts';
import type { Column } from './column.ts';
import { isOverride, yesOrNo } from './overridden.ts';
import { overrideSentence } from './overrides.ts';
import { localTime } from './time.ts';

const compliant = (record: AttestationRecord): string => yesOrNo(record.is_compliant, isOverride(record));

export const attestationColumns: readonly Column<AttestationRecord>[] = [
  { head: 'ATTESTATION', cell: ({ attestation_name: name }) => name },
  { head: 'TYPE', cell: ({ attestation_type: type }) => type ?? '' },
  { head: 'COMPLIANT', cell: compliant },
  { head: 'FLOW', cell: ({ flow_name: flow }) => flow ?? '' },
  { head: 'TRAIL', cell: ({ trail_name: trail }) => trail ?? '' },
  { head: 'CREATED', cell: ({ created_at: at }) => localTime(at) },
  { head: 'ID', cell: ({ attestation_id: id }) => id, isWhole: true },
];

export const attestationFields: readonly Column<AttestationRecord>[] = [
  { head: 'Attestation', cell: ({ attestation_name: name }) => name },
  { head: 'Id', cell: ({ attestation_id: id }) => id },
  { head: 'Type', cell: ({ attestation_type: type }) => type ?? '' },
  { head: 'Compliant', cell: compliant },
  { head: 'Override', cell: (record) => (isOverride(record) ? overrideSentence(record, record.attestation_name, localTime) : '') },
  { head: 'Flow', cell: ({ flow_name: flow }) => flow ?? '' },
  { head: 'Trail', cell: ({ trail_name: trail }) => trail ?? '' },
  { head: 'Artifact', cell: ({ artifact_fingerprint: fingerprint }) => fingerprint ?? '' },
  { head: 'Commit', cell: (record) => stringAt(record, 'git_commit_info', 'sha1') ?? '' },
  { head: 'Description', cell: (record) => stringAt(record, 'description') ?? '' },
  {
    head: 'Created',
    cell: (record) => [localTime(record.created_at), stringAt(record, 'reported_by') ?? ''].filter((part) => part !== '').join(' by '),
  },
  { head: 'Origin', cell: (record) => stringAt(record, 'origin_url') ?? '' },
  { head: 'Page', cell: ({ html_url: url }) => url ?? '' },
];
