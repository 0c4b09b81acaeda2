import { junit } from '../../junit/index.ts';
import type { ResultsFormat } from '../../results/index.ts';

/** The formats of test results. What none of the others recognizes is read as the first, which says what is wrong with it. */
export const formats: readonly [ResultsFormat, ...ResultsFormat[]] = [junit];

/** The format that a file was counted in. */
export function formatNamed(name: string, among = formats): ResultsFormat {
  return among.find((format) => format.name === name) ?? among[0];
}

/** The files that a folder stands for which a pattern names. */
export const namesInFolders = '*.xml';
