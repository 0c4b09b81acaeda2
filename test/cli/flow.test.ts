import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flowApply } from '../../src/cli/flow.ts';
import { openTerminal } from '../../src/cli/terminal.ts';
import { UsageError } from '../../src/errors/index.ts';
import { createToken, startService, type RunningService } from '../../src/service/index.ts';

const token = 'a-token-for-tests-only';
let folder = '';
let service: RunningService;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'evidence-flow-'));
  const dataDir = join(folder, 'data');
  await createToken({ dataDir, user: 'ada', orgs: ['acme'], role: 'admin', token });
  service = await startService({ host: '127.0.0.1', port: 0, dataDir });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Applies a flow file; resolves to what was printed. */
async function apply(yaml: string): Promise<readonly string[]> {
  const file = join(folder, 'flow.yml');
  writeFileSync(file, yaml);
  const printed: string[] = [];
  const terminal = { ...openTerminal(), out: (line: string) => void printed.push(line) };
  const raw = { 'base-url': service.url, 'api-token': token, org: 'acme' };
  expect(await flowApply(file, raw, new AbortController().signal, terminal)).toBe(0);
  return printed;
}

/** The stored flow. */
async function stored(name: string): Promise<unknown> {
  const answer = await fetch(`${service.url}/api/v2/flows/acme/${name}`, { headers: { authorization: `Bearer ${token}` } });
  return answer.status === 404 ? undefined : answer.json();
}

const demanding = 'template:\n  version: 1\n  trail:\n    attestations:\n      - name: unit\n        type: junit\n';

describe('a flow file without a template', () => {
  it('keeps the one that is stored', async () => {
    await apply(`name: kept\n${demanding}`);
    const before: unknown = Reflect.get(Object(await stored('kept')), 'template');
    expect(before).toContain('unit');
    expect(await apply('name: kept\ndescription: What it delivers\n')).toEqual(['Flow kept updated']);
    expect(await stored('kept')).toMatchObject({ description: 'What it delivers', template: before });
  });

  it('begins a flow all the same', async () => {
    expect(await apply('name: bare\n')).toEqual(['Flow bare created']);
    expect(await stored('bare')).toMatchObject({ name: 'bare' });
  });
});

describe('a flow file is wrong usage', () => {
  it.each([
    ['with an empty template', 'name: wrong\ntemplate:\n', /empty template/],
    ['with null for a template', 'name: wrong\ntemplate: null\n', /empty template/],
    ['with a number for a template', 'name: wrong\ntemplate: 1\n', /template that is neither/],
    ['with an empty text for a template', "name: wrong\ntemplate: ''\n", /empty template/],
    ['with nothing but remarks for a template', 'name: wrong\ntemplate: |\n  # later\n\n  # version: 1\n', /empty template/],
    ['with an empty mapping for a template', 'name: wrong\ntemplate: {}\n', /empty template/],
    ['with a list for a template', 'name: wrong\ntemplate: []\n', /template that is neither/],
    ['with a name that is a number', 'name: 2024\n', /name that is not text.*quotes/],
    ['with a name that is a flag', 'name: true\n', /name that is not text/],
    ['with a name that is a list', 'name: [wrong]\n', /name that is not text/],
    ['with a description that is a number', 'name: wrong\ndescription: 7\n', /description that is not text/],
    ['without a name', 'description: x\n', /has no name/],
    ['that refers to itself too often', bomb(), /refers to itself too often/],
  ])('%s', async (_, yaml, message) => {
    const error: unknown = await apply(yaml).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({ code: 'invalid-input', message: expect.stringMatching(message), fix: expect.stringMatching(/\S/) });
    expect(await stored('wrong')).toBeUndefined();
  });
});

/** Aliases of aliases, which stand for very much. */
function bomb(): string {
  const levels = Array.from({ length: 9 }, (_, n) => `a${n + 1}: &a${n + 1} [${Array.from({ length: 9 }, () => `*a${n}`).join(', ')}]`);
  return ['a0: &a0 x', ...levels].join('\n');
}
