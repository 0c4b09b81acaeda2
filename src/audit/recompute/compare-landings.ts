import { isWithin, list, oneLine } from '../../text/index.ts';
import type { CommitAccounts, GitHubPort } from '../collect/port.ts';
import type { Commit, Landing, PullRequest } from '../facts/landing.ts';
import type { AcceptedFact, LandingFact } from '../facts/line.ts';
import { broughtBy } from '../population/line.ts';
import type { Told } from './collected.ts';
import type { Comparable, Comparison } from './comparison.ts';
import type { ReplayedAnswers } from './replay-answers.ts';

type ToldLanding = Pick<Landing, 'id' | 'branch' | 'kind' | 'at' | 'actor' | 'before' | 'after'>;

type Deletion = NonNullable<Landing['deleted']> & Pick<Landing, 'branch'>;

interface LandingComparison {
  add(landing: Landing): void;
  /** Reports the updates of the audited time that are not landings. */
  end(): void;
}

/** Gaps and hidden secrets in answers. */
type Taken = Pick<ReturnType<ReplayedAnswers['take']>, 'missing' | 'masked'>;

export const lacking = 'github.ndjson does not have every answer that it was read from';

function landingName({ branch, id }: Pick<Landing, 'branch' | 'id'>): string {
  return `Landing ${oneLine(id, 40)} of ${oneLine(branch, 100)}`;
}

const asLanding: Comparable<ToldLanding> = {
  keyOf: ({ branch, id }) => `landing ${JSON.stringify([branch, id])}`,
  nameOf: landingName,
  excuse: () => undefined,
};

const asDeletion: Comparable<Deletion> = {
  keyOf: ({ at, branch }) => `deletion ${JSON.stringify([branch, at])}`,
  nameOf: ({ at, branch }) => `The deletion of ${oneLine(branch, 100)} at ${at}`,
  excuse: () => undefined,
};

/** Asks for the updates of the audited branches again: each landing must be one of them, and each of the time a landing. */
export async function openLandings(
  comparison: Comparison,
  {
    answers,
    port,
    told,
  }: {
    readonly answers: { take(): Taken };
    readonly port: Pick<GitHubPort, 'branchUpdates'>;
    readonly told: Pick<Told, 'header'>;
  },
): Promise<LandingComparison> {
  const { asOf, at, branches, period, scope } = told.header;
  const since = period.since ?? at;
  const updates = new Map<string, ToldLanding>();
  const deletions = new Map<string, Deletion>();
  const lacked = new Set<string>();
  answers.take();
  for (const { name } of branches) {
    const listed = await port.branchUpdates(name, since, asOf?.readAt ?? at).catch(() => undefined);
    if (answers.take().missing.length > 0 || listed === undefined || listed.kind === 'refused') {
      lacked.add(name);
      comparison.doubt(`branch ${name}`, `The landings of ${oneLine(name, 100)}: ${lacking}`);
      continue;
    }
    for (const update of listed.items.map(({ name: branch, ...update }) => ({ ...update, branch }))) {
      const { actor: by, at: deleted, before: from, branch } = update;
      updates.set(asLanding.keyOf(update), update);
      if (update.after === null && from !== null && deleted !== null)
        deletions.set(JSON.stringify([branch, deleted]), { branch, at: deleted, by, from });
    }
  }
  return {
    add({ actor, after, at: landed, before, branch, deleted, id, kind }) {
      if (lacked.has(branch)) return;
      const said = { id, branch, kind, at: landed, actor, before, after };
      const update = updates.get(asLanding.keyOf(said));
      updates.delete(asLanding.keyOf(said));
      comparison.add([said], update === undefined ? [] : [update], asLanding);
      if (deleted === undefined) return;
      const known = deletions.get(JSON.stringify([branch, deleted.at]));
      comparison.add([{ branch, ...deleted }], known === undefined ? [] : [known], asDeletion);
    },
    end() {
      // One trail or artifact is about only some landings of its time.
      if (scope !== undefined) return;
      for (const update of updates.values())
        if (update.at !== null && isWithin(update.at, { since, until: period.until })) comparison.add([], [update], asLanding);
    },
  };
}

export type People = ReadonlyMap<string, CommitAccounts>;

export interface ToldPulls {
  readonly pulls: ReadonlyMap<number, PullRequest>;
  readonly numbersOf: (sha: string) => readonly number[];
}

interface Answered {
  /** By the questions that every audit asks. */
  readonly sure: ToldPulls;
  /** By all questions of this audit. */
  readonly possible: ToldPulls;
  readonly people: People;
  /** Gaps and hidden secrets in the answers about pull requests and about people. */
  readonly ofPulls: Taken;
  readonly ofPeople: Taken;
}

export const hiding = 'secrets were hidden in an answer that it was read from';

export function foundIn({ commits }: Landing, known: ToldPulls): ReadonlyMap<number, PullRequest> {
  const found = commits.flatMap(({ sha }) => known.numbersOf(sha)).flatMap((number) => known.pulls.get(number) ?? []);
  return new Map(found.map((pull) => [pull.number, pull]));
}

/** Compares the pull requests of a landing, which of its commits each brought, and the people behind its commits. */
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
    // An audit need not ask about the people of a commit that came with a pull request.
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

/** @param key of the fact that they belong to */
function pullsOfKey(key: string, excuse: Comparable<PullRequest>['excuse']): Comparable<PullRequest> {
  return {
    keyOf: ({ number }) => `pull ${key} ${number}`,
    nameOf: ({ number, title }) => `Pull request ${number} (${oneLine(title, 60)})`,
    shown: (pull) => ({ ...pull, commits: pull.commits.map(withoutGit) }),
    excuse,
  };
}

function lacks(missing: readonly string[], commits: readonly Pick<Commit, 'sha'>[], pulls: readonly PullRequest[]): boolean {
  const own = new Set([
    ...commits.map(({ sha }) => `object(oid: "${sha}")`),
    ...pulls.map(({ number }) => `pullRequest(number: ${number})`),
  ]);
  return missing.some((part) => own.has(part.slice(0, part.indexOf(')') + 1)));
}

/** Adds accounts. GitHub is not asked about people who are only in trailers. */
function withPeople(commit: Commit, people: People): Commit {
  const { author, committer } = people.get(commit.sha) ?? { author: null, committer: null };
  return {
    ...commit,
    author: { ...commit.author, account: author },
    committer: { ...commit.committer, account: committer },
    coAuthors: commit.coAuthors.map((coAuthor) => ({ ...coAuthor, account: null })),
  };
}

function withoutGit({ mergeAlone: _merge, suggestionAlone: _suggestion, ...commit }: Commit): object {
  return commit;
}

/** A pull request whose commits GitHub does not list to the end: git lists them. */
function asListed(pull: PullRequest, said: PullRequest | undefined, people: People): PullRequest {
  if (!pull.commitsCut || said === undefined || said.commitsCut) return pull;
  const told = new Map(pull.commits.map((commit) => [commit.sha, commit]));
  const listed = said.commits.map((commit) => told.get(commit.sha) ?? withPeople(commit, people));
  const known = new Set(said.commits.map(({ sha }) => sha));
  return { ...pull, commitsCut: false, commits: [...listed, ...pull.commits.filter(({ sha }) => !known.has(sha))] };
}

function namesOf(numbers: readonly number[]): string {
  return numbers.length === 0 ? 'no pull request' : list(numbers.map((number) => `pull request ${number}`));
}

interface AnsweredAccepted {
  readonly known: ToldPulls;
  readonly people: People;
  readonly audited: ReadonlySet<string>;
  readonly taken: Taken;
}

/** Compares the people behind an entry of `accepted`, and its pull request. Git tells which commit brought it. */
export function compareAccepted(comparison: Comparison, fact: AcceptedFact, { audited, known, people, taken }: AnsweredAccepted): void {
  const { by, commit, key, pull, reworded } = fact;
  const commits = [by, reworded].filter((one) => one !== null && one !== undefined);
  const found = known
    .numbersOf(commit ?? '')
    .flatMap((number) => known.pulls.get(number) ?? [])
    .filter(({ base }) => audited.has(base))
    .toSorted((one, other) => Date.parse(one.mergedAt) - Date.parse(other.mergedAt));
  if (lacks(taken.missing, commit === null ? commits : [{ sha: commit }, ...commits], pull === null ? [] : [pull])) {
    comparison.doubt(`accepted ${key}`, `Who accepted ${oneLine(key, 200)}: ${lacking}`);
    return;
  }
  const excuse = (): string | undefined => (taken.masked ? hiding : undefined);
  comparison.add(
    pull === null ? [] : [pull],
    found.slice(0, 1).map((one) => asListed(one, pull ?? undefined, people)),
    pullsOfKey(`accepted ${key}`, excuse),
  );
  const told = new Map([...known.pulls.values()].flatMap((one) => one.commits.map((each) => [each.sha, each] as const)));
  comparison.add<Commit>(
    commits,
    commits.map((one) => told.get(one.sha) ?? withPeople(one, people)),
    {
      keyOf: ({ sha }) => `accepted ${key} ${sha}`,
      nameOf: ({ sha }) => `Commit ${sha.slice(0, 12)}, which accepts ${oneLine(key, 200)}`,
      shown: withoutGit,
      excuse: ({ sha }) => (told.has(sha) || people.has(sha) ? excuse() : lacking),
    },
  );
}
