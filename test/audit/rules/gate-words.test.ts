import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { LandingFact } from '../../../src/audit/facts/line.ts';
import { root } from '../../support/sources.ts';
import { commit, fact, landing, pull, sha } from '../reviews/pull.ts';
import { outcomes, world } from './delivery-change.ts';

/*
 * All that is said of workflow files, with the places and the settings: compared with test/fixtures/audit/gate.txt, which `-u` writes.
 * Each job is a part of one file.
 */

const gate = 'acme/compliance-evidence/.github/actions/gate@v1';
const inputs = (text: string): string => `{ steps: [{ uses: ${gate}, with: { ${text} } }] }`;

const jobs: readonly string[] = [
  ...[
    'none',
    '',
    '" "',
    '"non-compliant, incomplete"',
    '"non-compliant incomplete unknown unusable"',
    '"  non-compliant,incomplete,,unknown\n unusable "',
    'no',
    '7',
  ].map((value) => inputs(`fail-on: ${value}`)),
  ...['none', '"none docs"', '" docs "', '","', '""'].map((value) => inputs(`allowed-skips: ${value}`)),
  ...['decided', '" decided "', 'current', 'DECIDED'].map((value) => inputs(`template: ${value}`)),
  ...['true', '"TRUE"', '"tRUE"', '" true "', 'yes', '1', 'null', '[true]', 'false'].map((value) => inputs(`allow-own-template: ${value}`)),
  ...['2026-11-02T12:00:00Z', '2026-11-02T12:00:01Z', 'soon', '2031-01-01', '"${{ vars.WHEN }}"'].map((value) =>
    inputs(`enforce-from: ${value}`),
  ),
  ...['"${{ x }}"', '"}}${{"', '"$x"'].map((value) => inputs(`ALLOW-anything: ${value}`)),
  inputs('disallow-it: true, min-tests: 1, fail-on: none, Fail-On: non-compliant'),
  `{ steps: [{ id: mine, name: Named, uses: ${gate}, with: { fail-on: none } }, { name: " Named ", uses: ${gate}, with: { fail-on: none } }, 7, { id: 8, uses: ${gate}, continue-on-error: true }] }`,
  `{ continue-on-error: true, steps: [{ id: one, uses: ${gate} }, { id: two, uses: ${gate}, continue-on-error: false }] }`,
  `{ continue-on-error: "\${{ x }}", steps: [{ id: one, uses: ${gate}, continue-on-error: null }, { uses: ${gate}, continue-on-error: [true] }] }`,
  '{ continue-on-error: true, uses: acme/compliance-evidence/.github/workflows/gate.yml@v1, with: { fail-on: none } }',
  ...[
    '" ACME/Compliance-Evidence@v1 "',
    'acme/compliance-evidence/gate@v1',
    'acme/compliance-evidence',
    'compliance-evidence@v1',
    'acme/other/compliance-evidence@v1',
    '7',
    './',
    '$/',
    './.github/actions/gate',
    './.github/workflows/explain',
    './.github/actions/serve',
    './gate',
    'acme/compliance-evidence/query@v1',
  ].map((uses) => `{ steps: [{ uses: ${uses}, with: { fail-on: none } }] }`),
  ...['explain', 'query', 'serve', 'gate', '" explain "', '7'].map(
    (command) => `{ steps: [{ uses: acme/compliance-evidence@v1, with: { command: ${command}, fail-on: none } }] }`,
  ),
  `{ steps: { uses: ${gate} } }`,
  `{ steps: [{ uses: ${gate}, with: none }] }`,
  '7',
];
const files = {
  jobs: `jobs:\n${jobs.map((job, index) => `  job-${index}: ${job.replaceAll('\n', '\\n')}\n`).join('')}`,
  'a composite action': `runs: { steps: [{ uses: ${gate}, with: { fail-on: none } }] }`,
  'jobs that are a list': `jobs: [{ steps: [{ uses: ${gate}, with: { fail-on: none } }] }]`,
  'a list': `- uses: ${gate}`,
  nothing: '',
  'no YAML': `jobs: {\n# ${gate}`,
  'no YAML, without the gate': 'jobs: {',
  'a key twice': `jobs: { a: { steps: [{ uses: ${gate} }] }, a: ${inputs('fail-on: none')} }`,
  'as long as may be': `jobs: { a: ${inputs('fail-on: none')} }\n`.padEnd(250_000, '#'),
  'too long': `jobs: { a: ${inputs('fail-on: none')} }\n`.padEnd(250_001, '#'),
  'too many aliases': `a: &a [x]\nb: &b [${'*a,'.repeat(20)}]\nc: &c [${'*b,'.repeat(20)}]\nd: [${'*c,'.repeat(20)}] # compliance-evidence`,
};

const landed: Readonly<Record<string, Partial<LandingFact>>> = {
  'at noon': {},
  'at an unknown moment': { landing: landing({ at: null }) },
  'without workflows': { workflows: null },
  'with workflows that are not there': { workflows: 'other' },
  'with its pull request': { pulls: [pull()], pullsOf: { [sha('9')]: [42] } },
  'with another commit': { landing: landing({ commits: [commit('8')] }) },
};

function told(text: string, more: Partial<LandingFact> = {}, repository = 'acme/shop', brought: string | null = sha('9')): string {
  const { header } = world();
  const around = world({
    header: { ...header, repository },
    workflows: new Map([['tree', { kind: 'workflows', tree: 'tree', files: [{ path: 'ci.yml', text, brought }] }]]),
  });
  return outcomes('gate-let-through', fact({ workflows: 'tree', ...more }), around)
    .map((one) => `  ${JSON.stringify(one)}\n`)
    .join('');
}

test('each setting of the gate that lets something through is told with its place', async () => {
  const weak = `jobs: { a: ${inputs('fail-on: none, enforce-from: 2026-11-02T12:00:01Z')} }`;
  const texts = [
    ...Object.entries(files).map(([what, text]) => `${what}:\n${told(text)}`),
    `in the repository of the gate:\n${told(files.jobs, {}, 'Acme/Compliance-Evidence')}`,
    `in a repository whose name has it within:\n${told(files.jobs, {}, 'acme/compliance-evidence-tools')}`,
    `of nobody:\n${told(weak, {}, 'acme/shop', null)}`,
    ...Object.entries(landed).map(([how, more]) => `${how}:\n${told(weak, more)}`),
  ];
  await expect(texts.join('').replaceAll(/([0-9a-z])\1{39}/g, 'SHA $1')).toMatchFileSnapshot(join(root, 'test/fixtures/audit/gate.txt'));
});
