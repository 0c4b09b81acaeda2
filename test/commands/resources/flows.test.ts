import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Result } from '../../../src/commands/index.ts';
import type { RawOptions } from '../../../src/options/index.ts';
import { createToken, startService, type RunningService } from '../../../src/service/index.ts';
import { fault, startFaultServer } from '../../support/fault-server.ts';
import { playNamed } from '../play-named.ts';
import { listAt, stringAt } from '../../../src/text/index.ts';

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

/** Applies a flow file, as the command line does. */
function apply(yaml: string, changes: RawOptions = {}, interrupt?: AbortSignal): Promise<Result> {
  writeFileSync(join(folder, 'flow.yml'), yaml);
  return play('flow apply', { file: 'flow.yml', ...changes }, interrupt);
}

/** Runs a command about flows. */
async function play(name: string, options: RawOptions, interrupt?: AbortSignal): Promise<Result> {
  const raw = { 'base-url': service.url, 'api-token': token, org: 'acme', ...options };
  return (await playNamed(name, raw, { workspace: folder, ...(interrupt === undefined ? {} : { interrupt }) })).result;
}

const applied = (name: string, change: 'created' | 'updated' | 'unchanged') => ({
  kind: 'shown',
  parts: [`Flow ${name} ${change}`],
  json: { flow: name, change },
});

/** The stored flow. */
async function stored(name: string): Promise<unknown> {
  const answer = await fetch(`${service.url}/api/v2/flows/acme/${name}`, { headers: { authorization: `Bearer ${token}` } });
  return answer.status === 404 ? undefined : answer.json();
}

const requiring = 'template:\n  version: 1\n  trail:\n    attestations:\n      - name: unit\n        type: junit\n';

describe('a flow file without a template', () => {
  it('keeps the one that is stored', async () => {
    await apply(`name: kept\n${requiring}`);
    const before: unknown = Reflect.get(Object(await stored('kept')), 'template');
    expect(before).toContain('unit');
    expect(await apply('name: kept\ndescription: What it delivers\n')).toEqual(applied('kept', 'updated'));
    expect(await stored('kept')).toMatchObject({ description: 'What it delivers', template: before });
  });

  it('begins a flow all the same', async () => {
    expect(await apply('name: bare\n')).toEqual(applied('bare', 'created'));
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
    expect(await apply(yaml)).toMatchObject({
      kind: 'stopped',
      ending: 'usage',
      code: 'invalid-input',
      message: expect.stringMatching(message),
      fix: expect.stringMatching(/\S/),
    });
    expect(await stored('wrong')).toBeUndefined();
  });
});

describe('applying a flow', () => {
  it('names all wrong options and what is wrong with the file at once', async () => {
    const result = await apply('name: 7\n', { 'api-token': 'two words', org: 'a b', timeout: 'soon' });
    expect(result).toMatchObject({
      kind: 'stopped',
      ending: 'usage',
      message: expect.stringMatching(/^4 are wrong: .*api-token.*timeout.*org.*flow\.yml/s),
      sent: { kind: 'nothing' },
    });
  });

  it.each([
    ['that is not there', { file: 'none.yml' }, /none\.yml is not there/],
    ['that is a directory', { file: '.' }, /\. is no regular file/],
    ['without a name', { file: ' ' }, /--file is missing or empty/],
  ])('reads no file %s', async (_, changes, message) => {
    expect(await apply('name: x\n', changes)).toMatchObject({ kind: 'stopped', ending: 'usage', message: expect.stringMatching(message) });
  });

  it('reads no file that is larger than any flow', async () => {
    expect(await apply(`name: x\ndescription: ${'y'.repeat(600_000)}\n`)).toMatchObject({ message: expect.stringContaining('512 KiB') });
  });

  it('says that nothing was sent when it is interrupted before', async () => {
    const result = await apply('name: late\n', {}, AbortSignal.abort());
    expect(result).toMatchObject({ kind: 'stopped', ending: 'interrupted', sent: { kind: 'nothing' } });
    expect(await stored('late')).toBeUndefined();
  });

  it('says what may be stored when it is interrupted while it waits', async () => {
    const server = await startFaultServer({
      script: ({ method }) => (method === 'GET' ? fault.status(404, {}, { message: 'none' }) : fault.hang()),
    });
    onTestFinished(() => server.close());
    const interrupt = new AbortController();
    const result = apply('name: late\n', { 'base-url': server.url }, interrupt.signal);
    await vi.waitUntil(() => server.requests.some(({ method }) => method === 'PUT'), { timeout: 20_000 });
    interrupt.abort();
    expect(await result).toMatchObject({ kind: 'stopped', ending: 'interrupted', sent: { kind: 'on-its-way', name: 'flow late' } });
  });
});

describe('applying a flow that is stored so', () => {
  it('changes nothing, writes nothing, and says so', async () => {
    const yaml = `name: same\ndescription: What it delivers\n${requiring}`;
    expect(await apply(yaml)).toEqual(applied('same', 'created'));
    const server = await startFaultServer({ target: service.url, script: fault.pass });
    onTestFinished(() => server.close());
    expect(await apply(yaml, { 'base-url': server.url })).toEqual(applied('same', 'unchanged'));
    expect(server.requests.map(({ method }) => method)).not.toContain('PUT');
    expect(await apply(yaml, { 'dry-run': 'true' })).toMatchObject({ json: { would_change: 'nothing', diff: '' } });
    expect(await apply(yaml.replace('What', 'All that'))).toEqual(applied('same', 'updated'));
  });

  it('lists it again where it was archived', async () => {
    await apply(`name: put-away\n${requiring}`);
    await play('flow archive', { name: 'put-away' });
    const yaml = `name: put-away\n${requiring}`;
    expect(await apply(yaml, { 'dry-run': 'true' })).toMatchObject({ json: { would_change: 'update' } });
    expect(await apply(yaml)).toEqual(applied('put-away', 'updated'));
    expect(await play('flow list', { search: 'put-away' })).toMatchObject({ json: { flows: [{ name: 'put-away' }] } });
  });

  it.each([
    ['has no such lookup', 405, {}],
    ['answers in no words of its own', 404, 'nothing here'],
  ])('writes it where the service %s', async (_, status, body) => {
    const script = ({ method }: { readonly method: string }) => (method === 'GET' ? fault.status(status, {}, body) : fault.pass());
    const server = await startFaultServer({ target: service.url, script });
    onTestFinished(() => server.close());
    await apply(`name: blind\n${requiring}`);
    expect(await apply(`name: blind\n${requiring}`, { 'base-url': server.url })).toEqual(applied('blind', 'updated'));
  });
});

describe('listing flows', () => {
  it('gives all pages, or those whose name holds a text', async () => {
    await Promise.all(Array.from({ length: 103 }, (_, n) => createFlow(`many-${n}`)));
    const all = await play('flow list', { limit: '0' });
    const names = (listAt(all, 'json', 'flows') ?? []).map((flow) => stringAt(flow, 'name') ?? '');
    expect(names.filter((name) => name.startsWith('many-'))).toHaveLength(103);
    expect(names).toEqual(names.toSorted());
    expect(await play('flow list', { search: 'MANY-10' })).toMatchObject({
      json: { flows: [{ name: 'many-10' }, { name: 'many-100' }, { name: 'many-101' }, { name: 'many-102' }] },
    });
  });

  it('shows one with its template', async () => {
    await apply(`name: shown\ndescription: What it delivers\n${requiring}`);
    const result = await play('flow get', { name: 'shown' });
    expect(result).toMatchObject({ kind: 'shown', json: { name: 'shown', description: 'What it delivers' } });
    expect(result).toMatchObject({ json: { template: expect.stringContaining('name: unit') } });
  });

  it('says which one is not there, and asks for no name that none can have', async () => {
    expect(await play('flow get', { name: 'none' })).toMatchObject({ kind: 'stopped', message: expect.stringContaining("'none'") });
    expect(await play('flow get', { name: 'a/b', org: 'a b' })).toMatchObject({
      ending: 'usage',
      message: expect.stringMatching(/--org.*--name is not a name/s),
    });
  });
});

/** Creates a flow without a template. */
async function createFlow(name: string): Promise<void> {
  const form = new FormData();
  form.set('data_json', JSON.stringify({ name }));
  const answer = await fetch(`${service.url}/api/v2/flows/acme/template_file`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  expect(answer.status).toBe(201);
}

/** Aliases of aliases, which stand for a very large document. */
function bomb(): string {
  const levels = Array.from({ length: 9 }, (_, n) => `a${n + 1}: &a${n + 1} [${Array.from({ length: 9 }, () => `*a${n}`).join(', ')}]`);
  return ['a0: &a0 x', ...levels].join('\n');
}
