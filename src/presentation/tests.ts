/** Where a test case is: foreign text. */
interface NamedTest {
  readonly suite: string;
  readonly name: string;
}

/** The name of a test case; some tools write none. */
export function testName({ name }: Pick<NamedTest, 'name'>): string {
  return name.trim() === '' ? '(no name)' : name;
}

/** A test case in a line of text. */
export function testPath(test: NamedTest): string {
  return `${test.suite} › ${testName(test)}`;
}

/** What says that not all of some tests are listed by name; `undefined` where they all are. */
export function unlistedWords(listed: number, all: number, kind: 'failed' | 'flaky'): string | undefined {
  const more = all - listed;
  if (more <= 0) return undefined;
  const tests = more === 1 ? 'test' : 'tests';
  if (listed > 0) return `and ${more} more ${kind} ${tests}`;
  return kind === 'failed'
    ? `${more} failed ${tests}, which the results do not name`
    : `${more} flaky ${tests}, which the results do not name`;
}
