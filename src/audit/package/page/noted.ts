import { Fault } from '../../../errors/index.ts';
import { namedPackage } from '../../witness/head-file.ts';
import { readHeads } from '../../witness/read-heads.ts';

/** Everything that the reader of the page noted, or that somebody kept for them. */
export interface Noted {
  /** A head of the log. */
  readonly head?: string;
  /** SHA-256 of the package that the head file names. */
  readonly packed?: string;
  /** SHA-256 of the package file. */
  readonly sha256?: string;
}

/**
 * Reads what was typed or pasted: a head, a head file as a whole, or a line of it. Answers the sentence that says why it cannot be
 * compared.
 */
export function notedIn(head: string, sha256: string): Noted | string {
  const own = sha256.trim().toLowerCase();
  if (own !== '' && !/^[0-9a-f]{64}$/.test(own)) return 'A SHA-256 has 64 hexadecimal digits. Leave the field empty where you noted none.';
  const packed = namedPackage(head);
  const isEmpty = head.split('\n').every((line) => line.trim() === '' || line.trim().startsWith('#'));
  if (isEmpty && packed === undefined && head.trim() !== '') return 'There is no head in that text. A head has 64 hexadecimal digits.';
  try {
    const heads = isEmpty ? [] : readHeads(head, 'the field for the head');
    if (heads.length > 1) return `That text has ${heads.length} heads. Leave one of them.`;
    const [link] = heads.map((each) => each.link);
    return {
      ...(link === undefined ? {} : { head: link }),
      ...(packed === undefined ? {} : { packed }),
      ...(own === '' ? {} : { sha256: own }),
    };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return `That is not a head: ${error.message}. A head has 64 hexadecimal digits. Leave the field empty where you have none.`;
  }
}
