import { oneLine, valueAt } from '../../text/index.ts';
import { runKey } from '../runs/groups.ts';
import { matrixWords } from './matrix-words.ts';

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

/** The same of a record; `artifact`: that of the row which it stands behind. */
export function legOf(record: { readonly user_data?: unknown }, artifact: string | undefined): string {
  const at = (name: string): unknown => valueAt(record.user_data, runKey, name);
  return legWords({ matrix: at('matrix'), leg: at('leg'), artifact });
}
