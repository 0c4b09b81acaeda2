import { askHalves, type ObjectStore } from './object-store.ts';

/** A commit with more than one parent, as far as it is needed to make it again. */
export interface Merge {
  readonly sha: string;
  readonly tree: string;
  readonly parents: readonly string[];
}

/**
 * Whether merging its parents again gives each commit's tree, by SHA: then nobody wrote anything in it. Null where git cannot
 * tell: an object is missing, there are more than two parents, or this git is older than 2.39.
 */
export async function mergesAlone(store: ObjectStore, merges: readonly Merge[]): Promise<ReadonlyMap<string, boolean | null>> {
  const found = new Map<string, boolean | null>(merges.map(({ sha }) => [sha, null]));
  const pairs = [...new Map(merges.map((merge) => [merge.sha, merge])).values()].filter(({ parents }) => parents.length === 2);
  if (pairs.length === 0 || !(await canMerge(store))) return found;
  // git stops at a commit that is missing.
  await askHalves(pairs, async (some) => {
    const ending = await store.run(['merge-tree', '--write-tree', '--stdin', '--no-messages', '--name-only'], {
      input: some.map(({ parents }) => parents.join(' ')),
      timeLimit: 300_000,
    });
    if (ending.kind !== 'done') return false;
    const answers = readAnswers(ending.stdout.toString('latin1'));
    if (answers.length === some.length) for (const [index, { sha, tree }] of some.entries()) found.set(sha, answers[index] === tree);
    return true;
  });
  return found;
}

async function canMerge(store: ObjectStore): Promise<boolean> {
  const ending = await store.run(['version']);
  const [, major, minor] = /(\d+)\.(\d+)/.exec(ending.kind === 'done' ? ending.stdout.toString('utf8') : '') ?? [];
  return Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 39);
}

/** The tree of each merge, undefined where there was a conflict. Each is its status, its tree, the paths in conflict, and an empty part. */
function readAnswers(output: string): readonly (string | undefined)[] {
  const parts = output.split('\0');
  const answers: (string | undefined)[] = [];
  for (let at = 0; at + 1 < parts.length;) {
    answers.push(parts[at] === '1' ? parts[at + 1] : undefined);
    at += 2;
    while (at < parts.length && parts[at] !== '') at += 1;
    at += 1;
  }
  return answers;
}
