import { coveredOf, type MergedRepository, type OrganizationAudit } from '../merge.ts';

/** All of it for programs, a repository a line. Each field by its name: the order stays the same from version to version. */
export function* json({ fails, holes, plan, repositories, scope, totals, verdict }: OrganizationAudit): Generator<string> {
  const { at, audit, exclusions, kind, organization, period, seenBy, serverUrl, tool } = plan;
  const head = {
    format: 'compliance-evidence-organization-audit',
    version: 1,
    verdict,
    fails,
    organization,
    kind,
    serverUrl,
    tool,
    at,
    period,
    seenBy,
    audit,
    exclusions,
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

function shown({ fails, planned, result, verdict }: MergedRepository): object {
  const { audited, before, createdAt, id, name, pushedAt, reason, state } = planned;
  const own = { id, name, state, reason, before, createdAt, pushedAt, audited, verdict, fails };
  if (result === null) return own;
  switch (result.kind) {
    case 'empty':
      return { ...own, result: result.kind };
    case 'failed':
      return { ...own, result: result.kind, why: result.why, fix: result.fix };
    case 'audited': {
      const { basis, branches, changes, commits, complete, findings, holes, landings, rules, states } = result;
      const numbers = { changes, covered: coveredOf(result), landings, commits, states };
      return { ...own, result: result.kind, complete, basis, branches, ...numbers, holes, rules, findings };
    }
  }
}
