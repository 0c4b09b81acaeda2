import { inParts } from '../collect/parallel.ts';
import type { GitHubPort } from '../collect/port.ts';
import { openPulls, type KnownPulls } from '../collect/pulls.ts';
import type { Landing } from '../facts/landing.ts';
import type { AcceptedFact, LandingFact, Line } from '../facts/line.ts';
import { askedFirst, askedNext } from '../population/line.ts';
import { compareAccepted } from './compare-accepted.ts';
import { openLandings, type ReplayedGitHub } from './compare-landings.ts';
import { comparePulls, foundIn, type People, type ToldPulls } from './compare-pulls.ts';
import { openComparison, type ComparedFacts, type Comparison } from './comparison.ts';

export interface GitHubToCompare extends ReplayedGitHub {
  /** Opens the collected file of the package from its beginning. */
  readonly lines: () => AsyncIterable<Line>;
  readonly isOfOtherProgram: boolean;
}

/** Landings that are compared together. */
const atOnce = 100;

/** Commits of one question: so many are asked about with all that is known of their pull requests. */
const commitsAtOnce = 50;

/**
 * Compares the facts about landings, pull requests and reviews with those that GitHub's answers in the package give. Which commits a
 * landing brought is told by git: there the facts are believed.
 */
export async function compareGitHub(request: GitHubToCompare): Promise<Omit<ComparedFacts, 'untold'>> {
  const { isOfOtherProgram, lines, told } = request;
  const comparison = openComparison({ source: 'answers of GitHub', isOfOtherProgram, isIncomplete: told.holes.length > 0 });
  const landings = told.header.basis === 'github' ? await openLandings(comparison, request) : undefined;
  const accepted: AcceptedFact[] = [];
  let batch: LandingFact[] = [];
  const compareBatch = async (): Promise<void> => {
    if (!told.untold.has('pull-requests')) await compareAll(comparison, batch, request);
    batch = [];
  };
  for await (const line of lines()) {
    if (line.kind === 'accepted') accepted.push(line);
    if (line.kind !== 'landing') continue;
    landings?.add(line.landing);
    batch.push(line);
    if (batch.length === atOnce) await compareBatch();
  }
  await compareBatch();
  landings?.end();
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
  // Whether another branch has a commit too is told by git: then it was asked about, and may have come with another pull request.
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
