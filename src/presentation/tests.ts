import type { Reason } from '../gate/index.ts';
import { cut } from '../text/index.ts';

/** Where a suite is: foreign text. */
interface NamedSuite {
  /** The part of a path that tells its file from others with the same suite. */
  readonly folder?: string;
  readonly suite: string;
}

/** Where a test case is: foreign text. */
interface NamedTest extends NamedSuite {
  readonly name: string;
  /** The class that tells it from others of its suite with the same name. */
  readonly within?: string;
}

/** The name of a test case; some tools write none. */
export function testName({ name }: Pick<NamedTest, 'name'>): string {
  return name.trim() === '' ? '(no name)' : name;
}

/** A suite in a line of text, with the parts that tell it from others of its name. `of` is the leg or the artifact of the results. */
export function suitePath({ folder = '', suite }: NamedSuite, of = ''): string {
  return inPath(of, folder, suite);
}

/** A test case in a line of text, like its suite. */
export function testPath(test: NamedTest, of = ''): string {
  return inPath(suitePath(test, of), test.within ?? '', testName(test));
}

/** Longest path that a record keeps, and that is read from one. */
export const longestRecorded = 200;

/** The same as a record keeps it: without the leg, which the record itself names. */
export function recordedPath(test: NamedTest): string {
  return cut(testPath(test), longestRecorded);
}

/** The failed tests of a record by name, as `testPath` writes them. */
export function failedPaths({ names, of = '' }: NonNullable<Reason['failed']>): readonly string[] {
  return names.map((name) => inPath(of, name));
}

function inPath(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' › ');
}

/** Says that not all of some tests are listed by name; `undefined` where they all are. */
export function unlistedWords(listed: number, all: number, kind: 'failed' | 'flaky'): string | undefined {
  const more = all - listed;
  if (more <= 0) return undefined;
  const tests = more === 1 ? 'test' : 'tests';
  if (listed > 0) return `and ${more} more ${kind} ${tests}`;
  return kind === 'failed'
    ? `${more} failed ${tests}, which the results do not name`
    : `${more} flaky ${tests}, which the results do not name`;
}
