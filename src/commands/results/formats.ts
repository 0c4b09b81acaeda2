import { junit } from '../../junit/index.ts';
import type { ResultsFormat } from '../../results/index.ts';

/** The formats of test results. What none of the others recognizes is read as the first, which says what is wrong with it. */
export const formats: readonly [ResultsFormat, ...ResultsFormat[]] = [junit];

/** The files that a folder stands for which a pattern names. */
export const namesInFolders = '*.xml';
