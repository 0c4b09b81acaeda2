import { hash } from 'node:crypto';
import { emptyTree, lastChange, readBlobs, treeChanges, treesOf, type ObjectStore } from '../../git/index.ts';
import type { Landing } from '../facts/landing.ts';
import type { FileFact, WorkflowsFact } from '../facts/line.ts';
import { lineOf } from '../population/line.ts';
import { hole, untold, type Gaps } from './gaps.ts';
import { inParts } from './parallel.ts';

/** SHAs of git's trees: the workflows of a commit, and the repository's own actions that they may use. */
interface WorkflowTrees {
  readonly workflows: string;
  readonly actions: string | null;
  readonly seenAt: string;
  readonly branch: string;
}

const treesAtOnce = 50;

/** A file that may use this action, also from its own repository. Only of these is it asked who wrote them. */
const mayBeOurs = /compliance-evidence|uses:\s*["']?[.$]\//i;

interface Wanted {
  readonly path: string;
  readonly object: string;
}

/** The workflow files, and the files of composite actions, of each pair of trees by its name. */
async function* workflowsOf(
  store: ObjectStore,
  trees: ReadonlyMap<string, WorkflowTrees>,
  longest: number,
  gaps: Gaps,
): AsyncGenerator<WorkflowsFact> {
  // The commit that last changed a file is the same at an older landing of the branch, as long as the file is.
  const before = new Map<string, { readonly object: string; readonly brought: string | null }>();
  for (const part of inParts([...trees], treesAtOnce)) {
    const listed = await filesOf(
      store,
      part.map(([, of]) => of),
    );
    const texts = await readBlobs(
      store,
      listed.flatMap((files) => (files ?? []).map(({ object }) => object)),
      longest,
    );
    for (const [index, [tree, { actions, branch, seenAt, workflows }]] of part.entries()) {
      const wanted = listed[index];
      if (wanted === undefined) {
        gaps.untold.push(
          untold(
            'workflows',
            `The clone does not have the tree ${workflows} of .github/workflows${actions === null ? '' : `, or ${actions} of .github/actions`}`,
            'Clone all',
          ),
        );
        continue;
      }
      const files: WorkflowsFact['files'][number][] = [];
      for (const { object, path } of wanted) {
        const blob = texts.get(object);
        if (blob?.kind !== 'text') {
          gaps.untold.push(
            untold('workflows', `${path} cannot be read: it is ${blob?.kind ?? 'missing'}`, 'Make it shorter than 1 MiB, and clone all'),
          );
          continue;
        }
        const known = before.get(`${branch} ${path}`);
        const asked = known?.object !== object && mayBeOurs.test(blob.text);
        const brought = known?.object === object ? known.brought : asked ? await lastChange(store, seenAt, path) : null;
        before.set(`${branch} ${path}`, { object, brought });
        files.push({ path, text: blob.text, brought });
      }
      yield { kind: 'workflows', tree, files };
    }
  }
}

/** Undefined where the clone lacks one of the trees. */
async function filesOf(store: ObjectStore, trees: readonly WorkflowTrees[]): Promise<readonly (readonly Wanted[] | undefined)[]> {
  const actions = [...new Set(trees.flatMap((tree) => tree.actions ?? []))];
  const workflows = await filesIn(
    store,
    trees.map((tree) => tree.workflows),
    { how: 'entries', name: /\.ya?ml$/, folder: '.github/workflows' },
  );
  const own = await filesIn(store, actions, { how: 'whole', name: /(?:^|\/)action\.ya?ml$/, folder: '.github/actions' });
  return trees.map((tree, index) => {
    const [these, those] = [workflows[index], tree.actions === null ? [] : own[actions.indexOf(tree.actions)]];
    return these === undefined || those === undefined ? undefined : [...these, ...those];
  });
}

async function filesIn(
  store: ObjectStore,
  trees: readonly string[],
  { folder, how, name }: { readonly how: 'whole' | 'entries'; readonly name: RegExp; readonly folder: string },
): Promise<readonly (readonly Wanted[] | undefined)[]> {
  const changes = await treeChanges(
    store,
    trees.map((to) => ({ from: emptyTree, to })),
    how,
  );
  return changes.map((entries) =>
    entries
      ?.filter(({ mode, path }) => mode.startsWith('1') && name.test(path))
      .map(({ object, path }) => ({ object, path: `${folder}/${path}` })),
  );
}

const folder = '.github';
const auditFile = 'compliance-audit.yml';

const longest = 1024 * 1024;

/** SHAs of git's objects in `.github` of a commit. */
interface Held {
  readonly file: string | null;
  readonly workflows: string | null;
  readonly actions: string | null;
}

/** The audit's file and the workflow files that were in force, each read once. */
export interface ControlFiles {
  /** For each landing the digest of the file at its parent, and the name of the workflows that it left. */
  of(landings: readonly Landing[]): Promise<readonly { readonly file: string | null; readonly workflows: string | null }[]>;
  at(sha: string): Promise<FileFact | null>;
  /** A text that `of` or `at` named. */
  textOf(digest: string): string | undefined;
  /** All that `of` and `at` named. */
  facts(): AsyncGenerator<FileFact | WorkflowsFact>;
}

export function openControlFiles(store: ObjectStore, gaps: Gaps): ControlFiles {
  const files = new Map<string, FileFact | null>();
  const trees = new Map<string, WorkflowTrees>();
  const folders = new Map<string, Held>();

  const heldAt = async (shas: readonly string[]): Promise<ReadonlyMap<string, Held>> => {
    const found = await foldersOf(store, shas, gaps);
    const unread = [...new Set(found.values())].filter((tree) => tree !== null && !folders.has(tree)).map(String);
    for (const [index, entries] of (await entriesOf(store, unread)).entries()) {
      if (entries === null) gaps.holes.push(hole(`folder ${folder}`, `The clone does not have ${unread[index] ?? ''}`));
      folders.set(unread[index] ?? '', {
        file: objectOf(entries, auditFile, '1'),
        workflows: objectOf(entries, 'workflows', '0'),
        actions: objectOf(entries, 'actions', '0'),
      });
    }
    const blobs = [...folders.values()].flatMap(({ file }) => (file === null || files.has(file) ? [] : [file]));
    for (const [object, blob] of await readBlobs(store, blobs, longest)) {
      if (blob.kind !== 'text')
        gaps.holes.push(
          hole(
            `${folder}/${auditFile}`,
            blob.kind === 'missing' ? `The clone does not have ${object}` : `It is longer than ${longest / 1024} KiB`,
          ),
        );
      files.set(object, blob.kind === 'text' ? { kind: 'file', digest: hash('sha256', blob.text), text: blob.text } : null);
    }
    return new Map([...found].flatMap(([sha, tree]) => [[sha, (tree === null ? undefined : folders.get(tree)) ?? nothing] as const]));
  };
  const factOf = (held: Held | undefined): FileFact | null =>
    held === undefined || held.file === null ? null : (files.get(held.file) ?? null);

  return {
    of: async (landings) => {
      const held = await heldAt(landings.flatMap((landing) => [parentOf(landing), landing.after].filter((sha) => sha !== null)));
      return landings.map((landing) => {
        const { actions, workflows: own } = held.get(landing.after ?? '') ?? nothing;
        const workflows = own === null ? null : nameOfBoth(own, actions);
        if (own !== null && workflows !== null && !trees.has(workflows))
          trees.set(workflows, { workflows: own, actions, seenAt: landing.after ?? '', branch: landing.branch });
        return { file: factOf(held.get(parentOf(landing) ?? ''))?.digest ?? null, workflows };
      });
    },
    at: async (sha) => factOf((await heldAt([sha])).get(sha)),
    textOf: (digest) => [...files.values()].find((file) => file?.digest === digest)?.text,
    facts: async function* () {
      yield* new Map([...files.values()].flatMap((fact) => (fact === null ? [] : [[fact.digest, fact] as const]))).values();
      yield* workflowsOf(store, trees, longest, gaps);
    },
  };
}

const nothing: Held = { file: null, workflows: null, actions: null };

/** The name of a tree, which stands for the workflows and the actions that they use. */
function nameOfBoth(workflows: string, actions: string | null): string {
  return actions === null ? workflows : hash('sha256', `${workflows} ${actions}`).slice(0, 40);
}

function parentOf(landing: Landing): string | null {
  return landing.before ?? lineOf(landing).at(-1)?.parents[0] ?? null;
}

/** The tree of `.github` at each commit, null where there is none; missing commits are left out. */
async function foldersOf(store: ObjectStore, shas: readonly string[], { holes }: Gaps): Promise<ReadonlyMap<string, string | null>> {
  const roots = await treesOf(store, shas);
  const distinct = [...new Set(roots.values())];
  const found = new Map<string, string | null>();
  for (const [index, entries] of (await entriesOf(store, distinct)).entries()) {
    if (entries === null) holes.push(hole('files of a commit', `The clone does not have the tree ${distinct[index] ?? ''}`));
    found.set(distinct[index] ?? '', objectOf(entries, folder, '0'));
  }
  return new Map([...roots].map(([sha, root]) => [sha, found.get(root) ?? null]));
}

type Entries = Awaited<ReturnType<typeof treeChanges>>[number];

function entriesOf(store: ObjectStore, trees: readonly string[]): Promise<readonly Entries[]> {
  return treeChanges(
    store,
    trees.map((to) => ({ from: emptyTree, to })),
    'entries',
  );
}

/** The mode of a file, or of what stands in its place, begins with 1; that of a tree with 0. */
function objectOf(entries: Entries, name: string, mode: '0' | '1'): string | null {
  return entries?.find((entry) => entry.path === name && entry.mode.startsWith(mode))?.object ?? null;
}
