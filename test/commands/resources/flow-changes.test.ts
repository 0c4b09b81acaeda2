import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Result } from '../../../src/commands/index.ts';
import type { RawOptions } from '../../../src/options/index.ts';
import { createToken, startService, type RunningService } from '../../../src/service/index.ts';
import { playNamed } from '../play-named.ts';
import { stringAt } from '../../../src/text/index.ts';

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
function apply(yaml: string, changes: RawOptions = {}): Promise<Result> {
  writeFileSync(join(folder, 'flow.yml'), yaml);
  return play('flow apply', { file: 'flow.yml', ...changes });
}

/** Runs a command about flows. */
async function play(name: string, options: RawOptions): Promise<Result> {
  const raw = { 'base-url': service.url, 'api-token': token, org: 'acme', ...options };
  return (await playNamed(name, raw, { workspace: folder })).result;
}

/** The stored flow. */
async function stored(name: string): Promise<unknown> {
  const answer = await fetch(`${service.url}/api/v2/flows/acme/${name}`, { headers: { authorization: `Bearer ${token}` } });
  return answer.status === 404 ? undefined : answer.json();
}

const requiring = 'template:\n  version: 1\n  trail:\n    attestations:\n      - name: unit\n        type: junit\n';

describe('a mistyped key', () => {
  it.each([
    ['of a flow', 'name: wrong\ndescripton: x\n', /flow\.yml: line 2 has the key "descripton": did you mean description\?/],
    [
      'that is like no other',
      'name: wrong\nowner: x\n',
      /line 2 has the key "owner", where only name, description, visibility and template/,
    ],
    ['of a template', 'name: wrong\ntemplate:\n  trial:\n    attestations: []\n', /line 3 has the key "trial": did you mean trail\?/],
    [
      'deep in a template, and another',
      'name: wrong\ntemplate:\n  trail:\n    artifacts:\n      - name: a\n        atestations: []\n    attestations:\n      - nam: x\n        type: junit\n',
      /line 6 has the key "atestations": did you mean attestations\? and line 8 has the key "nam": did you mean name\?/,
    ],
    [
      'of a template that is text',
      'name: wrong\ntemplate: |\n  trail:\n    atestations: []\n',
      /template in .*: line 2 has the key "atestations"/,
    ],
  ])('%s is named with its line', async (_, yaml, message) => {
    expect(await apply(yaml)).toMatchObject({ kind: 'stopped', ending: 'usage', message: expect.stringMatching(message) });
    expect(await stored('wrong')).toBeUndefined();
  });
});

describe('a dry run', () => {
  const dry = { 'dry-run': 'true' };

  it('shows a flow that would be created, and creates nothing', async () => {
    expect(await apply(`name: planned\n${requiring}`, dry)).toMatchObject({
      json: {
        would_change: 'create',
        diff: expect.stringMatching(/^--- \/dev\/null\n\+\+\+ .*flow\.yml\n[^]*^\+name: planned$[^]*^\+ +- name: unit$/m),
      },
    });
    expect(await stored('planned')).toBeUndefined();
  });

  it('shows what would change, line by line, and changes nothing', async () => {
    await apply(`name: changing\ndescription: Before\n${requiring}`);
    const before = await stored('changing');
    const result = await apply(`name: changing\ndescription: After\n${requiring.replace('name: unit', 'name: lint')}`, dry);
    expect(result).toMatchObject({ json: { would_change: 'update' } });
    const lines = stringAt(result, 'json', 'diff')
      ?.split('\n')
      .filter((line) => /^[+-][^+-]/.test(line));
    expect(lines?.map((line) => line.replace(/ +/g, ' '))).toEqual([
      '-description: Before',
      '+description: After',
      expect.stringMatching(/^- - name: unit$/),
      expect.stringMatching(/^\+ - name: lint$/),
    ]);
    expect(await stored('changing')).toEqual(before);
  });

  it('says that nothing would change, also of what the file leaves out', async () => {
    await apply(`name: same\ndescription: As it is\n${requiring}`);
    expect(await apply(`name: same\n${requiring}`, dry)).toMatchObject({ json: { would_change: 'nothing', diff: '' } });
    expect(await apply('name: same\n', dry)).toMatchObject({ json: { would_change: 'nothing', diff: '' } });
  });

  it('is no answer where the service gives none', async () => {
    expect(await apply('name: same\n', { ...dry, 'api-token': 'nobody-knows-this-token' })).toMatchObject({
      kind: 'stopped',
      ending: 'unknown',
    });
  });
});

it('the template of a flow is printed as it was written, for a file', async () => {
  await apply(`name: printed\n${requiring}`);
  const template: unknown = Reflect.get(Object(await stored('printed')), 'template');
  expect(await play('flow get', { name: 'printed', template: 'true' })).toMatchObject({
    kind: 'shown',
    parts: [String(template).replace(/\n$/, '')],
    json: { template },
  });
});

describe('a flow', () => {
  it('is renamed, and found by both names until the old one is taken', async () => {
    await apply('name: before\ndescription: The same\n');
    expect(await play('flow rename', { name: 'before', 'new-name': 'after' })).toMatchObject({
      json: { flow: 'after', change: 'renamed' },
    });
    expect(await play('flow get', { name: 'after' })).toMatchObject({ json: { name: 'after', description: 'The same' } });
    expect(await play('flow get', { name: 'before' })).toMatchObject({ json: { name: 'after' } });
  });

  it('is archived: it is no longer listed', async () => {
    await apply('name: over\n');
    expect(await play('flow archive', { name: 'over' })).toMatchObject({ json: { change: 'archived' } });
    expect(await play('flow list', { search: 'over' })).toMatchObject({ json: { flows: [] } });
  });

  it('is tagged: tags are set and removed', async () => {
    await apply('name: tagged\n');
    expect(await play('flow tag', { name: 'tagged', set: 'team=shop\nowner=ada' })).toMatchObject({ json: { change: 'tagged' } });
    await play('flow tag', { name: 'tagged', remove: 'owner' });
    expect(await play('flow get', { name: 'tagged' })).toMatchObject({ json: { tags: { team: 'shop' } } });
  });

  it.each([
    ['flow rename', { name: 'none', 'new-name': 'other' }, /'none'/],
    ['flow archive', { name: 'none' }, /'none'/],
    ['flow rename', { name: 'x', 'new-name': 'a b' }, /--new-name is not a name/],
    ['flow tag', { name: 'x' }, /--set is missing, and so are tags to remove/],
    ['flow tag', { name: 'x', set: 'a b=c' }, /--set has the key "a b"/],
    ['flow tag', { name: 'x', remove: '/' }, /--remove has the key "\/"/],
  ])('%s %j says what is wrong', async (name, raw, message) => {
    expect(await play(name, raw)).toMatchObject({ kind: 'stopped', message: expect.stringMatching(message) });
  });
});
