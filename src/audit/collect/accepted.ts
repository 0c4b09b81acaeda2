import { fileVersions, filesAt, landedCommits, present, readBlobs, type FileVersion, type ObjectStore } from '../../git/index.ts';
import { given } from '../../text/index.ts';
import { commitIn } from '../facts/finding.ts';
import type { Commit } from '../facts/landing.ts';
import type { AcceptedFact, Query } from '../facts/line.ts';
import { auditFilePath } from '../file/audit-file.ts';
import { readDocument, type Piece } from '../file/document.ts';
import { withAccounts } from './fill.ts';
import { itemsOf } from './gaps.ts';
import type { Parts } from './landing-facts.ts';
import { completePulls } from './pulls.ts';
import type { CollectSources } from './settings.ts';

/** The most bytes of a version and the most versions that are read, and how many one call of git reads. */
const most = { bytes: 1024 * 1024, versions: 1000, atOnce: 50 };

interface FileHistory {
  readonly commits: number;
  /** The commit since which the mark has stood in the file without a break; null where git cannot tell. */
  firstWith(mark: string): Promise<string | null>;
}

/**
 * Reads the history of a file up to a commit, only as far back as it is asked for.
 * @param marksOf the comparable marks of a version; undefined where it cannot be read
 */
async function openFileHistory(
  store: ObjectStore,
  tip: string,
  path: string,
  marksOf: (text: string) => ReadonlySet<string> | undefined,
): Promise<FileHistory> {
  const versions = await fileVersions(store, tip, path);
  const places = new Map(versions.map(({ sha }, index) => [sha, index]));
  const objects = await filesAt(
    store,
    versions.map(({ sha }) => sha),
    path,
  );
  const read = new Map<string, ReadonlySet<string> | undefined>();

  const marksAt = async (sha: string): Promise<ReadonlySet<string> | undefined> => {
    const object = objects.get(sha);
    if (object === undefined) return new Set();
    if (!read.has(object) && read.size < most.versions) {
      const place = places.get(sha) ?? 0;
      const next = versions.slice(place, place + most.atOnce).flatMap((version) => objects.get(version.sha) ?? []);
      const unread = next.filter((one) => !read.has(one));
      for (const [one, blob] of await readBlobs(store, unread, most.bytes))
        read.set(one, blob.kind === 'text' ? marksOf(blob.text) : undefined);
    }
    return read.get(object);
  };

  /** The version before in which it stood too; `untold` where an earlier one cannot be read. */
  const before = async ({ parents }: FileVersion, mark: string): Promise<FileVersion | 'untold' | undefined> => {
    let isUntold = false;
    for (const parent of parents) {
      const marks = await marksAt(parent);
      if (marks?.has(mark) === true) return versions[places.get(parent) ?? -1];
      isUntold ||= marks === undefined;
    }
    return isUntold ? 'untold' : undefined;
  };

  return {
    commits: versions.length,
    async firstWith(mark) {
      let [at] = versions;
      if (at === undefined || (await marksAt(at.sha))?.has(mark) !== true) return null;
      for (;;) {
        const earlier = await before(at, mark);
        if (earlier === 'untold') return null;
        if (earlier === undefined) return at.sha;
        at = earlier;
      }
    },
  };
}

/**
 * The people who brought each entry of `accepted` into the audit's file, at the tip of the default branch: the commit in
 * which the entry first stood as it does now, and the pull request that first brought this commit to an audited branch.
 * Editing the reason, the form or a neighbour of an entry accepts nothing.
 */
export async function* acceptedFacts(sources: CollectSources, parts: Parts): AsyncGenerator<AcceptedFact | Query> {
  const { controls, plan, store } = parts;
  const [branch] = plan.branches;
  const entries = branch === undefined ? [] : (entriesIn((await controls.at(branch.tip))?.text ?? '') ?? []);
  if (branch === undefined || entries.length === 0) return;
  const history = await openFileHistory(store, branch.tip, auditFilePath, marksIn);
  const text = `git log --full-history --simplify-merges origin/BRANCH -- ${auditFilePath}`;
  yield { kind: 'query', of: 'git', text, times: 1, answered: history.commits };
  const brought: Brought[] = [];
  for (const entry of entries) {
    const [first, reworded] = [await history.firstWith(markOf(entry)), await history.firstWith(wholeOf(entry))];
    brought.push({ key: entry.key, first, reworded: first === reworded ? null : reworded });
  }
  yield* factsOf(brought, sources, parts);
}

interface Brought {
  readonly key: string;
  readonly first: string | null;
  /** The commit that changed its reason since. */
  readonly reworded: string | null;
}

async function* factsOf(brought: readonly Brought[], sources: CollectSources, parts: Parts): AsyncGenerator<AcceptedFact> {
  const { known, plan, store } = parts;
  const shas = [...new Set(brought.flatMap(({ first, reworded }) => [first, reworded].filter((sha) => sha !== null)))];
  await known.ask(shas);
  const audited = new Set(plan.branches.map(({ name }) => name));
  const numberOf = (sha: string): number | undefined =>
    known
      .numbersOf(sha)
      .flatMap((number) => known.pulls.get(number) ?? [])
      .filter(({ base }) => audited.has(base))
      .toSorted((one, other) => Date.parse(one.mergedAt) - Date.parse(other.mergedAt))[0]?.number;
  const numbers = new Map(shas.map((sha) => [sha, numberOf(sha)]));
  // The population is whole without a part of such a pull request.
  const own = { holes: [], untold: [] };
  const from = { github: sources.github, landings: [] };
  await completePulls(
    store,
    [...new Set(numbers.values())].flatMap((number) => number ?? []),
    known,
    from,
    own,
  );
  const commits = await readCommits(shas, sources, parts);
  const named = brought.flatMap(({ key }) => commitIn(key) ?? []);
  const here = await present(store, named);
  for (const { first, key, reworded } of brought) {
    const commit = commitIn(key);
    yield {
      kind: 'accepted',
      key,
      commit: first,
      pull: known.pulls.get(numbers.get(first ?? '') ?? -1) ?? null,
      by: commits.get(first ?? '') ?? null,
      ...given({ reworded: commits.get(reworded ?? '') }),
      ...given({ inClone: commit === undefined ? undefined : here.has(commit) }),
    };
  }
}

async function readCommits(
  shas: readonly string[],
  { github }: CollectSources,
  { gaps, known, store }: Parts,
): Promise<ReadonlyMap<string, Commit>> {
  const told = new Map([...known.pulls.values()].flatMap(({ commits }) => commits.map((commit) => [commit.sha, commit] as const)));
  const untold = shas.filter((sha) => !told.has(sha));
  const answered =
    github === null || untold.length === 0
      ? []
      : await itemsOf(gaps, 'pull-requests', 'accounts of commits', () => github.accountsOf(untold));
  const accounts = new Map((answered ?? []).map((one) => [one.sha, one]));
  const commits = new Map<string, Commit>();
  for (const sha of shas) {
    const commit = told.get(sha) ?? (await landedCommits(store, [`${sha}^@`], sha)).map((one) => withAccounts(one, accounts.get(sha)))[0];
    if (commit !== undefined) commits.set(sha, commit);
  }
  return commits;
}

/** An entry of `accepted` as it is written, also where the file cannot be used. */
interface Entry {
  readonly key: string;
  readonly owner: unknown;
  readonly since: unknown;
  readonly until: unknown;
  readonly reason: unknown;
}

/** Undefined where the text cannot be read at all. */
function entriesIn(text: string): readonly Entry[] | undefined {
  const root = readDocument(text, () => {});
  if (root === undefined) return undefined;
  const accepted = valueOf(root, 'accepted');
  if (accepted?.kind !== 'list') return [];
  return accepted.items.flatMap((item) => {
    const of = (name: string): unknown => {
      const piece = valueOf(item, name);
      return piece?.kind === 'scalar' ? piece.value : undefined;
    };
    const key = of('key');
    return typeof key === 'string' ? [{ key, owner: of('owner'), since: of('since'), until: of('until'), reason: of('reason') }] : [];
  });
}

/** The last piece of that name, as the reader of the file takes it. */
function valueOf(piece: Piece, name: string): Piece | undefined {
  return piece.kind === 'map' ? piece.entries.findLast((entry) => entry.name === name)?.piece : undefined;
}

function markOf({ key, owner, since, until }: Entry): string {
  return JSON.stringify([key, owner, since, until]);
}

function wholeOf(entry: Entry): string {
  return JSON.stringify([markOf(entry), entry.reason]);
}

function marksIn(text: string): ReadonlySet<string> | undefined {
  const entries = entriesIn(text);
  return entries === undefined ? undefined : new Set(entries.flatMap((entry) => [markOf(entry), wholeOf(entry)]));
}
