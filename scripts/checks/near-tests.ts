/** By their paths from the root. */
export type Importers = ReadonlyMap<string, readonly string[]>;

interface Reached {
  readonly file: string;
  readonly from: string;
}

/** Those with the fewest imports on the way come first, then those in the folder of the same name. */
export function nearestTests(changed: readonly string[], importers: Importers): readonly string[] {
  const seen = new Set(changed);
  const found: string[] = [];
  let reached: readonly Reached[] = changed.map((file) => ({ file, from: file }));
  while (reached.length > 0) {
    const tests = reached.filter(({ file }) => /^test\/.*\.test\.ts$/.test(file));
    found.push(...tests.toSorted((a, b) => sharedFolders(b) - sharedFolders(a)).map(({ file }) => file));
    reached = reached.flatMap(({ file, from }) =>
      (importers.get(file) ?? [])
        .filter((importer) => !seen.has(importer) && seen.add(importer))
        .map((importer) => ({ file: importer, from })),
    );
  }
  return found;
}

/** One for `src/junit/count/a.ts` and `test/junit/b.test.ts`. */
function sharedFolders({ file, from }: Reached): number {
  const folders = file.split('/').slice(1, -1);
  const others = from.split('/').slice(1, -1);
  const parted = folders.findIndex((folder, at) => folder !== others[at]);
  return parted === -1 ? folders.length : parted;
}

/** The first one, and those after it that fit into the time with it. */
export function inTime(tests: readonly string[], timeOf: (file: string) => number, time: number): readonly string[] {
  let left = time;
  return tests.filter((file, at) => {
    const taken = timeOf(file);
    if (at > 0 && taken > left) return false;
    left -= taken;
    return true;
  });
}
