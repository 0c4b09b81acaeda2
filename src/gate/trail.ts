import type { Trail } from '../contract/index.ts';
import { fieldReasons } from './fields.ts';
import type { Evidence, Policy } from './evidence.ts';
import { judgeRow } from './row.ts';
import { missingReasons } from './missing.ts';
import { rowsOf, stateOf } from './rows.ts';
import type { Reason, VerdictRow } from './verdict.ts';

export interface TrailJudgement {
  readonly reasons: readonly Reason[];
  readonly notices: readonly string[];
  readonly rows: readonly VerdictRow[];
}

/** All that the trail itself says against a yes: its rows, what is missing, what it requires, and its own fields. */
export function judgeTrail(trail: Trail, evidence: Evidence, policy: Policy): TrailJudgement {
  const rows = rowsOf(trail);
  const judged = rows.map((row) => judgeRow(row, trail, evidence, policy));
  const fromRows = judged.flatMap(({ reasons }) => reasons);
  const missing = missingReasons(trail, rows, evidence, policy);
  const requiresSomething = rows.some((row) => row.expected) || requiresArtifacts(trail) || policy.required.length > 0;
  const nothing: readonly Reason[] = requiresSomething || policy.allowEmptyTemplate ? [] : [nothingRequired(evidence, rows.length)];
  const found = [...fromRows, ...missing, ...nothing];
  return {
    reasons: [
      ...found,
      ...fieldReasons(
        trail,
        found,
        rows.some((row) => stateOf(row) === 'non-compliant'),
      ),
    ],
    notices: judged.flatMap(({ notices }) => notices),
    rows: judged.map(({ row }) => row),
  };
}

function requiresArtifacts(trail: Trail): boolean {
  return Object.values(trail.compliance_status.artifacts_statuses ?? {}).some((artifact) => artifact.unexpected !== true);
}

function nothingRequired({ question }: Evidence, rows: number): Reason {
  const what = rows === 0 ? 'holds no evidence and its flow requires none' : 'holds evidence, but its flow requires none';
  return {
    code: 'nothing-required',
    verdict: 'incomplete',
    message: `Trail ${question.trail} of flow ${question.flow} ${what}: a trail that requires nothing does not pass`,
    fix: 'Look at the spelling of flow (a mistyped one is created on the spot), then say what must be there: required-attestations: <names>, or a template (`compliance-evidence flow apply FILE`); allow-empty-template: true lets such a trail pass',
  };
}
