import { UsageError } from '../../errors/index.ts';
import { jsonProblem, oneLine } from '../../text/index.ts';

/** A file of ours that somebody hands in. */
interface Handed {
  /** As it was given. */
  readonly file: string;
  readonly what: string;
  readonly fix: string;
}

/** Plans and parts are flat; half a million findings have 10 million values. */
const bounds = { depth: 32, values: 20_000_000, names: 10_000 };

/** The value of a JSON text within bounds, and the error for whoever finds something wrong with it. */
export function readDocument(
  source: string,
  { file, fix, what }: Handed,
): { readonly value: unknown; readonly wrong: (why: string) => UsageError } {
  const wrong = (why: string): UsageError =>
    new UsageError('invalid-input', `${oneLine(file, 300)} is no ${what}: ${oneLine(why, 300)}`, { fix });
  const text = source.replace(/^\uFEFF/, '');
  const problem = jsonProblem(text, bounds);
  if (problem !== undefined) throw wrong(`${problem.path} ${problem.sentence}`);
  try {
    return { value: JSON.parse(text), wrong };
  } catch {
    throw wrong('it is no JSON, or was cut off');
  }
}
