import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { printJsonReport, showAudited } from '../../src/cli/show-audited.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import type { Audited } from '../../src/commands/index.ts';
import { auditTones } from '../../src/presentation/index.ts';
import { finding } from '../commands/audit/stage.ts';

function lines(): { readonly said: string[]; readonly json: string[]; readonly terminal: Terminal } {
  const [said, json]: [string[], string[]] = [[], []];
  const terminal: Terminal = {
    out: (text) => void said.push(...text.split('\n')),
    err: () => undefined,
    json: () => undefined,
    jsonLine: (line) => Promise.resolve(void json.push(line)),
    progress: () => undefined,
    columns: undefined,
    style: (_, text) => text,
    hide: () => undefined,
  };
  return { said, json, terminal };
}

const sha = 'ab'.repeat(20);
const covered = {
  flow: 'shop',
  match: 'sha',
  url: null,
  atMerge: 'compliant',
  atDeployment: null,
  now: 'compliant',
  nowByTodaysTemplate: 'compliant',
  lacks: [],
} as const;
const change: Audited['changes'][number] = {
  sha,
  url: null,
  pull: { number: 7, url: 'https://github.com/acme/app/pull/7' },
  branch: 'main',
  landedAt: '2026-11-02T10:20:30.000Z',
  landing: '1',
  landingKind: 'pull-request',
  title: 'Sell tea',
  commits: 1,
  shas: [],
  authors: [],
  reviewers: [],
  approvedAt: null,
  approved: 'no',
  approvedWhy: null,
  tested: { tested: 'no', why: 'nothing was recorded' },
  overrides: [],
  mergedBy: null,
  state: 'covered',
  excluded: null,
  coverage: [{ ...covered, trail: sha }],
  tests: null,
  run: null,
  deployments: [],
  findings: [],
};

const audited: Audited = {
  kind: 'audited',
  command: 'audit',
  ending: 'non-compliant',
  fails: true,
  outcome: { kind: 'failing', word: '2 open findings', text: '2 open findings, 1 of them accepted', ...auditTones.failing, fails: true },
  page: {
    heading: 'Compliance audit of acme/app',
    facts: [['Landed', ['from ', { kind: 'moment', at: '2026-11-01T00:00:00.000Z' }]]],
    verdict: {
      kind: 'failing',
      word: '2 open findings',
      text: '2 open findings, 1 of them accepted',
      ...auditTones.failing,
      fails: true,
      counts: { open: 2, accepted: 1, fresh: 1, fixed: 1 },
      missing: [],
      why: [['Because.']],
    },
    parts: [],
  },
  repository: 'acme/app',
  complete: true,
  period: { since: '2026-11-01T00:00:00.000Z', until: '2026-11-08T00:00:00.000Z' },
  totals: { changes: 3, landings: 2, commits: 5, states: {}, weeks: [], overrides: [], emergencies: [] },
  changes: [
    change,
    { ...change, sha: 'cd'.repeat(20), pull: null, landedAt: null, coverage: [{ ...covered, trail: null }], state: 'uncovered' },
  ],
  findings: [finding('high'), finding('low', { key: 'k', accepted: { reason: 'known', owner: 'ada', until: '2027-01-01T00:00:00.000Z' } })],
  counts: { open: 2, accepted: 1, fresh: 2, fixed: 4 },
  rules: [],
  holes: [{ what: 'landing 9', why: 'the list was cut off', fix: 'Run it again' }],
  reports: [{ option: 'html', path: '/tmp/audit.html' }],
  summary: '',
  log: { findings: [], untested: [], unasked: [], end: '' },
};

test('a finding that was not looked at again says so, and how to look at it', () => {
  const { said, terminal } = lines();
  const carried = finding('high', { status: 'open', carried: true, at: '2026-10-05T09:00:00.000Z' });
  showAudited({ ...audited, holes: [], findings: [carried] }, terminal);
  expect(said.join('\n')).toContain('change-without-trail (open, not looked at again: audit its time with since 2026-10-05): A change');
});

test('a finding is one line, whatever the names of files in it are', () => {
  const { said, terminal } = lines();
  showAudited({ ...audited, findings: [finding('high', { message: 'It changed a\ncritical forged (new): b' })] }, terminal);
  expect(said).toContain('high change-without-trail (new): It changed a ⏎ critical forged (new): b');
});

test('one fix stands below all that it fixes; another rule, another fix and an accepted finding stand apart', () => {
  const { said, terminal } = lines();
  const accepted = { reason: 'known', owner: 'ada', until: '2027-01-01T00:00:00.000Z' };
  const given = [{}, {}, { fix: 'Ask' }, { rule: 'pushed-directly', fix: 'Ask' }, { rule: 'pushed-directly', fix: 'Ask', accepted }];
  showAudited({ ...audited, changes: [], holes: [], findings: given.map((more) => finding('high', more)) }, terminal);
  const shape = said.slice(1, said.indexOf('\nCompliance audit of acme/app'.trim()) - 1).map((line) => line.trim().replace(/ .*/, ''));
  expect(shape.join(' ')).toBe(' high commit high commit Record  high commit Ask  high commit Ask  high commit Accepted');
});

test('each change stands with its trail or none, in columns that line up', () => {
  const { said, terminal } = lines();
  showAudited(audited, terminal);
  expect(said.slice(0, 4)).toEqual([
    'COMMIT        CHANGE  LANDED             BRANCH  TRAIL              STATE      TITLE',
    'abababababab  #7      2026-11-02 10:20Z  main    shop/abababababab  covered    Sell tea',
    'cdcdcdcdcdcd          not known          main    none               uncovered  Sell tea',
    'and 1 more: `--csv FILE` has all of them',
  ]);
});

test('a change that git alone tells of has the date of its commit, as a claim', () => {
  const { said, terminal } = lines();
  const committed = { at: '2026-10-30T10:20:30.000Z', isBefore: true };
  showAudited({ ...audited, changes: [{ ...change, landedAt: null, committed }] }, terminal);
  expect(said.join('\n')).toContain(' 2026-10-30 10:20Z (claim, before the period) ');
});

test('findings stand with their fixes, what is missing with its own, and the last line has the verdict', () => {
  const { said, terminal } = lines();
  showAudited(audited, terminal);
  const text = said.join('\n');
  expect(text).toContain('high change-without-trail (new): A change has no trail');
  expect(text).toContain('   Record evidence');
  expect(text).toContain('   Accepted by ada until 2027-01-01: known');
  expect(text).toContain('missing landing 9: the list was cut off\n   Run it again');
  expect(text).toContain('html: /tmp/audit.html');
  expect(said.at(-1)).toBe(
    '✘ 2 open findings  3 changes in 2 landings, 5 commits from 2026-11-01 00:00Z to 2026-11-08 00:00Z; 2 open findings (2 new, 1 accepted); 4 fixed; 1 thing missing',
  );
});

test('where nothing landed that is said, and it is no green', () => {
  const { said, terminal } = lines();
  const none = {
    ...audited,
    ending: 'not-applicable',
    outcome: { kind: 'empty', word: 'Nothing landed', text: 'Nothing landed', ...auditTones.empty, fails: false },
    changes: [],
    findings: [],
    holes: [],
    totals: { ...audited.totals, changes: 0 },
  } as const;
  showAudited({ ...none, counts: { open: 0, accepted: 0, fresh: 0, fixed: 0 } }, terminal);
  expect(said[0]).toBe('Nothing landed.');
  const missing = lines();
  showAudited({ ...none, ending: 'unknown', complete: false, holes: audited.holes, counts: audited.counts }, missing.terminal);
  expect(missing.said[0]).toBe('No change could be read.');
  expect(said.at(-1)).toBe('– Nothing landed  no change from 2026-11-01 00:00Z to 2026-11-08 00:00Z; no open finding');
});

test('the JSON report is printed as it stands in its file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'show-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'a.json'), '{\n "a": 1\n}\n');
  const { json, terminal } = lines();
  await printJsonReport([{ option: 'json-file', path: join(folder, 'a.json') }], terminal);
  expect(json).toEqual(['{', ' "a": 1', '}']);
});

test('a trail that nobody told is no trail that is missing', () => {
  const { said, terminal } = lines();
  const unknown = { ...covered, match: 'none', trail: null, atMerge: 'unknown', now: 'unknown' } as const;
  const result = { ...audited, changes: [{ ...change, coverage: [unknown], state: 'unknown' }] };
  showAudited(result, terminal);
  expect(said[1]).toMatch(/ not known +unknown +Sell tea$/);
});

test('on a narrow terminal in colours, each part of the first page has its place', () => {
  const badge = { word: 'covered', mark: '✔', tone: 'good', color: 'green' } as const;
  const page: Audited['page'] = {
    ...audited.page,
    timeZone: 'Europe/Berlin',
    facts: [['Landed', ['from ', { kind: 'moment', at: '2026-11-01T00:00:00.000Z' }]]],
    verdict: {
      ...audited.page.verdict,
      why: [
        [
          'State: ',
          { kind: 'state', badge },
          ' ',
          { kind: 'strong', text: 'strong' },
          ' ',
          { kind: 'name', text: 'Ada' },
          ' ',
          { kind: 'code', text: 'c0de' },
        ],
        [
          { kind: 'link', to: '#here', text: 'Here' },
          ' ',
          { kind: 'link', to: 'https://x.example', text: 'https://x.example' },
          ' ',
          { kind: 'link', to: 'https://y.example', text: 'There' },
        ],
      ],
    },
    parts: [
      { kind: 'sentences', id: 'part', sentences: [['A sentence that is longer than the columns that the terminal has.']] },
      { kind: 'list', id: 'part', caption: ['A list'], items: [['first'], ['second']] },
      { kind: 'table', id: 'part', caption: ['One column'], columns: ['ROW', 'VALUE'], rows: [[['a row'], ['its value']]] },
      {
        kind: 'table',
        id: 'part',
        caption: ['Two columns'],
        columns: ['ROW', 'VALUE', 'WHY'],
        rows: [[['a row'], ['its value'], ['because']]],
      },
    ],
  };
  const { said, terminal } = lines();
  const style: Terminal['style'] = (styles, text) => `<${[styles].flat().join(' ')}>${text}</>`;
  showAudited({ ...audited, page }, { ...terminal, style, columns: 40 });
  expect(said).toEqual([
    'COMMIT        CHANGE  LANDED             BRANCH  TRAIL       STATE      TITLE',
    'abababababab  #7      2026-11-02 10:20Z  main    shop/abab…  covered    Sell tea',
    'cdcdcdcdcdcd          not known          main    none        uncovered  Sell tea',
    'and 1 more: `--csv FILE` has all of them',
    '',
    '<bold red>high</> <bold>change-without-trail</> (new): A change has no trail',
    '<dim>   commit abababababababababababababababababababab</>',
    '   Record evidence',
    '',
    '<bold cyan>low</> <bold>change-without-trail</> (new): A change has no trail',
    '<dim>   commit abababababababababababababababababababab</>',
    '   Accepted by ada until 2027-01-01:',
    '   known; who merged and approved the',
    '   entry is not known',
    '',
    '<bold yellow>missing</> landing 9: the list was cut off',
    '   Run it again',
    '',
    '<bold>Compliance audit of acme/app</>',
    '   Landed: from 2026-11-01 01:00 +01:00',
    '',
    '<bold red>✘ 2 open findings</>',
    '   State: <green>✔</> covered strong Ada',
    '   c0de',
    '   Here https://x.example There',
    '   https://y.example',
    '',
    'A sentence that is longer than the',
    'columns that the terminal has.',
    '',
    '<bold>A list</>',
    '   first',
    '   second',
    '',
    '<bold>One column</>',
    '   a row',
    '      its value',
    '',
    '<bold>Two columns</>',
    '   a row',
    '      VALUE: its value',
    '      WHY: because',
    '',
    '<dim>html: /tmp/audit.html</>',
    '',
    '<bold red>✘ 2 open findings</>  3 changes in 2 landings, 5 commits from 2026-11-01 00:00Z to 2026-11-08 00:00Z; 2 open findings (2 new, 1 accepted); 4 fixed; 1 thing missing',
  ]);
});
