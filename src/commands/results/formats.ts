import { junit } from '../../junit/index.ts';
import type { ResultsFile, ResultsFormat } from '../../results/index.ts';

/** The formats of test results. What none of the others recognizes is read as the first, which says what is wrong with it. */
export const formats: readonly [ResultsFormat, ...ResultsFormat[]] = [junit];

/** The format that read a file. Results name it and do not hold it, because they are plain data that is copied. */
export function formatOf({ format }: ResultsFile, among: readonly ResultsFormat[] = formats): ResultsFormat {
  const found = among.find(({ name }) => name === format);
  if (found === undefined) throw new Error(`No format of results is called ${format}`);
  return found;
}

/** The files that a folder stands for which a pattern names. */
export const namesInFolders = '*.xml';
