import type { ComplianceState, ComplianceStatus } from '../contract/index.ts';
import { artifactsOf } from './artifacts.ts';
import { decide } from './decide.ts';
import type { TrailFacts } from './facts.ts';
import { rowsOf } from './rows.ts';

/** A trail's compliance as its readers see it, at the time of the event that asked. */
export function evaluate(facts: TrailFacts): ComplianceStatus & { readonly status: ComplianceState; readonly is_compliant: boolean } {
  const own = facts.attestations.filter((record) => record.fingerprint === undefined && record.target === undefined);
  const rows = rowsOf(facts.template.trail.attestations, own);
  const artifacts = artifactsOf(facts, rows);
  const state = decide(
    [...rows, ...artifacts.flatMap((artifact) => artifact.rows)],
    artifacts.some((artifact) => artifact.missing),
  );
  return {
    status: state,
    is_compliant: state === 'COMPLIANT',
    attestations_statuses: [...rows],
    artifacts_statuses: Object.fromEntries(artifacts.map((artifact) => [artifact.name, artifact.status])),
    evaluated_at: facts.now,
    flow_template_id: facts.templateId,
  };
}
