import { given } from '../../text/index.ts';
import { byText } from '../coverage/records.ts';
import type { Account } from '../facts/account.ts';
import { compareFindings, severities, type Compared, type PreviousFinding } from '../facts/finding.ts';
import type { Hole, LandingFact, Line } from '../facts/line.ts';
import type { Previous } from '../facts/previous.ts';
import type { Acceptance } from '../file/audit-file.ts';
import type { Wanted } from '../lines/read-lines.ts';
import type { Spool } from '../lines/write-lines.ts';
import { chainCheck } from '../population/chain.ts';
import { readWorld, type World } from '../population/world.ts';
import { digestsOf, namesOf, peopleFor, peopleOfAll } from '../reviews/authors.ts';
import { rulesFor } from '../rules/rules.ts';
import { acceptedBy, judgeAcceptances, openLanded, type Landed } from './acceptances.ts';
import type { Audit, JudgedFinding, ReportedChange } from './audit.ts';
import { deployedCommits, makeAuditedChanges, type Deployed } from './changes.ts';
import { openPseudonyms, readAliases } from './pseudonyms.ts';
import { reportChange } from './reported.ts';
import { about, isJudgedAgain, openChecked, openCounter, openTally, unequalTotals, type Judging } from './tally.ts';

interface JudgeOptions {
  readonly previous: Previous | null;
  readonly people: 'login' | 'pseudonym';
  /** Keeps the changes for the reports: reading them from the file again costs six times as much. */
  readonly spool: Spool<ReportedChange>;
}

/** The most holes of one kind that are kept: each says the same, that something is missing. */
const mostHoles = 100;

/**
 * Judges a collected file by every rule. The file is read from its beginning several times, and never held in memory: only
 * the findings, the numbers, and the lines that are not landings are kept. The same file gives the same audit.
 * @param file opens the file from its beginning
 */
export async function judgeAudit(
  file: (wanted?: Wanted) => AsyncIterable<Line>,
  { people, previous, spool }: JudgeOptions,
): Promise<Audit> {
  const told = await readWorld(file({ landings: false, records: true }), previous);
  const read = people === 'login' ? file : await withoutNames(file, told);
  // Names are given in the order of the whole file.
  const world = people === 'login' ? told : { ...(await readWorld(read(), previous)), log: withoutKeepers(told.log) };
  const deployed = deployedCommits(world);
  const tallies = rulesFor(world).map((rule): Judging => ({ rule, tally: openTally(rule, world) }));
  const landed = openLanded((world.file?.accepted ?? []).map(({ key }) => key));
  const { checked, counter, holes, judged } = await judgeLandings(landingsOf(read()), { world, deployed, landed, spool, tallies });
  const whole: World = { ...world, checked: world.header.evidence === 'github' ? checked : null, holes: [...world.holes, ...holes] };
  for (const { rule, tally } of tallies) {
    if (rule.about === 'world' && tally.untold === undefined) for (const outcome of rule.judge(whole)) tally.add(outcome);
  }
  const complete = whole.holes.length === 0;
  const isLookedAt = (finding: PreviousFinding): boolean => complete && isJudgedAgain(finding, { judged, tallies, world });
  // Made anew at each call: there may be tens of thousands, and memory for them only once.
  const compared = (): ReturnType<typeof compareFindings> =>
    compareFindings(
      tallies.flatMap(({ tally }) => tally.findings()),
      previous?.findings ?? [],
      { isLookedAt, now: world.header.at },
    );
  const authors = await readAuthors(file(), told, compared());
  const entries = new Set(world.file?.accepted.map(({ key }) => key));
  const accepting = compared().filter(({ key }) => entries.has(key));
  const { counts, outcomes } = judgeAcceptances(whole, {
    complete,
    findings: new Map(accepting.map((finding) => [finding.key, { ...finding, change: changeOf(finding, authors) }])),
    results: tallies.map(({ tally }) => tally.result()),
    landed,
    entered: told.accepted,
    pushers: await readPushers(file(), told),
  });
  const ofAcceptances = tallies.find(({ rule }) => rule.about === 'acceptances');
  for (const outcome of outcomes) ofAcceptances?.tally.add(outcome);
  const findings = compared().map((finding): JudgedFinding => ({
    ...finding,
    change: changeOf(finding, authors),
    accepted: shownAcceptance(counts.get(finding.key), whole),
  }));
  const keys = keysByCommit(findings);
  return {
    world: whole,
    totals: counter.totals(),
    rules: tallies.map(({ tally }) => tally.result()),
    findings: findings.toSorted(compareFindingRank),
    complete,
    changes: openChanges(spool, keys),
  };
}

async function judgeLandings(
  landings: AsyncIterable<LandingFact>,
  {
    deployed,
    landed,
    spool,
    tallies,
    world,
  }: Pick<JudgeOptions, 'spool'> & {
    readonly world: World;
    readonly deployed: Deployed;
    readonly landed: Landed;
    readonly tallies: readonly Judging[];
  },
) {
  const counter = openCounter();
  const checked = openChecked();
  const commits = new Map<string, number>();
  const holes: Hole[] = [];
  const judged = new Set<string>();
  const asked = new Set(
    (world.previous?.findings ?? []).flatMap(({ at, change, rule }) => (change === null ? [] : [about(rule, change.sha, at)])),
  );
  // Landings of one trail need not follow one another.
  const joins = world.header.scope === undefined ? chainCheck(world.header) : (): undefined => undefined;
  const able = tallies.filter(({ tally }) => tally.untold === undefined);
  for await (const fact of landings) {
    const { changes, holes: missing } = makeAuditedChanges(fact, world, deployed);
    for (const hole of [joins(fact.landing), ...missing]) if (hole !== undefined && holes.length < mostHoles) holes.push(hole);
    landed.add(fact);
    counter.landing(fact.landing.count);
    commits.set(fact.landing.branch, (commits.get(fact.landing.branch) ?? 0) + fact.landing.count);
    for (const { rule, tally } of able) if (rule.about === 'landing') for (const outcome of rule.judge(fact, world)) tally.add(outcome);
    await spool.add(changes.map((change) => reportChange(change, world)));
    for (const change of changes) {
      counter.change(change);
      checked.add(change);
      for (const { rule, tally } of able) {
        if (rule.about !== 'change') continue;
        const outcome = rule.judge(change, world);
        tally.add(outcome, change.landing.at);
        const key = about(rule.name, change.tip.sha, change.landing.at);
        if (outcome.kind !== 'not-tested' && asked.has(key)) judged.add(key);
      }
    }
  }
  return { checked: checked.result(), counter, holes: [...holes, ...unequalTotals(world.totals, commits)], judged };
}

/** The accounts that pushed entries of the audit's file without a pull request. The first of several landings counts. */
async function readPushers(lines: AsyncIterable<Line>, { accepted }: World): Promise<ReadonlyMap<string, Account>> {
  const wanted = new Set([...accepted.values()].flatMap(({ commit, pull }) => (pull === null && commit !== null ? [commit] : [])));
  const pushers = new Map<string, Account>();
  if (wanted.size === 0) return pushers;
  for await (const { landing } of landingsOf(lines)) {
    const { actor, commits, kind } = landing;
    if (actor === null || !pushes.has(kind)) continue;
    for (const { sha } of commits) if (wanted.has(sha)) pushers.set(sha, actor);
  }
  return pushers;
}

const pushes: ReadonlySet<LandingFact['landing']['kind']> = new Set(['push', 'force-push', 'creation']);

/** The worst first, those of one rule together, the newest of them first. */
function compareFindingRank(one: JudgedFinding, other: JudgedFinding): number {
  const worse = severities.indexOf(other.severity) - severities.indexOf(one.severity);
  return worse || byText(one.rule, other.rule) || byText(other.at ?? '', one.at ?? '') || byText(one.key, other.key);
}

function shownAcceptance(acceptance: Acceptance | undefined, world: World): JudgedFinding['accepted'] {
  if (acceptance === undefined) return null;
  const by = acceptedBy(acceptance.key, world);
  return { reason: acceptance.reason, owner: acceptance.owner, until: acceptance.until, ...given({ by }) };
}

/** Keepers of a head have no account from which to make a pseudonym. */
function withoutKeepers(log: World['log']): World['log'] {
  return log === null ? null : { ...log, witnesses: log.witnesses.map((witness) => ({ ...witness, keeper: null })) };
}

async function withoutNames(file: () => AsyncIterable<Line>, told: World): Promise<() => AsyncIterable<Line>> {
  const known = peopleOfAll(told);
  const aliases = await readAliases(file(), known);
  return async function* read() {
    const hide = openPseudonyms(known, aliases);
    for await (const line of file()) yield hide(line);
  };
}

/** A function of its own, so that an audit does not hold all that it was judged with: a closure keeps each name around it. */
function openChanges(spool: Spool<ReportedChange>, keys: Keys): Audit['changes'] {
  return async function* changes() {
    // A SHA that landed twice is two changes, and a finding is about both.
    for await (const change of spool.all()) yield { ...change, findings: keys.get(change.sha) ?? [] };
  };
}

type Keys = ReadonlyMap<string, readonly string[]>;

async function* landingsOf(lines: AsyncIterable<Line>): AsyncGenerator<LandingFact> {
  for await (const line of lines) if (line.kind === 'landing') yield line;
}

function keysByCommit(findings: readonly JudgedFinding[]): Keys {
  const keys = new Map<string, readonly string[]>();
  for (const { change, key, status, subject } of findings) {
    const sha = change?.sha ?? (subject.kind === 'commit' ? subject.id : undefined);
    if (sha !== undefined && status !== 'fixed') keys.set(sha, (keys.get(sha) ?? []).concat(key));
  }
  return keys;
}

/** Digests of the authors of a change, by its SHA. */
type Authors = ReadonlyMap<string, readonly string[]>;

async function readAuthors(lines: AsyncIterable<Line>, world: World, found: readonly Compared[]): Promise<Authors> {
  const wanted = new Set(found.flatMap(({ carried, change, status }) => (carried || status === 'fixed' ? [] : (change?.sha ?? []))));
  const authors = new Map<string, readonly string[]>();
  if (wanted.size === 0) return authors;
  for await (const fact of landingsOf(lines)) {
    if (!fact.landing.commits.some(({ sha }) => wanted.has(sha))) continue;
    for (const change of makeAuditedChanges(fact, world, new Map()).changes) {
      const { sha } = change.tip;
      if (!wanted.has(sha)) continue;
      // A commit may land twice, each time in another pull request.
      authors.set(sha, (authors.get(sha) ?? []).concat(digestsOf(namesOf(change, peopleFor(change, world)), sha)));
    }
  }
  return authors;
}

/** A carried finding has its authors from before. */
function changeOf({ carried, change }: Compared, authors: Authors): Compared['change'] {
  const known = change === null || carried ? undefined : authors.get(change.sha);
  return change === null || known === undefined ? change : { sha: change.sha, pull: change.pull, authors: known };
}
