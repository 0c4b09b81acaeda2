import type { ComplianceState, ComplianceStatus } from '../contract/index.ts';
import { artifactsOf, replacedOf } from './artifacts.ts';
import { decide, rowsOf, type StatusRow } from './rows.ts';
import type { TrailFacts } from './facts.ts';

/** A trail's compliance as its readers see it, at the time of the event that asked. */
export function evaluate(facts: TrailFacts): ComplianceStatus & { readonly status: ComplianceState; readonly is_compliant: boolean } {
  const rows = trailRows(facts);
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

/** States of the artifacts that another one took the name of on the trail, by their ids: `evaluate` shows them no more. */
export function evaluateReplaced(facts: TrailFacts): ReadonlyMap<string, string> {
  return replacedOf(facts, trailRows(facts));
}

function trailRows({ attestations, template }: TrailFacts): readonly StatusRow[] {
  const ofTrail = attestations.filter((record) => record.fingerprint === undefined && record.target === undefined);
  return rowsOf(template.trail.attestations, ofTrail);
}
