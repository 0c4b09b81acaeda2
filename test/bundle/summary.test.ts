import { expect, test } from 'vitest';
import { fault } from '../support/fault-server.ts';
import { expectWithinLimits, failingSuites } from './expected.ts';
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

// The slow tests have 20,000 suites, tables that are cut, and many reasons.
test('a summary of 1,500 failing suites stays within what GitHub shows', async (context) => {
  const run = await usual(openPlay(context), { files: { 'build/unit.xml': failingSuites(1_500) } });
  expect({ verdict: run.outputs['verdict'], failed: run.outputs['tests-failed'] }).toEqual({ verdict: 'non-compliant', failed: '1500' });
  expectWithinLimits(run);
});
