import { askHalves, type ObjectStore } from './object-store.ts';

/** git's tree without an entry, which it knows without having it. */
export const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** One path that differs between two trees. A file that was moved is its old path and its new one. */
export interface TreeChange {
  readonly path: string;
  /** `A` added, `D` deleted, `M` modified, `T` of another type. */
  readonly status: string;
  /** `100644`; of zeros where it was not there. */
  readonly oldMode: string;
  readonly mode: string;
  /** SHA of what it holds now; of zeros where it is gone. */
  readonly object: string;
}

export interface TreePair {
  readonly from: string;
  readonly to: string;
}

/**
 * The differences between each pair of trees, by one call of git; null where an object is missing. `whole`: down to the files;
 * else the entries of these trees alone. Paths come as bytes: what is no UTF-8 has U+FFFD.
 */
export async function treeChanges(
  store: ObjectStore,
  pairs: readonly TreePair[],
  how: 'whole' | 'entries',
): Promise<readonly (readonly TreeChange[] | null)[]> {
  const keys = pairs.map(keyOf);
  const found = new Map<string, readonly TreeChange[]>();
  const depth = how === 'whole' ? ['-r'] : [];
  // git stops at an object that is missing.
  await askHalves([...new Set(keys)], async (some) => {
    const ending = await store.run(['diff-tree', '--stdin', ...depth, '--raw', '-z', '--no-renames', '--no-abbrev'], { input: some });
    if (ending.kind !== 'done') return false;
    for (const [key, changes] of readRecords(ending.stdout, some)) found.set(key, changes);
    return true;
  });
  return keys.map((key) => found.get(key) ?? null);
}

const keyOf = ({ from, to }: TreePair): string => `${from} ${to}`;

/**
 * Each pair is a line with both SHAs, then for each path `:modes objects status`, a zero byte, the path, a zero byte. A path
 * can hold anything but a zero byte, also what looks like the next pair: where one ends is told by the zero bytes alone.
 */
function readRecords(output: Buffer, keys: readonly string[]): ReadonlyMap<string, readonly TreeChange[]> {
  const asked = new Set(keys);
  const found = new Map<string, TreeChange[]>();
  let current: TreeChange[] = [];
  let position = 0;
  while (position < output.length) {
    if (output[position] !== 0x3a) {
      const key = output.toString('latin1', position, position + 81);
      position += 82;
      current = [];
      if (asked.has(key)) found.set(key, current);
      continue;
    }
    const metaEnd = output.indexOf(0, position);
    const pathEnd = output.indexOf(0, metaEnd + 1);
    const [oldMode = '', mode = '', , object = '', status = ''] = output.toString('latin1', position + 1, metaEnd).split(' ');
    current.push({ path: output.toString('utf8', metaEnd + 1, pathEnd), status, oldMode, mode, object });
    position = pathEnd + 1;
  }
  return found;
}
