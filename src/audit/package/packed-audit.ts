import type { Audit } from '../judge/audit.ts';
import { numbersOf, outcomeOf } from '../reports/numbers.ts';
import type { PackedAudit } from './manifest.ts';

/** An audit in short, for the manifest of its package: by the severity that its facts were collected for. */
export function packedAudit(audit: Audit): PackedAudit {
  const { basis, branches, period, repository } = audit.world.header;
  return {
    repository,
    branches: branches.map(({ name }) => name),
    basis,
    since_sha: period.sinceSha,
    verdict: outcomeOf(audit).kind,
    findings: numbersOf(audit).open,
  };
}
