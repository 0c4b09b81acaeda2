import { list, oneLine } from '../../text/index.ts';
import type { CommitAccounts } from '../collect/port.ts';
import type { KnownPulls } from '../collect/pulls.ts';
import type { Commit, Landing, PullRequest } from '../facts/landing.ts';
import type { LandingFact } from '../facts/line.ts';
import { broughtBy } from '../population/line.ts';
import { lacking, landingName } from './compare-landings.ts';
import type { Comparable, Comparison } from './comparison.ts';
import type { ReplayedAnswers } from './replay-answers.ts';

/** The accounts behind commits, by SHA. */
export type People = ReadonlyMap<string, CommitAccounts>;

/** The pull requests of the commits of a landing, as GitHub tells them. */
export interface ToldPulls {
  readonly pulls: ReadonlyMap<number, PullRequest>;
  readonly numbersOf: (sha: string) => readonly number[];
}

interface Answered {
  /** By what every audit asks. */
  readonly sure: ToldPulls;
  /** By all that this one asked. */
  readonly possible: ToldPulls;
  readonly people: People;
  /** How the questions about pull requests and about people went. */
  readonly ofPulls: ReturnType<ReplayedAnswers['take']>;
  readonly ofPeople: ReturnType<ReplayedAnswers['take']>;
}

/** Why a fact is not proved. */
export const hiding = 'secrets were hidden in an answer that it was read from';

/** The merged pull requests that GitHub tells of the commits of a landing. */
export function foundIn({ commits }: Landing, known: KnownPulls): ReadonlyMap<number, PullRequest> {
  const found = commits.flatMap(({ sha }) => known.numbersOf(sha)).flatMap((number) => known.pulls.get(number) ?? []);
  return new Map(found.map((pull) => [pull.number, pull]));
}

/** Compares the pull requests of a landing, which of its commits each brought, and who made its commits. */
export function comparePulls(comparison: Comparison, fact: LandingFact, { ofPeople, ofPulls, people, possible, sure }: Answered): void {
  const { landing, pulls, pullsOf } = fact;
  const key = JSON.stringify([landing.branch, landing.id]);
  if (lacks(ofPulls.missing, landing.commits, [...pulls, ...possible.pulls.values()])) {
    comparison.doubt(`pulls ${key}`, `The pull requests of ${landingName(landing)}: ${lacking}`);
    return;
  }
  const least = broughtBy(landing, sure.numbersOf, sure.pulls, () => false);
  const most = broughtBy(landing, possible.numbersOf, possible.pulls, () => true);
  const said = new Map(pulls.map((pull) => [pull.number, pull]));
  const here = new Set([
    ...Object.values(least).flat(),
    ...Object.values(most)
      .flat()
      .filter((number) => said.has(number)),
  ]);
  const told = [...possible.pulls.values()].filter(({ number }) => here.has(number));
  const listed = told.map((pull) => asListed(pull, said.get(pull.number), people));
  const excuse = (): string | undefined => (ofPulls.masked || ofPeople.masked ? hiding : undefined);
  comparison.add(pulls, listed, pullsOfKey(key, excuse));
  for (const { sha } of landing.commits) {
    const [own, all, some] = [pullsOf[sha] ?? [], most[sha] ?? [], least[sha] ?? []];
    if (own.every((number) => all.includes(number)) && some.every((number) => own.includes(number))) continue;
    const words = `commit ${sha.slice(0, 12)} came with ${namesOf(own)} in collected.ndjson, and by the answers of GitHub with ${namesOf(all)}`;
    comparison.differ(`pulls of ${key} ${sha}`, `${landingName(landing)}: ${words}`);
  }
  const commits = new Map(listed.flatMap((pull) => pull.commits.map((commit) => [commit.sha, commit] as const)));
  const byAnswers = landing.commits.map((commit) => {
    // Nobody need ask who made a commit that came with a pull request.
    const isUnasked = pullsOf[commit.sha] !== undefined && commit.author.account === null && commit.committer.account === null;
    return commits.get(commit.sha) ?? (isUnasked ? commit : withPeople(commit, people));
  });
  comparison.add(landing.commits, byAnswers, {
    keyOf: ({ sha }) => `commit ${key} ${sha}`,
    nameOf: ({ sha }) => `Commit ${sha.slice(0, 12)} of ${landingName(landing)}`,
    shown: withoutGit,
    excuse: (commit) => (lacks(ofPeople.missing, [commit], []) ? lacking : excuse()),
  });
}

/** How pull requests are compared. @param key of what they belong to */
export function pullsOfKey(key: string, excuse: Comparable<PullRequest>['excuse']): Comparable<PullRequest> {
  return {
    keyOf: ({ number }) => `pull ${key} ${number}`,
    nameOf: ({ number, title }) => `Pull request ${number} (${oneLine(title, 60)})`,
    shown: (pull) => ({ ...pull, commits: pull.commits.map(withoutGit) }),
    excuse,
  };
}

/** Whether an answer about these commits or pull requests is missing. */
export function lacks(missing: readonly string[], commits: readonly Pick<Commit, 'sha'>[], pulls: readonly PullRequest[]): boolean {
  const own = new Set([
    ...commits.map(({ sha }) => `object(oid: "${sha}")`),
    ...pulls.map(({ number }) => `pullRequest(number: ${number})`),
  ]);
  return missing.some((part) => own.has(part.slice(0, part.indexOf(')') + 1)));
}

/** A commit with the accounts of its people. GitHub is not asked about those who stand in its trailers alone. */
export function withPeople(commit: Commit, people: People): Commit {
  const { author, committer } = people.get(commit.sha) ?? { author: null, committer: null };
  return {
    ...commit,
    author: { ...commit.author, account: author },
    committer: { ...commit.committer, account: committer },
    coAuthors: commit.coAuthors.map((coAuthor) => ({ ...coAuthor, account: null })),
  };
}

/** The fields of a commit that git alone tells are left out. */
export function withoutGit({ mergeAlone: _merge, suggestionAlone: _suggestion, ...commit }: Commit): object {
  return commit;
}

/** A pull request whose commits GitHub does not list to the end: git lists them. */
export function asListed(pull: PullRequest, said: PullRequest | undefined, people: People): PullRequest {
  if (!pull.commitsCut || said === undefined || said.commitsCut) return pull;
  const told = new Map(pull.commits.map((commit) => [commit.sha, commit]));
  const listed = said.commits.map((commit) => told.get(commit.sha) ?? withPeople(commit, people));
  const known = new Set(said.commits.map(({ sha }) => sha));
  return { ...pull, commitsCut: false, commits: [...listed, ...pull.commits.filter(({ sha }) => !known.has(sha))] };
}

function namesOf(numbers: readonly number[]): string {
  return numbers.length === 0 ? 'no pull request' : list(numbers.map((number) => `pull request ${number}`));
}
