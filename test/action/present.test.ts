import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { present, writeSummary } from '../../src/action/present.ts';
import { withoutSecrets } from '../../src/action/redaction.ts';
import type { CollectedResults, Judged, Reported } from '../../src/commands/index.ts';
import { readTestResults } from '../../src/commands/results/read-results.ts';
import { renderSummary } from '../../src/github/index.ts';
import { logOf, printed } from '../github/printed.ts';

const secret = 'a-very-secret-token';
const [head, tail] = [secret.slice(0, 6), secret.slice(6)];

function resultSaying(text: string, url: string): Judged {
  return {
    kind: 'judged',
    command: 'gate',
    question: { subject: 'trail', org: text, flow: text, trail: text, commit: undefined },
    verdict: {
      name: 'unknown',
      reasons: [{ code: 'service-failed', verdict: 'unknown', message: text, fix: `Do this:\nkey:\n  - ${text}`, url }],
      notices: [text],
      rows: [{ attestation: text, type: text, state: 'unknown', requiredBy: ['template'], groups: 1, since: undefined, url }],
    },
    fails: true,
    letThrough: undefined,
    evidence: undefined,
    trailUrl: url,
    dryRun: false,
    sent: { kind: 'nothing' },
  };
}

/** The summary in the file, for a result that was cleaned as the action cleans it. */
function summaryOf(result: Judged): string {
  const folder = mkdtempSync(join(tmpdir(), 'summary-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  printed((printer) => {
    printer.hide(secret);
    writeSummary(renderSummary(withoutSecrets(result, printer.clean)), printer, join(folder, 'summary.md'));
  });
  return readFileSync(join(folder, 'summary.md'), 'utf8');
}

test.each([
  ['a zero-width space', '\u200B'],
  ['an escape', '\u001B'],
  ['an escape sequence', '\u001B[1;31m'],
  ['a title sequence', '\u001B]0;x\u0007'],
  ['a soft hyphen', '\u00AD'],
  ['a mark of direction', '\u061C'],
  ['a tag', '\u{E0061}'],
  ['a tab, which the reading of an address takes out', '\t'],
])('no summary holds a secret that came parted by %s', (_, part) => {
  const text = `it is ${head}${part}${tail}`;
  const summary = summaryOf(resultSaying(text, `https://evidence.example/?token=${head}${part}${tail}`));
  expect(summary).toContain('it is &#42;&#42;&#42;');
  expect(summary.replaceAll('\u200B', '')).not.toContain(secret);
});

test('nor one that the reading of an address brings together', () => {
  const summary = summaryOf(resultSaying('no', `https://%61${secret.slice(1)}.example/`));
  expect(summary).toContain('(<https://***.example/>)');
  expect(summary).not.toContain(secret);
});

test.each([
  [false, 'review says no: `compliant` is false. Nothing is decided here; a gate will not let this trail pass'],
  [true, 'review would say no: `compliant` is false. Nothing is decided here; a gate would not let this trail pass'],
])('evidence that says no is a warning, and in the summary also where only failures are (dry run: %s)', (dryRun, words) => {
  const folder = mkdtempSync(join(tmpdir(), 'summary-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'summary.md');
  const reported: Reported = {
    kind: 'reported',
    command: 'attest',
    resource: 'attestation',
    name: 'review',
    change: 'recorded',
    question: { subject: 'trail', org: 'acme', flow: 'shop', trail: 'release', commit: undefined },
    data: {},
    dryRun,
    sent: { kind: 'nothing' },
  };
  const lines = printed((printer) => {
    expect(present(reported, printer, { mode: 'failed', file })).toBe(false);
    expect(present({ ...reported, objection: '`compliant` is false' }, printer, { mode: 'failed', file })).toBe(true);
  }).split('\n');
  expect(lines.filter((line) => line.startsWith('::warning'))).toEqual([`::warning::${words}`]);
  expect(lines.filter((line) => line.startsWith('::error'))).toEqual([]);
  expect(readFileSync(file, 'utf8')).toContain(`> ⚠️ ${words.replaceAll('`', '&#96;')}`);
});

test('a failing test is one line of the log, whatever its name holds', async () => {
  const workspace = mkdtempSync(join(tmpdir(), 'names-'));
  onTestFinished(() => rmSync(workspace, { recursive: true }));
  const verdict = '✅ Compliant: trail release of flow shop';
  const name = `sums&#10;${verdict}`;
  writeFileSync(
    join(workspace, 'results.xml'),
    `<testsuite name="${name}"><testcase name="${name}"><failure message="${name}"/></testcase></testsuite>`,
  );
  const collected: CollectedResults = {
    kind: 'collected',
    command: 'fork collect',
    name: 'unit',
    of: '',
    artifact: 'unit',
    folder: workspace,
    results: await readTestResults(['results.xml'], { workspace }),
    reasons: [],
    sent: { kind: 'nothing' },
  };
  const lines = logOf(collected).split('\n');
  expect(lines.filter((line) => line.startsWith('❌'))).toHaveLength(1);
  expect(lines.filter((line) => line.startsWith(verdict))).toEqual([]);
});
