import { filesAt, fileVersions, readBlobs, type FileVersion, type ObjectStore } from '../../git/index.ts';

/** Most bytes of a version that is read, most versions that are, and how many are read by one call of git. */
const most = { bytes: 1024 * 1024, versions: 1000, atOnce: 50 };

/** The versions of a file, each with what stands in it. */
export interface FileHistory {
  /** Commits that changed the file. */
  readonly commits: number;
  /** The commit from which on something has stood in the file without a break; null where git cannot tell. */
  firstWith(mark: string): Promise<string | null>;
}

/**
 * The history of a file up to a commit. It is read only as far back as it is asked for.
 *
 * @param marksOf what stands in a version, as it is compared; undefined where nobody can read it
 */
export async function openFileHistory(
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

  /** All that stands in the file at a commit; undefined where nobody can tell. */
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

  /** The version before in which it stood too; `untold` where one before cannot be read. */
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
