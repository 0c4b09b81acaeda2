import { createHash } from 'node:crypto';
import { emptyTree, lastChange, readBlobs, treeChanges, treesOf, type ObjectStore } from '../../git/index.ts';
import type { Landing } from '../facts/landing.ts';
import type { FileFact, WorkflowsFact } from '../facts/line.ts';
import { lineOf } from '../population/line.ts';
import { hole, untold, type Gaps } from './gaps.ts';
import { inParts } from './parallel.ts';

const folder = '.github';
const auditFile = 'compliance-audit.yml';

/** Most bytes of a file that is read. */
const longest = 1024 * 1024;

/** What `.github` of a commit holds of ours: SHAs of git's objects. */
interface Held {
  readonly file: string | null;
  readonly workflows: string | null;
}

/** The audit's file and the workflow files that were in force, each read once. */
export interface ControlFiles {
  /** Digest of the file at each landing's parent, and the tree of the workflows that it left. */
  of(landings: readonly Landing[]): Promise<readonly { readonly file: string | null; readonly workflows: string | null }[]>;
  /** The audit's file at a commit. */
  at(sha: string): Promise<FileFact | null>;
  /** All that `of` and `at` named. */
  facts(): AsyncGenerator<FileFact | WorkflowsFact>;
}

export function openControlFiles(store: ObjectStore, gaps: Gaps): ControlFiles {
  const files = new Map<string, FileFact | null>();
  const trees = new Map<string, { readonly seenAt: string; readonly branch: string }>();
  const folders = new Map<string, Held>();

  const heldAt = async (shas: readonly string[]): Promise<ReadonlyMap<string, Held>> => {
    const found = await foldersOf(store, shas, gaps);
    const unread = [...new Set(found.values())].filter((tree) => tree !== null && !folders.has(tree)).map(String);
    for (const [index, entries] of (await entriesOf(store, unread)).entries()) {
      if (entries === null) gaps.holes.push(hole(`folder ${folder}`, `The clone does not have ${unread[index] ?? ''}`));
      folders.set(unread[index] ?? '', { file: objectOf(entries, auditFile, '1'), workflows: objectOf(entries, 'workflows', '0') });
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
      files.set(
        object,
        blob.kind === 'text' ? { kind: 'file', digest: createHash('sha256').update(blob.text).digest('hex'), text: blob.text } : null,
      );
    }
    return new Map([...found].flatMap(([sha, tree]) => [[sha, (tree === null ? undefined : folders.get(tree)) ?? nothing] as const]));
  };
  const factOf = (held: Held | undefined): FileFact | null => (held?.file == null ? null : (files.get(held.file) ?? null));

  return {
    of: async (landings) => {
      const held = await heldAt(landings.flatMap((landing) => [parentOf(landing), landing.after].filter((sha) => sha !== null)));
      return landings.map((landing) => {
        const workflows = held.get(landing.after ?? '')?.workflows ?? null;
        if (workflows !== null && !trees.has(workflows)) trees.set(workflows, { seenAt: landing.after ?? '', branch: landing.branch });
        return { file: factOf(held.get(parentOf(landing) ?? ''))?.digest ?? null, workflows };
      });
    },
    at: async (sha) => factOf((await heldAt([sha])).get(sha)),
    facts: async function* () {
      yield* new Map([...files.values()].flatMap((fact) => (fact === null ? [] : [[fact.digest, fact] as const]))).values();
      yield* workflowsOf(store, trees, gaps);
    },
  };
}

const nothing: Held = { file: null, workflows: null };

/** The commit that a landing came upon; of a branch that was created, the parent of its first commit. */
function parentOf(landing: Landing): string | null {
  return landing.before ?? lineOf(landing).at(-1)?.parents[0] ?? null;
}

/** The tree of `.github` at each commit, null where there is none; commits that are missing are left out. */
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

/** An entry by its name: a file, or what stands in its place, has a mode that begins with 1; a tree one with 0. */
function objectOf(entries: Entries, name: string, mode: '0' | '1'): string | null {
  return entries?.find((entry) => entry.path === name && entry.mode.startsWith(mode))?.object ?? null;
}

/** Trees of workflows that are read together. */
const treesAtOnce = 50;

/** A file that may use this action, also from its own repository: of all others nobody asks who wrote them. */
const mayBeOurs = /compliance-evidence|uses:\s*["']?[.$]\//i;

async function* workflowsOf(
  store: ObjectStore,
  trees: ReadonlyMap<string, { readonly seenAt: string; readonly branch: string }>,
  { untold: told }: Gaps,
): AsyncGenerator<WorkflowsFact> {
  // What last changed a file is the same at an older landing of the branch, as long as the file is.
  const before = new Map<string, { readonly object: string; readonly brought: string | null }>();
  for (const part of inParts([...trees], treesAtOnce)) {
    const listed = (
      await entriesOf(
        store,
        part.map(([tree]) => tree),
      )
    ).map((entries) => entries?.filter(({ mode, path }) => mode.startsWith('1') && /\.ya?ml$/.test(path)));
    const texts = await readBlobs(
      store,
      listed.flatMap((entries) => (entries ?? []).map(({ object }) => object)),
      longest,
    );
    for (const [index, [tree, { branch, seenAt }]] of part.entries()) {
      const wanted = listed[index];
      if (wanted === undefined) {
        told.push(untold('workflows', `The clone does not have the tree ${tree} of ${folder}/workflows`, 'Clone all'));
        continue;
      }
      const files: WorkflowsFact['files'][number][] = [];
      for (const { object, path: name } of wanted) {
        const path = `${folder}/workflows/${name}`;
        const blob = texts.get(object);
        if (blob?.kind !== 'text') {
          told.push(
            untold('workflows', `${path} cannot be read: it is ${blob?.kind ?? 'missing'}`, 'Make it shorter than 1 MiB, and clone all'),
          );
          continue;
        }
        const known = before.get(`${branch} ${name}`);
        const asked = known?.object !== object && mayBeOurs.test(blob.text);
        const brought = known?.object === object ? known.brought : asked ? await lastChange(store, seenAt, path) : null;
        before.set(`${branch} ${name}`, { object, brought });
        files.push({ path, text: blob.text, brought });
      }
      yield { kind: 'workflows', tree, files };
    }
  }
}
