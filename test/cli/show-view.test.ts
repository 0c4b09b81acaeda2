import { expect, test } from 'vitest';
import { showParts, showView } from '../../src/cli/show-view.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import { auditTones } from '../../src/presentation/index.ts';
import { listening } from './listening.ts';

/** A terminal of so many columns that shows styles as marks. */
function marked(columns: number) {
  const { err, out, terminal } = listening();
  const style: Terminal['style'] = (styles, text) => `<${[styles].flat().join(' ')}>${text}</>`;
  return { err, lines: () => out.join('\n').split('\n'), terminal: { ...terminal, style, columns } };
}

const outcome = { ...auditTones.failing, kind: 'failing', word: 'Failing', text: 'Failing', fails: true } as const;
const finding = {
  severity: 'high',
  rule: 'series-gap',
  message: 'No audit\ncovers May',
  fix: 'Audit the month that is not covered by one',
} as const;

test('each part of a view has its place, its colours and its margin', () => {
  const { lines, terminal } = marked(30);
  showView(
    {
      holes: [{ what: 'reviews\nof', why: 'a\n403', fix: 'Give a token that may read them, and no more' }],
      tables: [
        { head: ['WEEK', 'NUMBER'], rows: [['2026-W01', '7']], numeric: [1], note: 'and 2 more' },
        { head: ['NONE'], rows: [] },
      ],
      findings: [finding, { ...finding, severity: 'medium' }, { ...finding, severity: 'low' }],
      groups: [{ title: 'Came later', lines: ['trail unit/x'] }],
      lines: ['one\nline'],
      reports: [{ option: 'json-file', path: '/a.json' }],
      end: { outcome, words: '3\naudits' },
      summary: '',
    },
    terminal,
  );
  expect(lines()).toEqual([
    '<bold yellow>missing</> reviews ⏎ of: a ⏎ 403',
    '   Give a token that may read',
    '   them, and no more',
    'WEEK      NUMBER',
    '2026-W01       7',
    '',
    'and 2 more',
    '',
    '<bold red>high</> <bold>series-gap</>: No audit ⏎ covers May',
    '   Audit the month that is not',
    '   covered by one',
    '<bold yellow>medium</> <bold>series-gap</>: No audit ⏎ covers May',
    '   Audit the month that is not',
    '   covered by one',
    '<bold cyan>low</> <bold>series-gap</>: No audit ⏎ covers May',
    '   Audit the month that is not',
    '   covered by one',
    '<bold>Came later</>',
    '   trail unit/x',
    '',
    'one ⏎ line',
    '<dim>json-file: /a.json</>',
    '',
    '<bold red>✘ Failing</>  3 ⏎ audits',
  ]);
});

test('a view without tables stands close, and one without an end has none', () => {
  const close = marked(80);
  showView({ lines: ['one line'], end: { outcome, words: '3 audits' }, summary: '' }, close.terminal);
  expect(close.lines()).toEqual(['one line', '<bold red>✘ Failing</>  3 audits']);
  const open = marked(80);
  showView({ tables: [{ head: ['WEEK'], rows: [['2026-W01']] }], summary: '' }, open.terminal);
  expect(open.lines()).toEqual(['WEEK', '2026-W01']);
});

test('parts that a command shows are lines, tables, sentences, facts and remarks', () => {
  const { err, lines, terminal } = marked(30);
  showParts(
    [
      'as it is',
      {
        head: ['NAME', 'STATE'],
        rows: [
          ['shop', 'COMPLIANT'],
          ['a name that is too long for it', 'NON-COMPLIANT'],
        ],
        whole: [1],
      },
      { sentences: 'Sentences that are longer than the columns of it' },
      {
        facts: [
          ['Name', 'shop'],
          ['State', 'NON-COMPLIANT'],
          ['Description', 'NON-COMPLIANT'],
        ],
      },
      { text: 'plain' },
      { mark: ['red', 'error'], text: ': no' },
      { mark: ['yellow', 'warning'], text: ': look', isRemark: true },
    ],
    terminal,
  );
  expect([lines(), err]).toEqual([
    [
      'as it is',
      'NAME             STATE',
      'shop             <green>COMPLIANT</>',
      'a name that is…  <red>NON-COMPLIANT</>',
      'Sentences that are longer than',
      'the columns of it',
      'Name         shop',
      'State        <red>NON-COMPLIANT</>',
      'Description  NON-COMPLIANT',
      'plain',
      '<red>error</>: no',
    ],
    ['<yellow>warning</>: look'],
  ]);
});

test('a fact of foreign text takes no line for another fact, and keeps to the width', () => {
  const { lines, terminal } = marked(40);
  const text = 'Adds the\rState  COMPLIANT\u2028State  COMPLIANT and words that go on and on';
  showParts(
    [
      {
        facts: [
          ['Description', text],
          ['State', 'no'],
        ],
      },
    ],
    terminal,
  );
  expect(lines()).toEqual([
    'Description  Adds the',
    '             State  COMPLIANT',
    '             State  COMPLIANT and words',
    '             that go on and on',
    'State        <red>no</>',
  ]);
});
