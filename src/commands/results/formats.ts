import { junit } from '../../junit/index.ts';
import type { ResultsFormat } from '../../results/index.ts';

/** A file that none of the others recognizes is read as the first, which says what is wrong with it. */
export const formats: readonly [ResultsFormat, ...ResultsFormat[]] = [junit];

/** Results hold only the name of their format, because they are plain data that is copied. */
export function formatNamed(name: string, among: readonly ResultsFormat[] = formats): ResultsFormat {
  const found = among.find((format) => format.name === name);
  if (found === undefined) throw new Error(`There is no format of results called ${name}`);
  return found;
}
