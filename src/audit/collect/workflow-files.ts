import { emptyTree, lastChange, readBlobs, treeChanges, type ObjectStore } from '../../git/index.ts';
import type { WorkflowsFact } from '../facts/line.ts';
import { untold, type Gaps } from './gaps.ts';

/** The workflows of a commit, and the repository's own actions that they may use: SHAs of git's trees. */
export interface WorkflowTrees {
  readonly workflows: string;
  readonly actions: string | null;
  readonly seenAt: string;
  readonly branch: string;
}

/** The workflow files, and the files of composite actions, of each pair of trees by its name. */
export async function* workflowsOf(
  store: ObjectStore,
  trees: ReadonlyMap<string, WorkflowTrees>,
  longest: number,
  { untold: told }: Gaps,
): AsyncGenerator<WorkflowsFact> {
  // What last changed a file is the same at an older landing of the branch, as long as the file is.
  const before = new Map<string, { readonly object: string; readonly brought: string | null }>();
  for (const [tree, { actions, branch, seenAt, workflows }] of trees) {
    const wanted = [
      ...(await filesIn(store, workflows, 'entries', /\.ya?ml$/, '.github/workflows')),
      ...(actions === null ? [] : await filesIn(store, actions, 'whole', /(?:^|\/)action\.ya?ml$/, '.github/actions')),
    ];
    const texts = await readBlobs(
      store,
      wanted.map(({ object }) => object),
      longest,
    );
    const files: WorkflowsFact['files'][number][] = [];
    for (const { object, path } of wanted) {
      const blob = texts.get(object);
      if (blob?.kind !== 'text') {
        told.push(
          untold('workflows', `${path} cannot be read: it is ${blob?.kind ?? 'missing'}`, 'Make it shorter than 1 MiB, and clone all'),
        );
        continue;
      }
      const known = before.get(`${branch} ${path}`);
      const brought = known?.object === object ? known.brought : await lastChange(store, seenAt, path);
      before.set(`${branch} ${path}`, { object, brought });
      files.push({ path, text: blob.text, brought });
    }
    yield { kind: 'workflows', tree, files };
  }
}

async function filesIn(
  store: ObjectStore,
  tree: string,
  how: 'whole' | 'entries',
  name: RegExp,
  folder: string,
): Promise<readonly { readonly path: string; readonly object: string }[]> {
  const [entries] = await treeChanges(store, [{ from: emptyTree, to: tree }], how);
  return (entries ?? [])
    .filter(({ mode, path }) => mode.startsWith('1') && name.test(path))
    .map(({ object, path }) => ({ object, path: `${folder}/${path}` }));
}
