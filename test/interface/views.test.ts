import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { outputsOf } from '../../src/action/outputs.ts';
import { present } from '../../src/action/present.ts';
import { resultJson, showResult } from '../../src/cli/show-result.ts';
import { awaiting, contextOf, exitCodeOf, type Viewed } from '../../src/commands/index.ts';
import { describeCommand } from '../../src/commands/run/command.ts';
import { auditTones } from '../../src/presentation/index.ts';
import { listening } from '../cli/listening.ts';
import { printed } from '../github/printed.ts';

const finding = { severity: 'high', rule: 'series-gap', message: 'No audit covers May', fix: 'Audit it' } as const;
const outcome = { ...auditTones.failing, kind: 'failing', word: 'Failing', text: 'Failing', fails: true } as const;
const whole: Viewed = {
  kind: 'viewed',
  command: 'audit',
  ending: 'non-compliant',
  fails: true,
  view: {
    holes: [{ what: 'reviews', why: 'a 403', fix: 'Give a token' }],
    tables: [
      { head: ['WEEK'], rows: [['2026-W01']], note: 'and 2 more' },
      { head: ['NONE'], rows: [] },
    ],
    findings: [finding],
    groups: [{ title: 'Came later', lines: ['trail unit/x'] }],
    lines: ['one line'],
    reports: [{ option: 'json-file', path: '/a.json' }],
    end: { outcome, words: '3 audits' },
    summary: '## Series\n',
  },
  outputs: { findings: '1' },
};

/** The log of a job, and its summary; `undefined` where none was written. */
function actionOf(
  result: Viewed,
  mode: 'full' | 'failed' | 'off' = 'full',
): { readonly log: string; readonly summary: string | undefined } {
  const folder = mkdtempSync(join(tmpdir(), 'view-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'summary.md');
  writeFileSync(file, 'before');
  let isWritten = false;
  const log = printed((printer) => {
    isWritten = present(result, printer, { mode, file });
  });
  return { log, summary: isWritten ? readFileSync(file, 'utf8').slice('before'.length) : undefined };
}

test('the log of a job has every part of a view but its tables', () => {
  const { log, summary } = actionOf(whole);
  expect(log.trimEnd().split('\n')).toEqual([
    '::group::Came later',
    'trail unit/x',
    '::endgroup::',
    'one line',
    '📄 json-file: /a.json',
    '❌ Failing: 3 audits',
    '::error title=Unknown::Missing: reviews: a 403%0AGive a token',
    '::error title=high%3A series-gap::No audit covers May%0AAudit it',
  ]);
  expect(summary).toBe('## Series\n');
  const open = { ...outcome, ...auditTones.open, kind: 'open' } as const;
  const { view } = whole;
  expect(actionOf({ ...whole, view: { ...view, log: ['other'], end: { outcome: open, words: '' } } }).log).toMatch(
    /\nother\n[^]*::warning title=high/,
  );
});

test('the terminal has every part of a view, tables too', () => {
  const { out, terminal } = listening();
  showResult(whole, terminal);
  expect(out.map((line) => line.replace(/[^\S\n]+$/gm, ''))).toEqual([
    'missing reviews: a 403',
    '   Give a token',
    expect.stringMatching(/WEEK[^]*2026-W01[^]*\n$/),
    'and 2 more\n',
    'high series-gap: No audit covers May',
    '   Audit it',
    'Came later',
    '   trail unit/x',
    '',
    'one line',
    'json-file: /a.json',
    '\n✘ Failing  3 audits',
  ]);
  expect(resultJson({ ...whole, json: { plan: [] } })).toEqual({ plan: [] });
});

test('what is missing and what was found become reasons of the outputs', () => {
  const outputs = outputsOf(whole);
  expect(outputs).toMatchObject({ verdict: 'non-compliant', compliant: 'false', 'would-fail': 'true', findings: '1' });
  expect(JSON.parse(outputs.reasons)).toMatchObject([
    { code: 'unknown', message: 'reviews: a 403' },
    { code: 'series-gap', severity: 'high' },
  ]);
});

test('a summary of failures alone has a view that fails, lacks something or says no, and an empty one is never written', () => {
  const plain: Viewed = { ...whole, ending: 'audited', fails: false, view: { summary: '## Fine\n' } };
  const isShown = (more: Partial<Viewed>): boolean => actionOf({ ...plain, ...more }, 'failed').summary !== undefined;
  const { holes = [] } = whole.view;
  expect(isShown({})).toBe(false);
  expect(isShown({ ending: 'incomplete', fails: true })).toBe(true);
  expect(isShown({ view: { ...plain.view, holes } })).toBe(true);
  expect([isShown({ ending: 'unknown' }), isShown({ ending: 'non-compliant' })]).toEqual([true, true]);
  expect([actionOf(plain).summary, actionOf(plain, 'off').summary]).toEqual(['## Fine\n', undefined]);
  expect(actionOf({ ...plain, view: { summary: '' } }).summary).toBeUndefined();
});

test('a run that waits for another one is no yes, and says which commit it is about', async () => {
  const command = describeCommand({
    name: 'gate',
    summary: '',
    examples: [],
    options: [],
    outputs: [],
    read: () => ({}),
    run: (): Promise<Viewed> => expect.fail('it judged'),
  });
  const context = contextOf({ GITHUB_SHA: 'a'.repeat(40) }, tmpdir(), new AbortController().signal, () => undefined);
  const result = await awaiting(command, { state: 'in_progress', workflow: 'CI' }).run({}, context);
  expect(exitCodeOf(result)).toBe(0);
  expect(outputsOf(result)).toMatchObject({ verdict: 'pending', compliant: 'false', 'would-fail': 'false', commit: 'a'.repeat(40) });
  const { log, summary } = actionOf(result);
  expect(log).toBe('⏳ The run of CI has not ended: nothing is judged yet\n');
  expect(summary).toContain('this is not a yes');
  expect(actionOf(result, 'failed').summary).toBeUndefined();
});
