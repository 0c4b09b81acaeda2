import { shownOutcome } from '../../reports/json.ts';
import { coveredOf, sinceIn, type MergedRepository, type OrganizationAudit } from '../merge.ts';

/** All of it for programs, a repository a line. Each field by its name: the order stays the same from version to version. */
export function* json({ holes, outcome, plan, repositories, scope, totals }: OrganizationAudit): Generator<string> {
  const { at, audit, exclusions, kind, organization, period, seenBy, serverUrl, tool, witnesses = [] } = plan;
  const head = {
    format: 'compliance-evidence-organization-audit',
    version: 1,
    ...shownOutcome(outcome),
    fails: outcome.fails,
    organization,
    kind,
    serverUrl,
    tool,
    at,
    period,
    seenBy,
    audit,
    exclusions,
    witnesses,
    scope,
    totals,
    holes,
  };
  yield JSON.stringify(head, null, 2).slice(0, -2);
  yield ',\n  "repositories": [';
  let separator = '\n    ';
  for (const one of repositories) {
    yield `${separator}${JSON.stringify(shown(one))}`;
    separator = ',\n    ';
  }
  yield separator === '\n    ' ? ']\n}\n' : '\n  ]\n}\n';
}

function shown({ outcome, planned, result }: MergedRepository): object {
  const { audited, before, createdAt, id, name, pushedAt, reason, state } = planned;
  const ended = outcome === null ? { verdict: null, outcome: null } : shownOutcome(outcome);
  const own = { id, name, state, reason, before, createdAt, pushedAt, audited, ...ended, fails: outcome?.fails ?? false };
  if (result === null) return own;
  switch (result.kind) {
    case 'empty':
      return { ...own, result: result.kind };
    case 'failed':
      return { ...own, result: result.kind, why: result.why, fix: result.fix };
    case 'audited': {
      const { basis, branches, changes, commits, complete, findings, holes, landings, previous, rules, states } = result;
      const numbers = { changes, covered: coveredOf(result), landings, commits, states };
      return {
        ...own,
        result: result.kind,
        complete,
        basis,
        branches,
        ...numbers,
        previous,
        since: sinceIn([result]),
        holes,
        rules,
        findings,
      };
    }
  }
}
