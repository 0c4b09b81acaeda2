import type { ResultsFormat } from '../results/index.ts';
import { Window } from '../xml/index.ts';
import { readFile } from './read-file.ts';
import { take } from './strip/take.ts';

/** JUnit XML, as most test frameworks write it. */
export const junit: ResultsFormat = {
  name: 'JUnit',
  /** Recognized by the first element, as far as the beginning shows it. In UTF-16 there are zeros between the characters. */
  recognizes: (head) => /<testsuites?[\s/>]/.test(head.toString('latin1').replaceAll('\0', '')),
  read() {
    const window = new Window();
    return (file, options) => readFile(file, options, window);
  },
  take,
};
