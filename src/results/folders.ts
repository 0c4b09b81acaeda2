interface SuiteInFile {
  readonly name: string;
  readonly file: string;
}

/** In UTF-16 units. */
const longest = 60;

/**
 * The shortest part of the path of each file that tells it from the files with suites of the same names: the legs of a matrix write
 * `junit-3.11/tests.xml` and `junit-3.12/tests.xml`. A file whose suites are in no other file has none. It is found from all suites rather
 * than the failed ones, so that a file has the same name in every run.
 */
export function foldersApart(suites: readonly SuiteInFile[]): ReadonlyMap<string, string> {
  return new Map(likeFiles(suites).flatMap((files) => namesOf(files).map((name, index) => [files[index] ?? '', name] as const)));
}

/** Each once. Two pairs with a file in common become one group of three. */
function likeFiles(suites: readonly SuiteInFile[]): readonly (readonly string[])[] {
  const byName = new Map<string, Set<string>>();
  for (const { file, name } of suites) {
    const files = byName.get(name);
    if (files === undefined) byName.set(name, new Set([file]));
    else files.add(file);
  }
  const groups = new Map<string, ReadonlySet<string>>();
  for (const files of byName.values()) {
    const [first = ''] = files;
    if (files.size < 2 || groups.get(first)?.isSupersetOf(files) === true) continue;
    const merged = new Set([...files].flatMap((file) => [file, ...(groups.get(file) ?? [])]));
    for (const file of merged) groups.set(file, merged);
  }
  return [...new Set(groups.values())].map((group) => [...group]);
}

/** One folder where that is enough, the outermost first; else several, and the name of the file only if needed. */
function namesOf(files: readonly string[]): readonly string[] {
  const paths = files.map((file) => file.split('/').slice(0, -1));
  const depth = Math.max(...paths.map(({ length }) => length));
  const differing = Array.from({ length: depth }, (_, at) => at).filter((at) => new Set(paths.map((path) => path[at])).size > 1);
  const named = (chosen: readonly number[]): readonly string[] => files.map((file, index) => nameOf(file, paths[index] ?? [], chosen));
  const single = differing.find((at) => areApart(named([at])));
  let chosen = single === undefined ? [...differing, ofFile] : [single];
  for (const one of chosen.toReversed()) {
    const rest = chosen.filter((other) => other !== one);
    if (rest.length > 0 && areApart(named(rest))) chosen = rest;
  }
  const names = named(chosen);
  const short = names.map(shortened);
  return [short, names].find(areApart) ?? files;
}

const ofFile = -1;

/** A file that lies above the others gets the folder that it is in. */
function nameOf(file: string, folders: readonly string[], chosen: readonly number[]): string {
  const base = file.replace(/^.*\//s, '').replace(/\.xml$/i, '');
  const parts = chosen.map((at) => (at === ofFile ? base : (folders[at] ?? ''))).filter((part) => part !== '');
  return parts.length > 0 ? parts.join('/') : (folders.at(-1) ?? base);
}

function areApart(names: readonly string[]): boolean {
  return new Set(names).size === names.length && !names.includes('');
}

/** Cuts the middle: names mostly differ at an end. */
function shortened(name: string): string {
  return name.length <= longest ? name : `${name.slice(0, longest / 2 - 1)}…${name.slice(-longest / 2)}`;
}
