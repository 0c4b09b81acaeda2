import { messageOf } from '../errors/index.ts';
import { count, cut, isExactNumber, jsonProblem, list, listAt, stringAt, valueAt } from '../text/index.ts';

export type FileText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'too-large' | 'no-regular-file' }
  /** `folder`: the names in its folder. */
  | { readonly kind: 'unreadable'; readonly code: string; readonly folder?: readonly string[] };

/** The path is in the workspace. `largest`: in bytes. */
export type ReadFile = (path: string, largest: number) => FileText;

/** Deepest nesting of a caller's JSON: later code calls itself once for each level, and the stack is limited. */
export const deepest = 64;

export type JsonText =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'too-deep' }
  /** Readers disagree about its value: `a.b is there twice: say it once.` */
  | { readonly kind: 'unclear'; readonly why: string }
  | { readonly kind: 'no-json'; readonly why: string };

/** Its length is checked before, and its depth after it. */
const unbounded = { depth: Infinity, values: Infinity, names: Infinity };

/** Every reader must read the same in it: no object has a name twice. `parse` may keep numbers as they are written. */
export function readJson(text: string, parse: (text: string) => unknown = JSON.parse): JsonText {
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    return { kind: 'no-json', why: messageOf(error) };
  }
  const problem = jsonProblem(text, unbounded);
  if (problem !== undefined) return { kind: 'unclear', why: [problem.path, problem.sentence].filter((part) => part !== '').join(' ') };
  return isTooDeep(value) ? { kind: 'too-deep' } : { kind: 'json', value };
}

/** Goes level by level, and stops at the deepest allowed one. */
function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true;
    level = level.flatMap((part) => (typeof part === 'object' && part !== null && !isExactNumber(part) ? Object.values(part) : []));
  }
  return false;
}

/** Declared by an earlier step of the job, with its SHA-256 in lower-case hexadecimal digits. */
interface ListedArtifact {
  readonly name: string;
  readonly fingerprint: string;
}

/** Declared by earlier steps of the job; `wrong` says why it cannot be used. */
export type ArtifactList =
  /** The runner keeps no such list. */
  | { readonly kind: 'none' }
  | { readonly kind: 'artifacts'; readonly artifacts: readonly ListedArtifact[] }
  | { readonly kind: 'unusable'; readonly wrong: string };

/** In bytes: the runner keeps at most 500 names in the list. */
export const largestList = 4 * 1024 * 1024;

const mostArtifacts = 500;
/** In characters: services refuse a longer name of a file or image. */
const longestName = 1024;

/**
 * Reads the file of `GITHUB_ARTIFACTS_LIST`: `{"version":1,"subjects":[{name,digest,kind}]}`, or nothing at all where the runner keeps no
 * list (actions/runner, ArtifactsListFileCommand). One wrong entry spoils all, because it is unclear which artifact it should be.
 */
export function readArtifactList(file: FileText): ArtifactList {
  if (file.kind !== 'text')
    return unusable(file.kind === 'unreadable' ? `its file cannot be read (${file.code})` : 'its file is none that can be read');
  if (file.text.trim() === '') return { kind: 'none' };
  const json = readJson(file.text);
  if (json.kind !== 'json')
    return unusable(json.kind === 'unclear' ? `it is not clear: ${cut(json.why, 200)}` : 'it is not of the form that this version knows');
  const subjects = valueAt(json.value, 'version') === 1 ? listAt(json.value, 'subjects') : undefined;
  if (subjects === undefined) return unusable('it is not of the form that this version knows');
  if (subjects.length > mostArtifacts) return unusable(`it has more than ${mostArtifacts} entries`);
  const artifacts = subjects.map(artifactOf);
  const wrong = artifacts.findIndex((artifact) => artifact === undefined);
  if (wrong >= 0) return unusable(`its entry ${wrong + 1} is no file or image with a name and a SHA-256`);
  return { kind: 'artifacts', artifacts: artifacts.filter((artifact) => artifact !== undefined) };
}

function unusable(wrong: string): ArtifactList {
  return { kind: 'unusable', wrong };
}

function artifactOf(subject: unknown): ListedArtifact | undefined {
  const [name, kind] = [stringAt(subject, 'name') ?? '', stringAt(subject, 'kind') ?? ''];
  const [, digits] = /^sha256:([a-fA-F0-9]{64})$/.exec(stringAt(subject, 'digest') ?? '') ?? [];
  if (name === '' || name.length > longestName || digits === undefined || (kind !== 'file' && kind !== 'oci')) return undefined;
  return { name, fingerprint: digits.toLowerCase() };
}

export function artifactNames(artifacts: readonly ListedArtifact[]): string {
  return `${count(artifacts.length, 'artifact')}: ${list(artifacts.map(({ name }) => JSON.stringify(cut(name, 100))))}`;
}
