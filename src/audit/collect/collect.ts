import { hash } from 'node:crypto';
import { join } from 'node:path';
import { openObjectStore, treesOf, type ObjectStore } from '../../git/index.ts';
import { given, oneLine, pick } from '../../text/index.ts';
import type { RulesetExport } from '../facts/check.ts';
import type { PullRequest } from '../facts/landing.ts';
import { sources as allSources } from '../facts/line.ts';
import type { End, FileFact, Header, Hole, LandingFact, Line, Query, Untold } from '../facts/line.ts';
import { openSpool, type Spool } from '../lines/write-lines.ts';
import { acceptedFacts } from './accepted.ts';
import { withAnswers } from './answers.ts';
import { openControlFiles } from './control-files.ts';
import { gitQueries } from './fill.ts';
import { hole, holeOf, untold, type Gaps } from './gaps.ts';
import { commitsOfBranches, controlTotals, countable } from './git-landings.ts';
import { landingFacts, onlyOfService, openChecks, rulesOfBranches, type Parts } from './landing-facts.ts';
import type { ServiceLog } from './log.ts';
import { planLandings, planScope, scopeOf } from './plan.ts';
import { openPulls } from './pulls.ts';
import { openKeeper, type ScopeFacts } from './scope.ts';
import { openTickets } from './tickets.ts';
import { flowsAsked, type CollectSettings, type CollectSources, type Plan, type ServiceAsked, type ServiceFacts } from './settings.ts';
import { placeDeployments, shippedOnGitHub } from './shipped.ts';

/** How often facts are read again before a service counts as too busy for it. */
const mostRounds = 3;

const flowOf = (names: readonly string[]): string => `flow ${oneLine(names.at(-1) ?? '', 100)}`;

/**
 * The facts as they are at the end of the log. More is recorded while they are read: so the log is read after them, and
 * what its new records are about is read again, until there are none. The log is always read last, so that no fact is
 * later than its end. A trail or an artifact with more records after three rounds is a hole.
 * @param log was read before the facts were
 */
async function factsAtEnd(read: ServiceFacts, log: ServiceLog, holes: Hole[]): Promise<ServiceFacts> {
  let facts = read;
  let later = await log.readOn();
  for (let round = 1; round <= mostRounds; round += 1) {
    const again = await facts.again(later);
    if (again === undefined) return facts;
    facts = again;
    later = await log.readOn();
  }
  const { approvals, trails } = facts.touchedBy(later);
  const left = [
    ...trails.map(({ flows, trail }) => `trail ${oneLine(trail, 100)} of ${flowOf(flows)}`),
    ...approvals.map(({ fingerprint, flows }) => `approvals of the artifact ${oneLine(fingerprint, 12)} in ${flowOf(flows)}`),
  ];
  const why = `More was recorded about it after the facts had been read again ${mostRounds} times`;
  holes.push(...left.map((what) => hole(what, why, 'Run the audit again when nobody records about it')));
  return facts;
}

/**
 * Collects all that an audit is judged by: the header, the smaller facts, the landings with the newest first, what was
 * asked, and the end. Missing facts become a hole.
 * @throws {UsageError} where the settings cannot be; nothing was asked then
 */
export async function* collectAudit(settings: CollectSettings, sources: CollectSources): AsyncGenerator<Line> {
  const counts = new Map<string, number>();
  let elsewhere = 0;
  const lines = linesOf(settings, sources, (trails) => (elsewhere = trails));
  for await (const line of sources.answers === null ? lines : withAnswers(lines, sources.answers)) {
    counts.set(line.kind, (counts.get(line.kind) ?? 0) + 1);
    yield line;
  }
  yield { kind: 'end', counts: Object.fromEntries(counts), trailsElsewhere: elsewhere, ended: sources.ended() } satisfies End;
}

async function* linesOf(
  settings: CollectSettings,
  sources: CollectSources,
  elsewhere: (trails: number) => void,
): AsyncGenerator<Exclude<Line, End>> {
  let opened: ObjectStore;
  try {
    opened = await openObjectStore(sources.git, sources.fetchFrom);
  } catch (error) {
    yield* nothingRead(settings, error);
    return;
  }
  await using store = opened;
  const gaps: Gaps = { holes: [], untold: [] };
  let plan: Plan;
  let whole: Plan;
  let scoped: ScopeFacts | undefined;
  try {
    scoped = await scopeOf(settings, sources);
    if (scoped === undefined) plan = whole = await planLandings(settings, sources, store, gaps);
    else ({ plan, whole } = await planScope(scoped, settings, sources, store, gaps));
  } catch (error) {
    yield* nothingRead(settings, error, scoped === undefined && settings.scope !== undefined ? 'what the audit is about' : undefined);
    return;
  }
  const controls = openControlFiles(store, gaps);
  const tip = plan.branches[0]?.tip;
  const file = tip === undefined ? null : await controls.at(tip);
  const asksRules = isAskedForRules(settings, sources, file);
  const parts: Parts = { store, plan, whole, known: openPulls(sources.github, gaps), controls, gaps, asksRules, scoped };
  yield headerOf(settings, plan, file, asksRules);
  const spool = openSpool<LandingFact>(join(store.directory, 'landings.ndjson'));
  const read = await readLandings(settings, sources, parts, spool, file);
  yield* everything(settings, sources, parts, read, spool, elsewhere);
}

/** Git cannot tell what landed: nothing else is asked, and no rule is tested. */
function* nothingRead(settings: CollectSettings, error: unknown, what = 'history of the repository'): Generator<Header | Hole | Untold> {
  const hole = holeOf(what, error);
  yield headerOf(settings, nowhere(settings), null, settings.rulesets !== undefined);
  for (const source of allSources)
    if (
      source !== 'previous' &&
      ((source !== 'checks' && (source !== 'rules' || settings.rulesets !== undefined)) || settings.evidence === 'github')
    )
      yield untold(source, hole.why, hole.fix);
  yield hole;
}

interface Read {
  /** Those of landings and of pull requests. */
  readonly shas: readonly string[];
  /** Whether the audit's file was missing when something landed: any flow is enough then. */
  readonly hasNoFile: boolean;
  readonly counts: readonly number[];
}

async function readLandings(
  { evidence }: CollectSettings,
  sources: CollectSources,
  parts: Parts,
  spool: Spool<LandingFact>,
  today: FileFact | null,
): Promise<Read> {
  const shas = new Set<string>();
  const counts: number[] = [];
  let hasNoFile = false;
  const checks = evidence === 'github' ? openChecks(sources.github, parts.plan.branches, parts.gaps) : undefined;
  const tickets = openTickets(sources.github, parts, today?.digest ?? null);
  for await (const told of landingFacts(sources, parts)) {
    const facts = await tickets.of((await checks?.of(told)) ?? told);
    await spool.add(facts);
    for (const { file, landing, pulls } of facts) {
      counts.push(landing.count);
      if (file === null && landing.count > 0) hasNoFile = true;
      for (const { sha } of [...landing.commits, ...pulls.flatMap(onBranchOf)]) shas.add(sha);
      for (const { head } of pulls) shas.add(head);
    }
  }
  return { counts, hasNoFile, shas: [...shas] };
}

async function* everything(
  settings: CollectSettings,
  sources: CollectSources,
  parts: Parts,
  { counts, hasNoFile, shas }: Read,
  spool: Spool<LandingFact>,
  elsewhere: (trails: number) => void,
): AsyncGenerator<Exclude<Line, End | Header>> {
  const { asksRules, controls, gaps, plan, scoped, store, whole } = parts;
  const isKept = openKeeper(scoped, shas);
  const since = plan.since ?? settings.since ?? new Date(0).toISOString();
  const files: string[] = [];
  for await (const fact of controls.facts()) {
    if (fact.kind === 'file') files.push(fact.text);
    yield fact;
  }
  const demand = demandOf(settings);
  if (demand !== undefined) yield demand;
  yield* acceptedFacts(sources, parts);
  const asked = flowsAsked(settings.flows, sources.readAuditFile, { files, hasNoFile });
  sources.report('Deployments, releases and tags');
  for await (const fact of shippedOnGitHub(store, sources.github, whole, since, gaps)) if (isKept(fact)) yield fact;
  const service =
    settings.evidence === 'github' ? undefined : await askService(sources, { ...asked, shas, since, until: plan.until }, gaps);
  const artifacts = (service?.artifacts ?? []).filter(isKept);
  if (service !== undefined) {
    yield* service.flows;
    yield* (await placeDeployments(store, whole, service.deployments, since)).filter(isKept);
    yield* artifacts;
    yield* service.approvals.filter(isKept);
    yield* service.notifications.filter(isKept);
    const known = await commitsOfBranches(store, plan, shas);
    elsewhere(service.trailsElsewhere(known));
  }
  if (asksRules) yield* rulesOfBranches(sources.github, plan, settings.now, gaps);
  if (asksRules && settings.rulesets !== undefined) yield* exported(settings.rulesets);
  if (settings.evidence === 'github') gaps.untold.push(...onlyOfService());
  if (service !== undefined && sources.log === null) gaps.untold.push(logNotAsked);
  yield* controlTotals(store, scoped === undefined ? sources.github : null, scoped === undefined ? plan : countable(plan), gaps);
  yield* distinct([...gaps.untold, ...gaps.holes, ...(service?.untold ?? []), ...(service?.holes ?? [])]);
  const trails = new Map((scoped?.trails ?? []).map((name) => [JSON.stringify([name.flow, name.trail]), name] as const));
  // An artifact that was shipped is audited too, and its trail may be about a commit that landed earlier.
  for (const { flow, trail } of artifacts) if (trail !== null) trails.set(JSON.stringify([flow, trail]), { flow, trail });
  for await (const fact of spool.all()) {
    const whole = await withTrails(store, fact, service);
    for (const { flow, name: trail } of whole.trails) trails.set(JSON.stringify([flow, trail]), { flow, trail });
    yield whole;
  }
  yield* gitQueries(plan, counts);
  yield* sources.github?.queries() ?? [];
  yield* service?.queries ?? [];
  if (service !== undefined && sources.log !== null)
    yield* sources.log.lines({ trails: [...trails.values()], approvalsOf: [...asked.approvalsOf, ...artifacts.map(({ flow }) => flow)] });
}

const logNotAsked: Untold = {
  ...untold(
    'log',
    'The log of the service was not read: only an audit with a package reads it',
    'Give `package`, and the token of an auditor or an administrator',
  ),
  unasked: true,
};

async function askService({ log, report, service }: CollectSources, asked: ServiceAsked, gaps: Gaps): Promise<ServiceFacts | undefined> {
  const all = ['trails', 'records', 'artifacts', 'snapshots', 'approvals', 'notifications', 'log'] as const;
  if (service === null) {
    for (const source of all)
      gaps.untold.push(untold(source, 'No evidence service was asked', 'Name its address, the organization and a token'));
    return undefined;
  }
  report('Trails');
  try {
    if (log === null) return await service(asked);
    // The first reading tells where the log ends before the facts are read.
    await log.readOn();
    return await factsAtEnd(await service(asked), log, gaps.holes);
  } catch (error) {
    const hole = holeOf('evidence of the service', error);
    gaps.holes.push(hole);
    for (const source of all) gaps.untold.push(untold(source, hole.why, hole.fix));
    return undefined;
  }
}

async function withTrails(store: ObjectStore, fact: LandingFact, service: ServiceFacts | undefined): Promise<LandingFact> {
  if (service === undefined) return fact;
  const { landing, pulls } = fact;
  const here = new Set(landing.commits.map(({ sha }) => sha));
  const branches = pulls.flatMap(onBranchOf);
  const trails = service.trailsAbout([...new Set([...here, ...pulls.map(({ head }) => head), ...branches.map(({ sha }) => sha)])]);
  const told = new Map(branches.map(({ sha, tree }) => [sha, tree]));
  const others = [...new Set(trails.flatMap(({ commits }) => commits))].filter((sha) => !here.has(sha) && /^[0-9a-f]{40}$/.test(sha));
  const read = await treesOf(
    store,
    others.filter((sha) => !told.has(sha)),
  );
  const trees = others.flatMap((sha) => [[sha, told.get(sha) ?? read.get(sha)] as const]);
  return { ...fact, trails, trees: Object.fromEntries(trees.filter((pair): pair is [string, string] => pair[1] !== undefined)) };
}

/** All that was on the branch of a pull request, also what a force push took away. */
function onBranchOf({ commits, oldHeads = [] }: PullRequest): readonly { readonly sha: string; readonly tree: string }[] {
  return [...commits, ...oldHeads];
}

/**
 * With a service the rules of the branches are asked for where the audit's file names checks, which GitHub is to demand, or where an
 * export of rulesets was handed in.
 */
function isAskedForRules({ evidence, rulesets }: CollectSettings, { readAuditFile }: CollectSources, file: FileFact | null): boolean {
  if (evidence === 'github' || rulesets !== undefined) return true;
  const read = file === null ? undefined : readAuditFile(file.text);
  return read !== undefined && 'file' in read && read.file.checks.length > 0;
}

function* exported(told: RulesetExport): Generator<RulesetExport | Query> {
  yield told;
  const text = `the export ${told.file} of rulesets, SHA-256 ${told.sha256}: the word of whoever exported it`;
  yield { kind: 'query', of: 'file', text, times: 1, answered: told.rulesets.length };
}

function headerOf(settings: CollectSettings, plan: Plan, file: FileFact | null, asksRules: boolean): Header {
  const { asOf, evidence, flows, now, ranBy, repositoryId, scope, timeZone } = settings;
  const { basis, branches, by, since, sinceSha, until } = plan;
  const period = { since, until, sinceSha, by };
  const asked = {
    ...pick(settings, 'tool', 'workflow', 'run', 'inputs', 'repository', 'serverUrl', 'service'),
    ...given({
      evidence,
      checks: demandOf(settings)?.digest,
      rules: asksRules && evidence === undefined ? true : undefined,
      ranBy,
      repositoryId,
      scope,
      timeZone,
    }),
  };
  const moments = asOf === undefined ? { at: now } : { at: asOf.at, asOf: { ...asOf, readAt: now } };
  return { kind: 'audit', version: 1, ...asked, branches, basis, period, ...moments, flows, file: file?.digest ?? null };
}

function demandOf({ demand: text }: CollectSettings): FileFact | undefined {
  return text === undefined ? undefined : { kind: 'file', digest: hash('sha256', text), text };
}

function nowhere({ now, since, until }: CollectSettings): Plan {
  return { basis: 'git', since, until: until ?? now, sinceSha: null, by: 'committer-date', branches: [], landings: [] };
}

function distinct<Gap extends Hole | Untold>(gaps: readonly Gap[]): readonly Gap[] {
  return [...new Map(gaps.map((gap) => [JSON.stringify(gap), gap])).values()];
}
