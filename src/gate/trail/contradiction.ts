import type { AttestationRecord } from '../../contract/index.ts';
import type { TrailQuestion } from '../evidence.ts';
import { isOverridden, type TrailRow } from './rows.ts';
import { idsOf } from './row-records.ts';

/**
 * A sentence about the first record behind a green row that is about something else than was asked, or that is shown in two ways;
 * `undefined` where there is none. An absent or `null` field contradicts nothing. An override may differ from the record that it
 * overrides.
 */
export function contradictionOf(row: TrailRow, records: readonly AttestationRecord[], question: TrailQuestion): string | undefined {
  const ids = idsOf(row);
  for (const record of records) {
    if (!ids.includes(record.attestation_id)) continue;
    const other = aboutAnother(row, record, question);
    if (other !== undefined) return `the record ${record.attestation_id} says that it is of ${other}`;
  }
  const states = new Map<string, boolean>();
  for (const { attestation_id: id, is_compliant: isCompliant } of records) {
    if (isCompliant === null) continue;
    if (states.get(id) === !isCompliant) return `the record ${id} is shown as compliant and as not compliant`;
    states.set(id, isCompliant);
  }
  return undefined;
}

function aboutAnother(row: TrailRow, record: AttestationRecord, { flow, trail }: TrailQuestion): string | undefined {
  const { attestation_name: name, flow_name: ofFlow, trail_name: ofTrail } = record;
  if (typeof ofFlow === 'string' && ofFlow !== flow) return `the flow ${ofFlow}`;
  if (typeof ofTrail === 'string' && ofTrail !== trail) return `the trail ${ofTrail}`;
  if (!isOverridden(row) && name !== row.status.attestation_name) return `the name ${name}`;
  return undefined;
}
