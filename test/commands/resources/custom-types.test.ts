import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Result } from '../../../src/commands/index.ts';
import type { RawOptions } from '../../../src/options/index.ts';
import { createToken, startService, type RunningService } from '../../../src/service/index.ts';
import { playNamed } from '../play-named.ts';

const token = 'a-token-for-tests-only';
let folder = '';
let service: RunningService;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'evidence-type-'));
  const dataDir = join(folder, 'data');
  await createToken({ dataDir, user: 'ada', orgs: ['acme'], role: 'member', token });
  service = await startService({ host: '127.0.0.1', port: 0, dataDir });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function play(name: string, options: RawOptions): Promise<Result> {
  const raw = { 'base-url': service.url, 'api-token': token, org: 'acme', ...options };
  return (await playNamed(name, raw, { workspace: folder })).result;
}

/** Applies a file with this text, as the command line does. */
function apply(yaml: string): Promise<Result> {
  writeFileSync(join(folder, 'type.yml'), yaml);
  return play('type apply', { file: 'type.yml' });
}

const shown = async (name: string): Promise<unknown> => Reflect.get(await play('type get', { name }), 'json');

const coverage = `name: coverage
description: How much of the code is tested
schema:
  type: object
  required: [lines]
rules:
  - .lines >= 80
summary:
  - name: Lines
    expression: .lines
`;

it('makes a type of all that its file says, and shows it', async () => {
  expect(await apply(coverage)).toMatchObject({ json: { type: 'coverage', change: 'applied' } });
  expect(await shown('coverage')).toMatchObject({
    name: 'coverage',
    description: 'How much of the code is tested',
    versions: [
      {
        version: 1,
        type_schema: { type: 'object', required: ['lines'] },
        evaluator: { content_type: 'jq', rules: ['.lines >= 80'] },
        summary: [{ name: 'Lines', expression: '.lines' }],
      },
    ],
  });
});

it('makes a new version only of a file that changed', async () => {
  await apply(coverage.replace('name: coverage', 'name: again'));
  await apply(coverage.replace('name: coverage', 'name: again'));
  expect(await shown('again')).toMatchObject({ versions: [{ version: 1 }] });
  await apply(coverage.replace('name: coverage', 'name: again').replace('80', '90'));
  expect(await shown('again')).toMatchObject({ versions: [{ version: 2 }, { version: 1 }] });
});

it('takes a schema that is text, and a type that is a name only', async () => {
  await apply(`name: bare\nschema: '{"type": "array"}'\n`);
  expect(await shown('bare')).toMatchObject({ versions: [{ type_schema: { type: 'array' } }] });
  await apply('name: barest\nrules: []\ndescription:\n');
  expect(await shown('barest')).not.toHaveProperty('description');
  expect(await shown('barest')).toMatchObject({
    versions: [{ type_schema: null, evaluator: { content_type: 'default' } }],
  });
});

it('takes a type out of use', async () => {
  await apply('name: old\n');
  expect(await play('type archive', { name: 'old' })).toMatchObject({ json: { type: 'old', change: 'archived' } });
  expect(await shown('old')).toMatchObject({ archived: true });
  expect(await play('type list', {})).not.toMatchObject({
    json: { types: expect.arrayContaining([expect.objectContaining({ name: 'old' })]) },
  });
});

it('says what the service says of a rule that is no jq', async () => {
  const result = await apply('name: wrong\nrules: [".a >"]\n');
  expect(result.kind).toBe('stopped');
  expect(JSON.stringify(result)).toMatch(/evaluator\.rules\[0\].*unexpected end of file at line 1/);
});

it.each([
  ['- a\n', /is not a mapping/],
  ['description: d\n', /has no name that is text/],
  ['name: 7\n', /has no name that is text/],
  ['name: n\ndescription: [d]\n', /has a description that is not text/],
  ['name: n\nrules: .a\n', /has rules that are not a list of texts/],
  ['name: n\nrules: [true]\n', /has rules that are not a list of texts/],
  ['name: n\nsummary: [{name: a}]\n', /has a summary that is not a list of names and expressions/],
  ['name: n\nschema: [1]\n', /has a schema that is neither a mapping nor the text of one/],
  ['name: n\nruels: [.a]\n', /line 2 has the key \\"ruels\\": did you mean rules/],
])('sends nothing of a file that says %j', async (yaml, sentence) => {
  const result = await apply(yaml);
  expect([result.kind, JSON.stringify(result)]).toEqual(['stopped', expect.stringMatching(sentence)]);
});
