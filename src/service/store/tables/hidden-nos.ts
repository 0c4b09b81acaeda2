import type { AttestationStatus, ComplianceStatus } from '../../../contract/index.ts';
import type { FindHidden } from '../model/rules.ts';
import type { Steps } from '../sql/sql.ts';
import { doubtfulRecords } from './named-records.ts';

/** The rows of the decision about a trail. */
export type Decision = Pick<ComplianceStatus, 'attestations_statuses' | 'artifacts_statuses'>;

/** The sentence of the first no that is hidden behind a row, by the id of its trail and the decision there. */
export type Hidden = (trailId: string, decision: Decision, row: AttestationStatus) => string | undefined;

/** Looks for what the records of some trails prove against their green rows. Only names with a doubtful record are read. */
export function* hiddenNos(orgId: string, trailIds: readonly string[], find: FindHidden | undefined): Steps<Hidden> {
  if (find === undefined || trailIds.length === 0) return () => undefined;
  const doubtful = yield* doubtfulRecords(orgId, trailIds);
  return (trailId, { artifacts_statuses: artifacts }, row) => {
    const named = doubtful.get(trailId)?.filter(({ name }) => name === row.attestation_name) ?? [];
    if (row.is_compliant !== true || named.length === 0) return undefined;
    const known = Object.entries(artifacts ?? {}).flatMap(([name, { artifact_fingerprint: fingerprint }]) =>
      typeof fingerprint === 'string' ? [{ fingerprint, name }] : [],
    );
    return find(row, named, known);
  };
}
