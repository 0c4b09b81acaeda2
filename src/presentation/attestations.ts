import type { AttestationRecord } from '../contract/index.ts';
import { stringAt } from '../text/index.ts';
import { columnsOf, type Column } from './column.ts';
import { isOverride, yesOrNo, overrideSentence } from './overrides.ts';
import { createdWords, localTime } from './time.ts';

const compliant = (record: AttestationRecord): string => yesOrNo(record.is_compliant, isOverride(record));

export const attestationFields = [
  { head: 'Attestation', cell: ({ attestation_name: name }) => name },
  { head: 'Id', cell: ({ attestation_id: id }) => id, isWhole: true },
  { head: 'Type', cell: ({ attestation_type: type }) => type ?? '' },
  { head: 'Compliant', cell: compliant },
  { head: 'Override', cell: (record) => (isOverride(record) ? overrideSentence(record, record.attestation_name, localTime) : '') },
  { head: 'Flow', cell: ({ flow_name: flow }) => flow ?? '' },
  { head: 'Trail', cell: ({ trail_name: trail }) => trail ?? '' },
  { head: 'Artifact', cell: ({ artifact_fingerprint: fingerprint }) => fingerprint ?? '' },
  { head: 'Commit', cell: (record) => stringAt(record, 'git_commit_info', 'sha1') ?? '' },
  { head: 'Description', cell: (record) => stringAt(record, 'description') ?? '' },
  { head: 'Created', cell: (record) => createdWords(record.created_at, stringAt(record, 'reported_by')) },
  { head: 'Origin', cell: (record) => stringAt(record, 'origin_url') ?? '' },
  { head: 'Page', cell: ({ html_url: url }) => url ?? '' },
] as const satisfies readonly Column<AttestationRecord>[];

export const attestationColumns: readonly Column<AttestationRecord>[] = [
  ...columnsOf(attestationFields, 'Attestation', 'Type', 'Compliant', 'Flow', 'Trail'),
  { head: 'CREATED', cell: ({ created_at: at }) => localTime(at) },
  ...columnsOf(attestationFields, 'Id'),
];
