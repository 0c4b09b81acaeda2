import { expect, test } from 'vitest';
import type { FailingCase, TestResults, SuiteTotals } from '../../src/results/index.ts';
import { hideInResults } from '../../src/results/hide-in-results.ts';
import { classic } from '../text/secrets.ts';

const counts = { total: 1, failures: 1, errors: 0, skipped: 0, duration: 0 };
const suite: SuiteTotals = { name: 'plain', ...counts, file: 'a.xml', passed: 0, flaky: 0 };
const failed: FailingCase = {
  suite: 's',
  name: 'n',
  classname: 'c',
  file: 'f',
  line: 3,
  headline: 'h',
  message: 'm',
  kind: 'failure',
  source: 'a.xml',
};
const plain: TestResults = {
  rows: [{ name: 'plain', ...counts }],
  suites: [suite],
  files: [],
  totals: { ...counts, passed: 0, flaky: 0, retried: 0 },
  failing: [failed],
  flaky: [{ suite: 's', name: 'n', classname: 'c', source: 'a.xml' }],
  warnings: [{ code: 'doctype', message: 'a.xml: d' }],
  secrets: new Map(),
  problems: [{ code: 'no-files', message: 'p', fix: 'f' }],
};

test('evidence without secrets stays as it is', () => {
  expect(hideInResults(plain, ['hunter22'])).toStrictEqual(plain);
});

test('a secret goes out of names, messages, warnings and problems, and out of nothing else', () => {
  const hidden = hideInResults(
    {
      ...plain,
      rows: [{ name: `r ${classic}`, ...counts }],
      warnings: [{ code: 'doctype', message: `w ${classic}`, line: 1 }],
      problems: [{ code: 'no-files', message: 'p hunter22', fix: 'f' }],
    },
    ['hunter22'],
  );
  expect(hidden.rows).toStrictEqual([{ name: 'r ***', ...counts }]);
  expect(hidden.warnings).toStrictEqual([{ code: 'doctype', message: 'w ***', line: 1 }]);
  expect(hidden.problems).toStrictEqual([{ code: 'no-files', message: 'p ***', fix: 'f' }]);
  expect(hidden.suites).toStrictEqual(plain.suites);
  expect(hidden.totals).toBe(plain.totals);
  expect(hidden.secrets).toEqual(new Map());
});

test.each(['name', 'classname', 'headline', 'message', 'suite', 'file', 'folder', 'within'] as const)(
  'a failing case holds one in its %s',
  (field) => {
    const failing = { ...failed, [field]: `x ${classic}` };
    const { failing: now, secrets, warnings } = hideInResults({ ...plain, failing: [failing] }, []);
    expect(now).toStrictEqual([{ ...failed, [field]: 'x ***' }]);
    expect([...secrets]).toEqual([['a.xml', [{ kind: 'case', name: field === 'name' ? 'x ***' : 'n' }]]]);
    expect(warnings).toEqual([plain.warnings[0], expect.objectContaining({ code: 'secret', file: 'a.xml' })]);
    expect(warnings[1]?.message).toContain('names and messages');
  },
);

test.each(['name', 'classname', 'suite', 'folder', 'within'] as const)('a flaky case holds one in its %s', (field) => {
  const flaky = { suite: 's', name: 'n', classname: 'c', source: 'a.xml' };
  const { flaky: now, secrets } = hideInResults({ ...plain, flaky: [{ ...flaky, [field]: `x ${classic}` }] }, []);
  expect(now).toStrictEqual([{ ...flaky, [field]: 'x ***' }]);
  expect([...secrets]).toEqual([['a.xml', [{ kind: 'case', name: field === 'name' ? 'x ***' : 'n' }]]]);
});

test('a headline with the first line of a secret is hidden, where the message holds all lines of it', () => {
  const known = ['first line of a key\nsecond line'];
  const headlineOf = (headline: string, message: string) =>
    hideInResults({ ...plain, failing: [{ ...failed, headline, message }] }, known).failing[0]?.headline;
  expect(headlineOf('got… first line of a key', `got… ${known[0]}`)).toBe('got… ***');
  expect(headlineOf('got… first line of a key', 'got… first line of a key')).toBe('got… first line of a key');
});

test('a failing case may tell little', () => {
  const failing = [{ suite: 's', name: 'n', headline: '', message: classic, kind: 'error', source: 'a.xml' }] as const;
  expect(hideInResults({ ...plain, failing }, []).failing).toStrictEqual([{ ...failing[0], message: '***' }]);
});

test('each that held one is told once, by file', () => {
  const failing = [
    { ...failed, message: `1 ${classic}` },
    { ...failed, message: `2 ${classic}` },
    { ...failed, name: 'plain', message: 'nothing' },
    { ...failed, name: 'other', message: classic, source: 'b.xml' },
  ];
  const suites = [{ ...suite, name: `n ${classic}` }, suite, { ...suite, name: 'n', file: 'a.xml' }];
  const evidence = hideInResults({ ...plain, suites, failing }, []);
  expect([...evidence.secrets]).toEqual([
    [
      'a.xml',
      [
        { kind: 'suite', name: 'n ***' },
        { kind: 'case', name: 'n' },
      ],
    ],
    ['b.xml', [{ kind: 'case', name: 'other' }]],
  ]);
  expect(evidence.suites.map(({ name }) => name)).toEqual(['n ***', 'plain', 'n']);
  expect(evidence.failing.map(({ message }) => message)).toEqual(['1 ***', '2 ***', 'nothing', '***']);
  expect(evidence.warnings.map(({ file }) => file)).toEqual([undefined, 'a.xml', 'b.xml']);
});

test('a test case and a suite of one name are two', () => {
  const evidence = { ...plain, suites: [{ ...suite, name: classic }], failing: [{ ...failed, name: classic }] };
  expect(hideInResults(evidence, []).secrets.get('a.xml')).toEqual([
    { kind: 'suite', name: '***' },
    { kind: 'case', name: '***' },
  ]);
});
