import type { AuditOutcome } from '../../presentation/index.ts';
import { given, pick } from '../../text/index.ts';
import type { ReportedHead } from '../facts/previous.ts';
import { endsSoon } from '../file/audit-file.ts';
import type { Audit, JudgedFinding, ReportedChange } from '../judge/audit.ts';
import { completeTips, completeUntil } from '../previous/packed-previous.ts';
import { shownArtifacts } from './approvals.ts';
import { outcomeOf } from './numbers.ts';
import { limitsOf, readAtOf, witnessedUpTo } from './words.ts';

/** Version of the form of the report, as its schema has it: docs/compliance-audit-report.schema.json. */
const jsonVersion = 1;

/** For programs, and for the next audit. The changes come last, a line each: a reader can stop before them. */
export async function* json(audit: Audit): AsyncGenerator<string> {
  const { complete, findings, rules, totals, world } = audit;
  const { changes, commits, landings, ...numbers } = totals;
  const { header, previous } = world;
  const head = {
    version: jsonVersion,
    ...shownOutcome(outcomeOf(audit)),
    complete,
    header,
    population: { changes, landings, commits },
    totals: {
      ...numbers,
      trailsElsewhere: world.end.trailsElsewhere,
      control: world.totals.map((total) => pick(total, 'name', 'source', 'count')),
    },
    holes: world.holes.map((hole) => pick(hole, 'what', 'why', 'fix')),
    limits: limitsOf(world).map((limit) => pick(limit, 'source', 'why', 'fix')),
    rules: rules.map((rule) => pick(rule, 'rule', 'result', 'tested', 'found', 'why', 'lack', 'severity', 'controls', 'text', 'fix')),
    accepted: findings.flatMap(({ accepted, key, status }) =>
      accepted === null || status === 'fixed'
        ? []
        : [{ key, ...shownAcceptance(accepted), endsSoon: endsSoon(accepted.until, world.header.at) }],
    ),
    queries: world.queries.map((query) => pick(query, 'of', 'text', 'times', 'answered')),
    ...given({ checks: shownChecks(world), branchRules: shownRules(world) }),
    log: shownLog(audit),
    head: newestHead(audit),
    completeUntil: completeUntil(audit),
    completeTips: completeTips(audit),
    tags: { ...previous?.tags, ...Object.fromEntries(world.tags.map(({ name, sha }) => [name, sha])) },
    previous: previous === null ? null : pick(previous, 'digest', 'since', 'until', 'manifest'),
  };
  yield JSON.stringify(head, null, 2).slice(0, -2);
  yield* list('findings', findings, shownFinding);
  yield* list('artifacts', shownArtifacts(world), (artifact) => artifact);
  yield* list('changes', audit.changes(), shownChange);
  yield '\n}\n';
}

export function shownOutcome({ ending, text, tone, word }: AuditOutcome): object {
  return { verdict: ending, outcome: { word, tone, text } };
}

/** For the next audit, which compares them with those that it sees. Only where they were asked for. */
function shownRules({ branchRules }: Audit['world']): readonly object[] | undefined {
  if (branchRules.size === 0) return undefined;
  return [...branchRules.values()].map(({ rulesets, ...one }) => ({
    ...pick(one, 'kind', 'branch', 'rules'),
    rulesets: rulesets.map((set) => pick(set, 'id', 'name', 'source', 'changedAt', 'bypass')),
    classic: one.classic,
  }));
}

/** Only where GitHub's checks are the evidence. */
function shownChecks({ checked }: Audit['world']): object | undefined {
  if (checked === null) return undefined;
  const shown = [...checked.checks].map(([check, { skipped, tellers, ...numbers }]) => ({
    check,
    ...pick(numbers, 'changes', 'repeated', 'replaced'),
    skipped: skipped.length,
    toldBy: [...tellers].map(([name, teller]) => ({ name, ...pick(teller, 'kind', 'changes') })),
  }));
  return { ...pick(checked, 'changes', 'undemanded', 'byToday'), covering: shown };
}

function shownLog({ world: { header, log } }: Audit): object | null {
  if (log === null) return null;
  const { chain, problems, records, witnesses } = log;
  const kept = witnesses.map(({ at, keeper, keptIn = null, link, sequence, until = null }) => ({
    witness: link,
    keeper,
    keptIn,
    until,
    sequence,
    at,
  }));
  const { link: witness, org, sequence } = chain;
  return { org, witness, sequence, readAt: readAtOf(header), records, problems, witnesses: kept, witnessedUpTo: witnessedUpTo(log) };
}

async function* list<Item>(
  name: string,
  items: AsyncIterable<Item> | Iterable<Item>,
  shown: (item: Item) => object,
): AsyncGenerator<string> {
  yield `,\n  "${name}": [`;
  let separator = '\n    ';
  for await (const item of items) {
    yield `${separator}${JSON.stringify(shown(item))}`;
    separator = ',\n    ';
  }
  yield separator === '\n    ' ? ']' : '\n  ]';
}

function shownFinding(finding: JudgedFinding): object {
  const { accepted, controls, subject } = finding;
  return {
    ...pick(finding, 'key', 'rule', 'severity'),
    // The first of them, for readers that take only one.
    control: controls[0] ?? null,
    controls,
    subject: pick(subject, 'kind', 'id', 'url'),
    ...pick(finding, 'status', 'carried', 'firstSeen', 'at', 'message', 'fix', 'change'),
    accepted: accepted === null ? null : shownAcceptance(accepted),
  };
}

function shownAcceptance(accepted: NonNullable<JudgedFinding['accepted']>): object {
  return { ...pick(accepted, 'reason', 'owner', 'until'), by: accepted.by ?? null };
}

/** A new field is part of the published form only when the schema has it. */
function shownChange(change: ReportedChange): object {
  const { committed, coverage, deployments, findings, pull, ticket } = change;
  return {
    ...pick(change, 'sha', 'url'),
    pull: pull === null ? null : pick(pull, 'number', 'url'),
    ...pick(change, 'branch', 'landedAt'),
    ...given({ committedAt: committed?.at, datedBeforePeriod: committed?.isBefore === true ? true : undefined }),
    ...pick(change, 'landing', 'landingKind', 'title', 'commits', 'authors', 'reviewers', 'approvedAt', 'mergedBy', 'state'),
    coverage: coverage.map((one) =>
      pick(one, 'flow', 'match', 'trail', 'url', 'atMerge', 'atDeployment', 'now', 'nowByTodaysTemplate', 'lacks'),
    ),
    ...pick(change, 'tests', 'run'),
    ...given({ ticket: ticket === undefined ? undefined : pick(ticket, 'state', 'named', 'why') }),
    deployments: deployments.map((one) => pick(one, 'environment', 'at', 'url')),
    findings,
  };
}

/**
 * The newest head of the log that an audit of this series read: the next audit holds the log against it. An audit that
 * could not read the log hands on the one before, so that the log cannot be rewritten behind it. A log that does not hold
 * has no end that proves anything.
 */
function newestHead({ world: { header, log, previous } }: Audit): ReportedHead | null {
  if (log === null || log.problems.length > 0 || log.chain.sequence === 0) return previous?.head ?? null;
  const { link, org, sequence } = log.chain;
  return { org, link, sequence, readAt: header.at };
}
