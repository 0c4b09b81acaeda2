import { evaluate } from '../../compliance/index.ts';
import type { AttestationStatus, ComplianceStatus, Template } from '../../contract/index.ts';
import { oneLine } from '../../text/index.ts';
import type { CoverState } from './coverage.ts';
import type { About } from './about.ts';
import { artifactsOf, latestOf } from './latest.ts';

/** The state of evidence, and what of it is missing or says no. */
export interface Evaluation {
  readonly state: Exclude<CoverState, 'none' | 'not-known'>;
  readonly lacks: readonly string[];
}

/** From the best to the worst: what is not known is no yes, and a no is certain. */
const ranks = ['compliant', 'incomplete', 'unknown', 'non-compliant'] as const;

export function rankOf(state: Evaluation['state']): number {
  return ranks.indexOf(state);
}

export function worse<One extends Evaluation>(one: One, other: One): One {
  return rankOf(other.state) > rankOf(one.state) ? other : one;
}

/** Evaluates evidence as the service does, by a template. Without one only a no is certain. */
export function evaluateRecords(about: About, template: Template | null): Evaluation {
  // Where a record does not say what it is, it may be either: both are tried.
  const [best, worst] = [true, false].map((unsaid) => evaluated(about, template ?? nothing, unsaid));
  if (best === undefined || worst === undefined) return { state: 'unknown', lacks: [] };
  if (best.status === 'NON-COMPLIANT') return { state: 'non-compliant', lacks: lacksOf(best) };
  if (template === null) return { state: 'unknown', lacks: ['the template is not known'] };
  if (best.status !== worst.status)
    return { state: 'unknown', lacks: lacksOf(worst).map((words) => words.replace(/ says no$/, ' does not say')) };
  const lacks = [...lacksOf(best), ...about.elsewhere.map((name) => `${word(name)} is of another commit`)];
  return best.status === 'COMPLIANT' && lacks.length === 0 ? { state: 'compliant', lacks: [] } : { state: 'incomplete', lacks };
}

const nothing: Template = { version: 1, trail: { attestations: [], artifacts: [] } };

function evaluated({ artifacts, records, sha }: About, template: Template, unsaid: boolean): ReturnType<typeof evaluate> {
  const attestations = latestOf(records, sha).map((record) => ({ ...record, compliant: record.compliant ?? unsaid }));
  return evaluate({ template, templateId: '', attestations, artifacts: artifactsOf(artifacts), now: 0 });
}

function lacksOf({ artifacts_statuses: artifacts, attestations_statuses: rows }: ComplianceStatus): readonly string[] {
  const ofArtifacts = Object.entries(artifacts ?? {}).flatMap(([name, status]) => {
    const missing = status.artifact_fingerprint === undefined && status.unexpected !== true ? [`artifact ${word(name)} is missing`] : [];
    return [...missing, ...status.attestations_statuses.flatMap((row) => lackOf(row, ` of ${word(name)}`))];
  });
  return [...rows.flatMap((row) => lackOf(row, '')), ...ofArtifacts];
}

function lackOf(
  { attestation_name: name, is_compliant: isCompliant, no_test_ran: isEmpty, status }: AttestationStatus,
  of: string,
): readonly string[] {
  if (status === 'MISSING') return [`${word(name)}${of} is missing`];
  if (isCompliant === true) return [];
  return [`${word(name)}${of} ${isEmpty === true ? 'holds no test that ran' : 'says no'}`];
}

function word(name: string): string {
  return oneLine(name, 100);
}
