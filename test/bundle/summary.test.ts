import { expect, test } from 'vitest';
import { fault } from '../support/fault-server.ts';
import type { ActionRun } from '../support/runner/index.ts';
import { withoutCode } from './harmless.ts';
import { attribute } from './hostile.ts';
import { asksForTrail, rewritten } from './play.ts';
import { usual } from './scenarios/scenario.ts';
import { usePlays } from './use-plays.ts';
import { green } from './workspace.ts';

const openPlay = usePlays();

/** Texts that would be more than text in a summary, each with the part that must not stand in it unchanged. */
const markup: Readonly<Record<string, RegExp>> = {
  '<img src="https://evil.example/pixel.png">': /<img/i,
  '<script>alert(1)</script>': /<script/i,
  '</td></tr></table><h1>Compliant</h1>': /<h1>|<\/td>/i,
  '</details>': /^\s*<\/details>\S/m,
  '![pixel](https://evil.example/pixel.png)': /!\[/,
  '[click](https://evil.example)': /\[click\]\(/,
  '[click]: https://evil.example': /\[click\]:/,
  'see https://evil.example/path': /https:\/\/evil/,
  'see www.evil.example': /www\.evil/,
  'mail me@evil.example': /me@evil/,
  'ask @octocat': /@octocat/,
  'fixes #1': /fixes #1/,
  'fixes acme/shop#1': /shop#1/,
  'a | b | c': /a \| b/,
  '`code` **bold** _it_ ~~no~~': /`code`|\*\*bold|_it_|~~/,
  $$math$$: /\$\$/,
  '# heading': /^# /m,
};

test('markup in names is shown as text: no link, no image, no mention, no HTML', async (context) => {
  const play = openPlay(context);
  const texts = Object.keys(markup);
  const suites = texts.map((text) => {
    const name = attribute(text);
    return `<testsuite name="${name}"><testcase classname="${name}" name="${name}"><failure message="${name}"/></testcase></testsuite>`;
  });
  const run = await usual(play, {
    files: { 'build/unit.xml': `<testsuites>${suites.join('\n')}</testsuites>`, 'build/[a](b).xml': green },
  });
  expect(run.outputs['tests-failed']).toBe(String(texts.length));
  for (const pattern of Object.values(markup)) expect(run.summary).not.toMatch(pattern);
  // The names are there nevertheless: this is what a reader sees of the source, with entities resolved.
  const shown = run.summary.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code))).replaceAll('\u200B', '');
  for (const text of texts) expect(shown).toContain(text);
  // Every row of every table has as many cells as its header.
  const cells = run.summary
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').length);
  expect(new Set(cells)).toEqual(new Set([7, 9]));
});

test('markup in the names that a trail demands is shown as text or as code', async (context) => {
  const play = openPlay(context);
  const fences = [
    'x\n  ```\n# Compliant\n',
    'x\r```\r# Compliant',
    'x\n  ~~~\n# Compliant',
    'x\n- ```\n<img src=y>',
    'x\n\n  key: <img src=y>',
  ];
  const names = [...Object.keys(markup), ...fences, 'lint'];
  await play.stage.putFlow(play.flow, ['unit']);
  const server = await play.faulty((request) => {
    if (!asksForTrail(request)) return fault.pass();
    return rewritten(play.stage, request, (answer) => {
      const { compliance_status: status, ...trail } = Object(answer);
      const missing = names.map((name) => ({ attestation_name: name, status: 'MISSING', is_compliant: null }));
      return { ...trail, compliance_status: { ...status, attestations_statuses: [...status.attestations_statuses, ...missing] } };
    });
  });
  const run = await play.run({ inputs: { 'base-url': server.url } });
  expect(JSON.parse(run.outputs['reasons'] ?? '').length).toBeGreaterThanOrEqual(names.length);
  const [text, code] = withoutCode(run.summary);
  for (const pattern of [...Object.values(markup), /<img/, /^\s*~~~/m]) expect(text).not.toMatch(pattern);
  expect(code).toContain('command: attest');
});

test('what would be a mention or a reference once entities are resolved is broken up', async (context) => {
  const play = openPlay(context);
  const suite = '<testsuite name="ask @octocat about #1 and GH-2, me@evil.example"><testcase name="a"/></testsuite>';
  const run = await usual(play, { files: { 'build/unit.xml': suite } });
  // GitHub looks for these in the finished page, where `&#64;` is `@` again: only a character in between helps.
  const page = run.summary.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
  expect(page).toContain('octocat');
  expect(page).not.toMatch(/@\w|#\d|GH-\d/);
});

/** A results file of so many suites, each with a long name and a failure. */
function failingSuites(count: number): string {
  const suites = Array.from({ length: count }, (_, index) => {
    const name = `${'a suite with a long name '.repeat(10)}${index}`;
    return `<testsuite name="${name}"><testcase classname="c" name="${name}"><failure message="${name}">${name}</failure></testcase></testsuite>`;
  });
  return `<testsuites>${suites.join('\n')}</testsuites>`;
}

function expectWithinLimits(run: ActionRun): void {
  expect(run.summaryDropped).toBe(false);
  expect(Buffer.byteLength(run.summary)).toBeGreaterThan(10_000);
  expect(Buffer.byteLength(run.summary)).toBeLessThanOrEqual(1024 * 1024);
  expect(run.summary.match(/<details/g)?.length).toBe(run.summary.match(/<\/details>/g)?.length);
  expect(run.rawStdout.match(/^::(?:error|warning|notice)/gm)).toHaveLength(10);
  // Faults of the whole come before each test that failed.
  expect(run.annotations[0]?.title).toBe(run.outputs['verdict'] === 'unusable' ? 'Unusable evidence' : 'Not compliant');
  expect(run.rawStdout).toMatch(/^\d+ more are in the fold above; what failed is in the job summary$/m);
  expect(Buffer.byteLength(run.rawStdout)).toBeLessThan(4 * 1024 * 1024);
}

test('a summary of 20,000 failing suites stays below 1 MiB, and no test is lost from the record', async (context) => {
  const play = openPlay(context);
  const run = await usual(play, { files: { 'build/unit.xml': failingSuites(20_000) } });
  expect({ verdict: run.outputs['verdict'], failed: run.outputs['tests-failed'] }).toEqual({ verdict: 'non-compliant', failed: '20000' });
  expectWithinLimits(run);
  // Above 10,000 rows they are summed up by file.
  const [record] = await play.recordsOf(run);
  const rows: readonly { readonly failures: number }[] = Reflect.get(record ?? {}, 'junit_results');
  expect(rows.reduce((sum, row) => sum + row.failures, 0)).toBe(20_000);
});

test('a table of 9,900 suites is cut before 1 MiB, and says so', async (context) => {
  const play = openPlay(context);
  const run = await usual(play, { files: { 'build/unit.xml': failingSuites(9_900) } });
  expect(run.outputs['verdict']).toBe('non-compliant');
  expectWithinLimits(run);
  expect(run.summary.slice(-300)).toContain('cut: there is no room for');
});

test('a summary of many reasons stays below 1 MiB as well, and so do the outputs', async (context) => {
  const play = openPlay(context);
  const files = Object.fromEntries(Array.from({ length: 800 }, (_, index) => [`build/${'x'.repeat(230)}-${index}.xml`, '']));
  const run = await usual(play, { files });
  expect(run.outputs['verdict']).toBe('unusable');
  expectWithinLimits(run);
  expect(Buffer.byteLength(JSON.stringify(run.outputs))).toBeLessThan(512 * 1024);
  expect(JSON.parse(run.outputs['reasons'] ?? '').length).toBeGreaterThan(100);
});
