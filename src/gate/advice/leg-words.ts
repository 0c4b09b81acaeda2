import { oneLine } from '../../text/index.ts';

/** Longest words, in UTF-16 units. */
const longest = 100;

/** The facts that tell results of one name apart, as far as they are known: foreign values of any kind. */
interface Leg {
  readonly matrix: unknown;
  /** The caller's own label. */
  readonly leg: unknown;
  /** The artifact that the results are about, if any. */
  readonly artifact?: string | undefined;
}

/** Which leg results are of, `os linux, python 3.11`; without a leg the name of their artifact; `''` where there is neither. */
export function legWords({ artifact = '', leg, matrix }: Leg): string {
  const words = [...matrixWords(matrix), ...(typeof leg === 'string' ? [leg] : [])].filter((word) => word !== '');
  return oneLine(words.length === 0 ? artifact : words.join(', '), longest);
}

/** Which leg of a matrix results are of, a value each, in the order of their names: a service may keep another one than GitHub gives. */
export function matrixWords(matrix: unknown): readonly string[] {
  if (typeof matrix !== 'object' || matrix === null || Array.isArray(matrix)) return [plain(matrix ?? '')];
  return Object.entries(matrix)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key} ${plain(value)}`);
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : sortedJson(value, 1);
}

/** No matrix of GitHub is so deep. Deeper values are left out, so that they cannot exhaust the stack. */
const deepest = 20;

/** JSON with sorted keys, so that the same leg reads the same whichever way it was written. `depth`: how deep the value lies. */
export function sortedJson(value: unknown, depth = 0): string {
  return JSON.stringify(ordered(value, depth));
}

function ordered(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= deepest) return '…';
  if (Array.isArray(value)) return value.map((item: unknown) => ordered(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, ordered(inner, depth + 1)]),
  );
}
