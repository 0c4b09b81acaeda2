import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pageOf } from '../../src/action/present.ts';
import { exitCodeTable, verdictRows } from '../../src/cli/help.ts';
import { showResult } from '../../src/cli/show-result.ts';
import { openTerminal } from '../../src/cli/terminal.ts';
import { exitCodeOf, type Explained, type Judged, type Reported } from '../../src/commands/index.ts';
import type { Result } from '../../src/commands/run/result.ts';
import { endings, verdictNames, type VerdictName } from '../../src/errors/index.ts';
import type { Verdict } from '../../src/gate/index.ts';
import { cellTone, letThroughWords, rowWords, stateBadge } from '../../src/presentation/index.ts';
import { stateWords } from '../../src/presentation/verdicts.ts';
import { statesAfterGate } from '../../src/service/pages/parts.ts';
import { logOf } from '../github/printed.ts';

const page = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** As people know them: the table must not change by itself. */
const known: Readonly<Record<VerdictName, readonly [colour: string, icon: string, mark: string, exitCode: number]>> = {
  compliant: ['green', '✅', '✔', 0],
  'non-compliant': ['red', '❌', '✘', 1],
  incomplete: ['red', '🔴', '…', 2],
  unknown: ['yellow', '❔', '?', 3],
  unusable: ['red', '🚫', '✘', 4],
};

const question = { subject: 'trail', org: 'acme', flow: 'shop', trail: 'release', commit: undefined } as const;

const said = { message: 'It is so', fix: 'Make it otherwise', attestation: 'unit' };
const reasons: Readonly<Record<VerdictName, Verdict['reasons']>> = {
  compliant: [],
  'non-compliant': [{ ...said, code: 'failing', verdict: 'non-compliant' }],
  incomplete: [{ ...said, code: 'missing', verdict: 'incomplete' }],
  unknown: [{ ...said, code: 'service-failed', verdict: 'unknown' }],
  unusable: [{ ...said, code: 'evidence-unusable', verdict: 'unusable' }],
};

const gate = { kind: 'judged', command: 'gate', question, evidence: undefined, trailUrl: undefined, dryRun: false } as const;

function judged(name: VerdictName, letThrough?: Judged['letThrough']): Judged {
  const fails = name !== 'compliant' && letThrough === undefined;
  return { ...gate, verdict: { name, reasons: reasons[name], rows: [], notices: [] }, fails, letThrough, sent: { kind: 'nothing' } };
}

function explained(name: VerdictName): Explained {
  const { question: asked, sent, trailUrl, verdict } = judged(name);
  return { kind: 'explained', command: 'explain', question: asked, sent, trailUrl, verdict };
}

/** All that the terminal prints, with the colours in brackets. */
function terminal(result: Exclude<Result, { kind: 'stopped' }>): string {
  const lines: string[] = [];
  const style = (of: string | readonly string[], text: string): string => `[${[of].flat().at(-1)}]${text}`;
  const into = (text: string): void => void lines.push(text);
  showResult(result, { ...openTerminal(), style, out: into, err: into, json: () => undefined });
  return lines.join('\n');
}

test.each(verdictNames)('%s has the same words, tone and exit code wherever it is said', (name) => {
  const [colour, icon, mark, exitCode] = known[name];
  const { means, word } = endings[name];
  const through = { verdict: name, by: 'fail-on' } as const;
  const results = [judged(name), explained(name), ...(name === 'compliant' ? [] : [judged(name, through)])];
  for (const result of results) {
    expect(terminal(result)).toContain(`[${colour}]${mark} ${word}  `);
    expect(logOf(result)).toContain(`${icon} ${word}: `);
    expect(pageOf(result).split('\n')[0]).toBe(`## ${icon} ${word}`);
    if (name === 'compliant' || result.kind === 'explained') continue;
    expect(logOf(result)).toContain(`::error title=${word}::It is so`);
    expect(terminal(result).includes(letThroughWords(through))).toBe(!result.fails);
    expect(logOf(result).includes(letThroughWords(through))).toBe(!result.fails);
    expect(pageOf(result).includes('fail-on lets it through')).toBe(!result.fails);
  }
  const item = { gate: { verdict: name, reason: null, note: '' } };
  const shown = { status: name.toUpperCase(), isOverridden: false };
  // Where the state next to it is another one, and where it is the same.
  for (const status of [name === 'compliant' ? 'INCOMPLETE' : 'COMPLIANT', name.toUpperCase()]) {
    if (name === 'unusable' && status === 'UNUSABLE') continue;
    expect(String(statesAfterGate(item, { ...shown, status }, { ...shown, status }))).toMatch(
      new RegExp(
        `^<span class="state ${endings[name].tone}"><span aria-hidden="true">${mark.replace('?', '\\?')}</span> ${word.toLowerCase()}<`,
      ),
    );
    const cell = stateWords(item, status, status);
    expect(cellTone('STATE', cell)).toBe(endings[name].tone);
  }
  expect(exitCodeOf(judged(name))).toBe(exitCode);
  expect(exitCodeTable(verdictRows)).toContain(`  ${exitCode}  ${name}: ${means}\n`);
  expect(page('README.md')).toContain(`| \`${name}\` | ${icon} ${means} | ${exitCode === 0 ? 'passes' : 'fails'} | ${exitCode} |\n`);
  expect(page('docs/verdicts.md')).toContain(
    `| \`${name}\` | ${icon} ${word}: ${means} | ${exitCode === 0 ? 'yes' : 'no'} | ${exitCode} |\n`,
  );
});

test.each([
  ['COMPLIANT', 'compliant', 'compliant'],
  ['NON-COMPLIANT', 'non-compliant', 'non-compliant'],
  ['INCOMPLETE', 'incomplete', 'missing'],
  ['MISSING', 'incomplete', 'missing'],
  ['of tomorrow', 'unknown', 'unknown'],
] as const)('the state %s of the interface is shown as the verdict %s is', (state, name, row) => {
  const { icon, mark, tone } = endings[name];
  expect(stateBadge(state)).toMatchObject({ mark, tone });
  expect(rowWords({ state: row })).toMatchObject({ icon, mark, tone });
});

test('what was recorded and says no is amber in every mouth, and any other is not', () => {
  const record = { kind: 'reported', command: 'attest', resource: 'attestation', name: 'review', change: 'recorded' } as const;
  const reported: Reported = { ...record, question, data: {}, dryRun: false, sent: { kind: 'nothing' } };
  const objection = '`compliant` is false';
  expect(terminal(reported)).toMatch(/^\[green\]✔ attestation review/);
  expect(terminal({ ...reported, objection })).toMatch(/^\[yellow\]! attestation review/);
  expect(logOf(reported)).toMatch(/^📥 /m);
  expect(logOf({ ...reported, objection })).toMatch(/^⚠️ attestation review/m);
  expect(pageOf(reported)).toMatch(/^## 📥 /);
  expect(pageOf({ ...reported, objection })).toMatch(/^## ⚠️ /);
});
