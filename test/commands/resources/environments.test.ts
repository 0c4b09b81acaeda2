import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resultJson, showResult } from '../../../src/cli/show-result.ts';
import { openTerminal } from '../../../src/cli/terminal.ts';
import type { Result } from '../../../src/commands/index.ts';
import type { RawOptions } from '../../../src/options/index.ts';
import { createToken, startService, type RunningService } from '../../../src/service/index.ts';
import { playNamed } from '../play-named.ts';

const token = 'a-token-for-tests-only';
let folder = '';
let service: RunningService;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'evidence-environment-'));
  const dataDir = join(folder, 'data');
  await createToken({ dataDir, user: 'ada', orgs: ['acme'], role: 'admin', token });
  service = await startService({ host: '127.0.0.1', port: 0, dataDir });
  mkdirSync(join(folder, 'shop'));
  writeFileSync(join(folder, 'shop', 'index.html'), 'one');
  writeFileSync(join(folder, 'till'), 'two');
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command. Answers its result, and the text that people see. */
async function play(
  name: string,
  options: RawOptions,
): Promise<{ readonly result: Result; readonly shown: string; readonly json: unknown }> {
  const raw = { 'base-url': service.url, 'api-token': token, org: 'acme', ...options };
  const { result } = await playNamed(name, raw, { workspace: folder });
  const shown: string[] = [];
  const terminal = {
    ...openTerminal(),
    style: (_: unknown, text: string) => text,
    out: (text: string) => void shown.push(text),
    err: (text: string) => void shown.push(text),
  };
  if (result.kind === 'stopped') return { result, shown: result.message, json: undefined };
  showResult(result, terminal);
  return { result, shown: shown.join('\n'), json: resultJson(result) };
}

it('an environment is made from its file, reported to, shown, and its snapshots are compared', async () => {
  writeFileSync(join(folder, 'prod.yml'), 'name: prod\ntype: server\ndescription: What customers use\n');
  const apply = () => play('environment apply', { file: 'prod.yml' });
  expect((await apply()).json).toEqual({ environment: 'prod', change: 'created' });
  expect((await apply()).shown).toBe('Environment prod updated');

  const report = (running: string) => play('environment snapshot', { name: 'prod', running });
  expect((await report('shop=shop')).shown).toBe('Snapshot prod#1 created');
  expect((await report('shop=shop')).json).toEqual({ snapshot: 'prod#1', change: 'updated' });
  expect((await report('shop=shop\ntill=till')).json).toEqual({ snapshot: 'prod#2', change: 'created' });
  expect((await report('till=till')).json).toEqual({ snapshot: 'prod#3', change: 'created' });

  const list = await play('environment list', { search: 'pro' });
  expect(list.json).toMatchObject({ environments: [{ name: 'prod', type: 'server', state: null }] });
  expect(list.shown).toMatch(/ENVIRONMENT.*\nprod +server +unknown +20/);
  expect((await play('environment list', { search: 'test' })).json).toEqual({ environments: [], more: 0 });
  const one = await play('environment get', { name: 'prod' });
  expect(one.json).toMatchObject({ name: 'prod', description: 'What customers use' });
  expect(one.shown).toMatch(/State +unknown/);

  const snapshots = await play('snapshot list', { name: 'prod', limit: '2' });
  expect(snapshots.json).toMatchObject({ snapshots: [{ index: 3, to: 0 }, { index: 2 }] });
  expect(snapshots.shown).toMatch(/\n3 .* now +unknown\n2 /);
  const latest = await play('snapshot get', { snapshot: 'prod' });
  expect(latest.json).toMatchObject({ index: 3, is_latest: true });
  expect(latest.shown).toMatch(/Compliant +unknown/);
  const [started] = Object(latest.json).artifacts[0].creationTimestamp;
  expect(Math.abs(started - Date.now() / 1000)).toBeLessThan(3600);
  expect(latest.shown).toMatch(/till +[0-9a-f]{12} +unknown +1 +none known\nshop +[0-9a-f]{12} +unknown +stopped/);
  for (const [text, index] of [
    ['prod#1', 1],
    ['prod~1', 2],
    ['prod@{now}', 3],
  ] as const)
    expect((await play('snapshot get', { snapshot: text })).json, `at ${text}`).toMatchObject({ index });
  const difference = await play('snapshot diff', { snapshot: 'prod#1' });
  expect(difference.json).toMatchObject({ snappish1: { snapshot_id: 'prod#1' }, snappish2: { snapshot_id: 'prod#3' } });
  expect(difference.shown).toMatch(/shop +[0-9a-f]{12} +gone *\ntill +[0-9a-f]{12} +new/);
  const change = await play('snapshot diff', { snapshot: 'prod' });
  expect(change.json).toMatchObject({ snappish1: { snapshot_id: 'prod#2' }, snappish2: { snapshot_id: 'prod#3' } });
  expect((await play('snapshot get', { snapshot: 'prod@{2.days.ago}' })).shown).toMatch(/it has 3\. There was none at that time/);
  expect((await play('snapshot diff', { snapshot: 'prod#1', to: 'prod#2' })).shown).not.toContain('gone');
});

it.each([
  ['environment snapshot', { name: 'prod', running: '' }, /running/],
  ['environment snapshot', { name: 'prod', running: 'shop' }, /running/],
  ['environment snapshot', { name: 'prod', running: 'shop=nothing' }, /fingerprint of .*nothing cannot be taken/],
  ['environment snapshot', { name: 'a b', running: 'shop=shop' }, /not a name/],
  ['environment get', { name: 'nothing' }, /no environment 'nothing'/],
  ['snapshot get', { snapshot: 'prod!' }, /is no snapshot: "prod!"/],
  ['snapshot get', { snapshot: 'prod#x' }, /is no snapshot: "prod#x"/],
  ['snapshot diff', { snapshot: 'prod#1', to: '~1' }, /is no snapshot: "~1"/],
])('%s with %j says what is wrong', async (name, options, message) => {
  expect((await play(name, options)).shown).toMatch(message);
});

it.each([
  ['name: prod\ntyp: server\n', /line 2 has the key "typ": did you mean type\?/],
  ['name: prod\n', /is not the file of an environment/],
  ['name: prod\ntype: server\npolicies: strict\n', /is not the file of an environment/],
  ['- prod\n', /is not a mapping/],
])('the file %j is refused', async (text, message) => {
  writeFileSync(join(folder, 'bad.yml'), text);
  expect((await play('environment apply', { file: 'bad.yml' })).shown).toMatch(message);
  expect((await play('environment apply', { file: 'nothing.yml' })).shown).toMatch(/is not there/);
});
