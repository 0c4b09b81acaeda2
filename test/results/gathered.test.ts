import { describe, expect, test } from 'vitest';
import { emptyTally } from '../../src/junit/count/declared.ts';
import { junit } from '../../src/junit/index.ts';
import { Gathered } from '../../src/results/gathered.ts';
import type { CountedFile, FoundFile, ReadingOptions } from '../../src/results/index.ts';

const file = (name: string, facts: Partial<FoundFile> = {}): FoundFile => ({
  name,
  path: `/w/${name}`,
  explicit: false,
  pattern: '*.xml',
  ...facts,
});

let made = 0;

/** A file of one row, with so many tests. No other file has its content. */
function counted(total: number, facts: Partial<CountedFile> & { readonly skipped?: number; readonly source?: string } = {}): CountedFile {
  const { skipped = 0, source = 'a.xml', ...rest } = facts;
  return {
    kind: 'counted',
    rows: [{ name: 's', file: source, tally: { ...emptyTally(), total, skipped }, time: 0, timestamp: undefined }],
    isMerged: false,
    failing: [],
    flaky: [],
    bytes: 10,
    sha256: `sum ${(made += 1)}`,
    warnings: [],
    modified: 5000,
    ...rest,
  };
}

function gather(options: ReadingOptions = {}, checkout?: number): Gathered {
  return new Gathered('JUnit', options, () => checkout);
}

const codes = (some: readonly { readonly code: string }[]): readonly string[] => some.map(({ code }) => code);

describe('files that became evidence', () => {
  test('are told with their rows and tests, and what was noticed in them', () => {
    const gathered = gather();
    const warning = { code: 'doctype', message: 'a.xml: x', file: 'a.xml' } as const;
    const failing = { suite: 's', name: 'n', headline: 'm', message: 'm', kind: 'failure', source: 'a.xml' } as const;
    gathered.take(file('a.xml'), junit, counted(3, { sha256: 'x', warnings: [warning], failing: [failing] }));
    gathered.take(
      file('b.xml'),
      junit,
      counted(4, { sha256: 'y', bytes: 20, rows: [1, 2].flatMap((total) => counted(total, { source: 'b.xml' }).rows) }),
    );
    const evidence = gathered.whole([]);
    expect(evidence.files).toEqual([
      { name: 'a.xml', path: '/w/a.xml', bytes: 10, sha256: 'x', rows: 1, tests: 3, format: 'JUnit' },
      { name: 'b.xml', path: '/w/b.xml', bytes: 20, sha256: 'y', rows: 2, tests: 3, format: 'JUnit' },
    ]);
    expect([evidence.warnings, evidence.failing, evidence.problems]).toEqual([[warning], [failing], []]);
    expect(evidence.suites.map((suite) => [suite.file, suite.total])).toEqual([
      ['a.xml', 3],
      ['b.xml', 1],
      ['b.xml', 2],
    ]);
  });

  test('of the same content are pointed out, not those of other content', () => {
    const gathered = gather();
    for (const [name, sha256] of Object.entries({ 'a.xml': 'x', 'b.xml': 'y', 'c.xml': 'x', 'd.xml': 'x' })) {
      gathered.take(file(name), junit, counted(1, { sha256 }));
    }
    gathered.take(file('e.xml'), junit, counted(1, { sha256: 'y' }));
    const { warnings } = gathered.whole([]);
    expect(warnings[1]).toMatchObject({ code: 'same-bytes', file: 'e.xml', message: expect.stringContaining('b.xml and e.xml have') });
    expect(warnings.slice(0, 1)).toEqual([
      expect.objectContaining({ code: 'same-bytes', file: 'c.xml', rule: 16, fix: expect.stringContaining('!') }),
    ]);
    expect(warnings[0]?.message).toContain('a.xml, c.xml and d.xml have the same content');
  });

  test('of more rows than are sent are summed up, and that is said', () => {
    const messages = (maxRows: number): readonly string[] => {
      const gathered = gather({ maxRows });
      gathered.take(file('a.xml'), junit, counted(1));
      gathered.take(file('b.xml'), junit, counted(2, { source: 'b.xml' }));
      const { warnings, totals } = gathered.whole([]);
      expect(totals.total).toBe(3);
      return warnings.map(({ message }) => message);
    };
    expect(messages(2)).toEqual([]);
    expect(messages(1)).toEqual([expect.stringContaining('of all files')]);
    const gathered = gather();
    gathered.take(file('a.xml'), junit, counted(1, { isMerged: true }));
    gathered.take(file('b.xml'), junit, counted(1));
    expect(gathered.whole([]).warnings).toEqual([
      { code: 'rows-merged', message: 'more than 10,000 rows: the suites of each file were summed up in one', rule: 44 },
    ]);
  });

  test('name 200 flaky tests at most, those of the first files', () => {
    const gathered = gather();
    for (const source of ['a.xml', 'b.xml', 'c.xml']) {
      const flaky = Array.from({ length: 150 }, (_, index) => ({ suite: 's', name: `n${index}`, source }));
      gathered.take(file(source), junit, counted(150, { flaky }));
    }
    const sources = gathered.whole([]).flaky.map(({ source }) => source);
    expect(sources).toEqual([...Array.from({ length: 150 }, () => 'a.xml'), ...Array.from({ length: 50 }, () => 'b.xml')]);
  });
});

describe('the age of a file', () => {
  test.each([
    [5000, 5001, 'whole seconds may be rounded down', true],
    [5000, 6000, 'a second', false],
    [5000, 5000, 'none', true],
    [5500, 5499, 'none', true],
    [5500, 5501, 'a millisecond', false],
    [5001, 5999, 'less than a second', false],
  ])('written at %i, wanted from %i on: older by %s', (modified, newerThan, _by, accepted) => {
    const gathered = gather({ newerThan });
    gathered.take(file('a.xml'), junit, counted(1, { modified }));
    const { problems, files } = gathered.whole([]);
    expect(codes(problems)).toEqual(accepted ? [] : ['stale-file']);
    expect(files).toHaveLength(accepted ? 1 : 0);
  });

  test('that is refused is told with both moments', () => {
    const gathered = gather({ newerThan: 10_000 });
    gathered.take(file('a.xml'), junit, counted(1));
    expect(gathered.whole([]).problems).toEqual([
      {
        code: 'stale-file',
        message: expect.stringContaining('a.xml: the file was written 1970-01-01T00:00:05.000Z, before 1970-01-01T00:00:10.000Z'),
        file: 'a.xml',
        fix: expect.stringContaining('before the tests run'),
      },
    ]);
  });

  test('before the checkout is pointed out, unless the caller set a moment', () => {
    const old = (names: readonly string[], options: ReadingOptions, checkout: number | undefined): Gathered['warnings'] => {
      const gathered = gather(options, checkout);
      for (const name of names) gathered.take(file(name), junit, counted(1));
      return gathered.whole([]).warnings.filter(({ code }) => code === 'old-file');
    };
    expect(old(['a.xml'], {}, 6000)).toEqual([expect.objectContaining({ code: 'old-file', file: 'a.xml', rule: 43 })]);
    expect(old(['a.xml'], {}, 6000)[0]?.message).toContain('a.xml is older');
    expect(old(['a.xml'], {}, 6000)[0]?.fix).toContain('newer-than');
    expect(old(['a.xml', 'b.xml'], {}, 6000)[0]?.message).toContain('a.xml and b.xml are older');
    expect(old(['a.xml'], {}, 5000)).toEqual([]);
    expect(old(['a.xml'], {}, undefined)).toEqual([]);
    expect(old(['a.xml'], { newerThan: 1000 }, 6000)).toEqual([]);
  });
});

describe('files in another format', () => {
  test('are a problem where they are named, and a warning where a pattern found them beside JUnit', () => {
    const gathered = gather();
    const found = [file('pom.xml'), file('ok.xml')];
    gathered.reject(file('named.xml', { explicit: true, pattern: 'named.xml' }), 'its root is <a>');
    gathered.reject(file('pom.xml'), 'its root is <project>');
    gathered.take(file('ok.xml'), junit, counted(1));
    const { problems, warnings } = gathered.whole(found);
    expect(problems).toEqual([
      {
        code: 'not-junit',
        message: 'named.xml: the file is not JUnit: its root is <a>',
        file: 'named.xml',
        fix: expect.stringContaining('JUnit file'),
      },
    ]);
    expect(warnings).toEqual([{ code: 'not-junit', message: expect.stringContaining('pom.xml: ignored'), file: 'pom.xml', rule: 30 }]);
    expect(warnings[0]?.message).toContain('<project>');
  });

  test('are a problem where a pattern finds nothing else', () => {
    const gathered = gather();
    const found = [file('a.xml'), file('b.xml'), file('c.json', { pattern: '*.json' }), file('d.json', { pattern: '*.json' })];
    for (const name of ['a.xml', 'b.xml']) gathered.reject(file(name), 'x');
    gathered.reject(file('c.json', { pattern: '*.json' }), 'x');
    gathered.take(file('d.json', { pattern: '*.json' }), junit, counted(1));
    expect(gathered.whole(found).problems).toEqual([
      {
        code: 'no-files',
        message: '*.xml: the pattern matches 2 files, and none of them is JUnit',
        fix: expect.stringContaining('Name the files'),
      },
    ]);
  });
});

describe('how many tests ran', () => {
  const problemsOf = (
    options: ReadingOptions,
    ...files: readonly CountedFile[]
  ): readonly { readonly code: string; readonly message: string }[] => {
    const gathered = gather(options);
    for (const [index, each] of files.entries()) gathered.take(file(`${'abcdefg'[index]}.xml`), junit, each);
    return gathered.whole([]).problems;
  };

  test('must be one at least, or as many as the caller wants; skipped ones did not run', () => {
    expect(codes(problemsOf({}, counted(0)))).toEqual(['no-tests']);
    expect(codes(problemsOf({}, counted(2, { skipped: 2 })))).toEqual(['too-few-tests']);
    expect(problemsOf({}, counted(2, { skipped: 1 }))).toEqual([]);
    expect(problemsOf({ minTests: 3 }, counted(2), counted(1))).toEqual([]);
    expect(codes(problemsOf({ minTests: 4 }, counted(2), counted(1)))).toEqual(['too-few-tests']);
    expect(problemsOf({ minTests: 0 }, counted(0))).toEqual([]);
  });

  test('is told with the files, the first five by name, and a fix', () => {
    expect(problemsOf({}, ...Array.from({ length: 7 }, () => counted(0)))).toEqual([
      {
        code: 'no-tests',
        message: 'no tests at all in a.xml, b.xml, c.xml, d.xml, e.xml and 2 more',
        fix: expect.stringContaining('min-tests: 0'),
      },
    ]);
    expect(problemsOf({ minTests: 5 }, counted(3, { skipped: 1 }))).toEqual([
      {
        code: 'too-few-tests',
        message: '2 tests ran (1 more was skipped) where at least 5 must: a.xml',
        fix: expect.stringContaining('min-tests'),
      },
    ]);
    expect(problemsOf({ minTests: 5 }, counted(3, { skipped: 2 }))[0]?.message).toContain('1 test ran (2 more were skipped)');
  });

  test('is not asked where a file could not be read: it may have held the tests', () => {
    const gathered = gather();
    gathered.reject(file('a.xml', { explicit: true }), 'x');
    expect(codes(gathered.whole([]).problems)).toEqual(['not-junit']);
  });
});
