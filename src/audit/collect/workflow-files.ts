import { emptyTree, lastChange, readBlobs, treeChanges, type ObjectStore } from '../../git/index.ts';
import type { WorkflowsFact } from '../facts/line.ts';
import { untold, type Gaps } from './gaps.ts';
import { inParts } from './parallel.ts';

/** The workflows of a commit, and the repository's own actions that they may use: SHAs of git's trees. */
export interface WorkflowTrees {
  readonly workflows: string;
  readonly actions: string | null;
  readonly seenAt: string;
  readonly branch: string;
}

/** Trees of workflows that are read together. */
const treesAtOnce = 50;

/** A file that may use this action, also from its own repository: of all others nobody asks who wrote them. */
const mayBeOurs = /compliance-evidence|uses:\s*["']?[.$]\//i;

interface Wanted {
  readonly path: string;
  readonly object: string;
}

/** The workflow files, and the files of composite actions, of each pair of trees by its name. */
export async function* workflowsOf(
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

/** The files that each of the trees has; undefined where the clone does not have one of its trees. */
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
