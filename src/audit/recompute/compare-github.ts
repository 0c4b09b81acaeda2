import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../errors/index.ts';
import { oneLine } from '../../text/index.ts';
import type { Gaps } from '../collect/gaps.ts';
import { landingsAtOnce, openChecks, rulesOfBranches } from '../collect/landing-facts.ts';
import { inParts } from '../collect/parallel.ts';
import type { GitHubPort } from '../collect/port.ts';
import { openPulls, type KnownPulls } from '../collect/pulls.ts';
import { namedByPull, pullsToRead, ticketsAsked } from '../collect/tickets.ts';
import type { BranchRules, CommitChecks } from '../facts/check.ts';
import type { Landing } from '../facts/landing.ts';
import type { AcceptedFact, LandingFact, Line } from '../facts/line.ts';
import type { AuditFile } from '../file/audit-file.ts';
import { auditFileIn } from '../file/read-audit-file.ts';
import { readLines } from '../lines/read-lines.ts';
import { members } from '../package/manifest.ts';
import { askedFirst, askedNext } from '../population/line.ts';
import type { Findings } from './check-account.ts';
import { commitsOf, type Told } from './collected.ts';
import { compareAccepted, comparePulls, foundIn, hiding, lacking, openLandings, type People, type ToldPulls } from './compare-landings.ts';
import { openComparison, type ComparedFacts, type Comparison } from './comparison.ts';
import { replayAnswers, type ReplayedAnswers, type ReplayedFetch } from './replay-answers.ts';

interface GitHubToCompare {
  readonly told: Told;
  readonly port: GitHubPort;
  readonly answers: ReplayedAnswers;
  /** Opens the collected file of the package from its beginning. */
  readonly lines: () => AsyncIterable<Line>;
  readonly isOfOtherProgram: boolean;
}

/** Commits of one question: so many are asked about with all that is known of their pull requests. */
const commitsAtOnce = 50;

/**
 * Compares the facts about landings, pull requests, reviews, checks and rules with GitHub's answers in the package. Git
 * tells which commits a landing brought: there the facts are trusted.
 */
async function compareGitHub(request: GitHubToCompare): Promise<Omit<ComparedFacts, 'untold'>> {
  const { answers, isOfOtherProgram, lines, port, told } = request;
  const isOfGitHub = told.header.evidence === 'github';
  const gaps: Gaps = { holes: [], untold: [] };
  const checks = openChecks(port, told.header.branches, gaps);
  const rules: BranchRules[] = [];
  const comparison = openComparison({ source: 'answers of GitHub', isOfOtherProgram, isIncomplete: told.holes.length > 0 });
  const landings = told.header.basis === 'github' ? await openLandings(comparison, request) : undefined;
  const accepted: AcceptedFact[] = [];
  const files = new Map<string, AuditFile | null>();
  let batch: LandingFact[] = [];
  const compareBatch = async (): Promise<void> => {
    if (!told.untold.has('pull-requests')) {
      await compareAll(comparison, batch, request);
      await compareTickets(comparison, batch, request, files);
    }
    if (isOfGitHub) await compareChecks(comparison, batch, checks, request);
    else if (batch.some((fact) => commitsOf(fact).some((sha) => answers.has('checkSuites', sha))))
      comparison.differ('evidence', 'GitHub was asked for checks, and collected.ndjson does not say that they are the evidence');
    batch = [];
  };
  for await (const line of lines()) {
    if (line.kind === 'file') files.set(line.digest, auditFileIn(line.text));
    if (line.kind === 'accepted') accepted.push(line);
    if (line.kind === 'branch-rules') rules.push(line);
    if (line.kind !== 'landing') continue;
    landings?.add(line.landing);
    batch.push(line);
    if (batch.length === landingsAtOnce) await compareBatch();
  }
  await compareBatch();
  landings?.end();
  if (isOfGitHub || told.header.rules === true) await compareRules(comparison, rules, gaps, request);
  else if (rules.length > 0)
    comparison.differ('rules', 'GitHub was asked for the rules of branches, and the header of collected.ndjson does not say so');
  if (!told.untold.has('pull-requests')) await compareAllAccepted(comparison, accepted, request);
  return comparison.result();
}

async function compareAll(comparison: Comparison, batch: readonly LandingFact[], { answers, port }: GitHubToCompare): Promise<void> {
  const { ask, known } = openKnown(port);
  answers.take();
  await ask(batch.flatMap(({ landing }) => askedFirst(landing)));
  const next = (landing: Landing, elsewhere: (sha: string) => boolean): readonly string[] =>
    askedNext(landing, [...foundIn(landing, known).values()], known.asked, elsewhere);
  await ask(batch.flatMap(({ landing }) => next(landing, () => false)));
  const least = batch.map(({ landing }) => foundIn(landing, known));
  const numbers = new Map(batch.flatMap(({ landing }) => landing.commits.map(({ sha }) => [sha, known.numbersOf(sha)] as const)));
  // Git tells whether another branch has a commit too: then it was asked about, and may have come with another pull request.
  await ask(batch.flatMap(({ landing }) => next(landing, (sha) => answers.has('associatedPullRequests', sha))));
  const ofPulls = answers.take();
  const told = new Set([...known.pulls.values()].flatMap(({ commits }) => commits.map(({ sha }) => sha)));
  const direct = batch.flatMap(({ landing, pullsOf }) => landing.commits.filter(({ sha }) => pullsOf[sha] === undefined));
  const others = batch.flatMap(({ landing, pulls }) => [...landing.commits, ...pulls.flatMap(({ commits }) => commits)]);
  const shas = [...direct, ...others.filter(({ sha }) => answers.has('author', sha))].map(({ sha }) => sha);
  const people = await peopleOf(
    shas.filter((sha) => !told.has(sha)),
    port,
  );
  const ofPeople = answers.take();
  for (const [index, fact] of batch.entries()) {
    const sure: ToldPulls = { pulls: least[index] ?? new Map(), numbersOf: (sha) => numbers.get(sha) ?? [] };
    const possible: ToldPulls = { pulls: foundIn(fact.landing, known), numbersOf: (sha) => known.numbersOf(sha) };
    comparePulls(comparison, fact, { sure, possible, people, ofPulls, ofPeople });
  }
}

/** Compares the tickets that pull requests name. Git tells those of commits that landed. */
async function compareTickets(
  comparison: Comparison,
  batch: readonly LandingFact[],
  { answers, port, told }: GitHubToCompare,
  files: ReadonlyMap<string, AuditFile | null>,
): Promise<void> {
  const known = { files, file: files.get(told.header.file ?? '') ?? null };
  const asked = batch.map((fact) => ticketsAsked(fact, told.header.branches, known));
  const numbers = asked.flatMap((some) => pullsToRead(some));
  if (numbers.length === 0) return;
  answers.take();
  const listed = await port.textsOf(numbers);
  const { masked, missing } = answers.take();
  const texts = new Map((listed.kind === 'refused' ? [] : listed.items).map((one) => [one.number, one]));
  for (const [index, { landing, tickets }] of batch.entries())
    for (const one of asked[index] ?? []) {
      const { pull } = one;
      if (pull === undefined) continue;
      const isMissing = missing.some((part) => part.startsWith(`pullRequest(number: ${pull})`));
      const said = (tickets?.[String(pull)] ?? []).filter((place) => place.in !== 'landed');
      comparison.add([{ named: said }], [{ named: namedByPull(one, texts.get(pull)) }], {
        keyOf: () => `tickets ${JSON.stringify([landing.branch, landing.id, pull])}`,
        nameOf: () => `The tickets that pull request ${pull} names`,
        excuse: () => (isMissing ? lacking : masked ? hiding : undefined),
      });
    }
}

/** Asked for as the audit did, so many landings at once and in their order. */
async function compareChecks(
  comparison: Comparison,
  batch: readonly LandingFact[],
  checks: ReturnType<typeof openChecks>,
  { answers, told }: GitHubToCompare,
): Promise<void> {
  answers.take();
  const again = await checks.of(batch.map(({ checks: _said, ...fact }) => fact));
  const { masked, missing, unsure } = answers.take();
  for (const [index, { checks: said = [], landing }] of batch.entries()) {
    comparison.add<CommitChecks>(said, again[index]?.checks ?? [], {
      keyOf: ({ sha }) => `checks ${JSON.stringify([landing.branch, landing.id, sha])}`,
      nameOf: ({ sha }) => `The checks of commit ${sha.slice(0, 12)}`,
      excuse({ cut, sha }, standing, recorded) {
        // The rest of a suite is asked for by its node alone.
        const isCut = cut !== undefined || recorded?.cut !== undefined;
        const isOwn = (part: string): boolean =>
          part.startsWith(`object(oid: "${sha}")`) || part.includes(`/commits/${sha}/`) || (isCut && part.startsWith('node('));
        if (missing.some(isOwn)) return lacking;
        if (unsure.some(isOwn)) return 'GitHub was asked about it twice, or answered with an error';
        if (masked) return hiding;
        return standing === 'left out' ? told.untold.get('checks') : undefined;
      },
    });
  }
}

/** A refusal that the audit tells must be one by the answers too, and the other way round. */
async function compareRules(
  comparison: Comparison,
  said: readonly BranchRules[],
  gaps: Gaps,
  { answers, port, told }: GitHubToCompare,
): Promise<void> {
  const again: BranchRules[] = [];
  const doubts = new Map<string, string>();
  const { asOf, at, branches, period } = told.header;
  for (const branch of branches) {
    answers.take();
    for await (const one of rulesOfBranches(port, { branches: [branch], since: period.since }, asOf?.readAt ?? at, gaps)) again.push(one);
    const { masked, missing } = answers.take();
    if (missing.length > 0 || masked) doubts.set(branch.name, missing.length > 0 ? lacking : hiding);
  }
  comparison.add<BranchRules>(said, again, {
    keyOf: ({ branch }) => `rules ${branch}`,
    nameOf: ({ branch }) => `The rules of ${oneLine(branch, 100)}`,
    excuse: ({ branch }, standing) => doubts.get(branch) ?? (standing === 'left out' ? told.untold.get('rules') : undefined),
  });
  for (const { source, why } of gaps.untold)
    if (!told.untold.has(source) && doubts.size === 0)
      comparison.differ(`untold ${source}`, `GitHub refused ${source}, and collected.ndjson does not say so: ${oneLine(why, 200)}`);
}

async function compareAllAccepted(
  comparison: Comparison,
  facts: readonly AcceptedFact[],
  { answers, port, told }: GitHubToCompare,
): Promise<void> {
  const { ask, known } = openKnown(port);
  answers.take();
  await ask(facts.flatMap(({ by, commit, reworded }) => [commit, by?.sha, reworded?.sha].filter((sha) => typeof sha === 'string')));
  const shas = facts.flatMap(({ by, reworded }) => [by, reworded].flatMap((one) => (one ? [one.sha] : [])));
  const people = await peopleOf(
    shas.filter((sha) => answers.has('author', sha)),
    port,
  );
  const audited = new Set(told.header.branches.map(({ name }) => name));
  const taken = answers.take();
  for (const fact of facts) compareAccepted(comparison, fact, { known, people, audited, taken });
}

function openKnown(port: GitHubPort): { readonly known: KnownPulls; readonly ask: (shas: readonly string[]) => Promise<void> } {
  const known = openPulls(port, { holes: [], untold: [] });
  return {
    known,
    async ask(shas) {
      for (const part of inParts([...new Set(shas)], commitsAtOnce)) await known.ask(part);
    },
  };
}

async function peopleOf(shas: readonly string[], port: GitHubPort): Promise<People> {
  const listed = shas.length === 0 ? undefined : await port.accountsOf(shas);
  return new Map((listed === undefined || listed.kind === 'refused' ? [] : listed.items).map((one) => [one.sha, one]));
}

/** The code that asks GitHub, over answers that are there already. It is handed in: an audit knows no GitHub. */
export type OpenGitHub = (access: {
  readonly repository: string;
  readonly fetch: ReplayedFetch;
  readonly signal: AbortSignal;
}) => GitHubPort;

interface Request {
  readonly folder: string;
  readonly openGitHub: OpenGitHub;
  readonly interrupt: AbortSignal;
  readonly report: (sentence: string) => void;
}

/** Works out the facts of GitHub from its answers in a package, and compares them. Returns their number. */
export async function workOutGitHub(
  { folder, interrupt, openGitHub, report }: Request,
  told: Told,
  isOfOtherProgram: boolean,
  { problems, unproven }: Findings,
): Promise<number> {
  const { basis, evidence, repository } = told.header;
  // GitHub answered nothing. Where its checks are the evidence, there is no package then.
  if (evidence !== 'github' && basis === 'git' && told.untold.has('pull-requests')) return 0;
  const file = join(folder, members.answers);
  if (repository === null || !existsSync(file)) {
    unproven.push('The facts of GitHub could not be worked out: the package has no answers of GitHub');
    return 0;
  }
  report('Working out the facts of GitHub from its answers');
  const answers = await replayAnswers(file);
  try {
    const port = openGitHub({ repository, fetch: answers.fetch, signal: interrupt });
    const lines = () => readLines(join(folder, members.facts));
    const compared = await compareGitHub({ lines, told, port, answers, isOfOtherProgram });
    problems.push(...compared.differing.values());
    unproven.push(...compared.unproven.values());
    return compared.facts;
  } catch (error) {
    if (interrupt.aborted) throw error;
    const why = messageOf(error);
    unproven.push(`The facts of GitHub could not be worked out from its answers: ${oneLine(why, 300)}`);
    return 0;
  } finally {
    await answers.close();
  }
}
