import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Event, Result } from '../../../src/commands/index.ts';
import type { RawOptions } from '../../../src/options/index.ts';
import { fault } from '../../support/fault-server.ts';
import { playNamed } from '../play-named.ts';
import { openStage, type Stage } from '../setup.ts';
import { listAt, stringAt } from '../../../src/text/index.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  await stage.flow('shop', ['unit']);
  for (let n = 1; n <= 105; n += 1) await begin(`release-${n}`);
});
afterAll(() => stage.close());

async function begin(name: string): Promise<void> {
  const form = new FormData();
  form.set('data_json', JSON.stringify({ name, description: `The ${name}` }));
  const headers = { authorization: `Bearer ${stage.token}` };
  const answer = await fetch(`${stage.url}/api/v2/trails/acme/shop`, { method: 'PUT', headers, body: form });
  if (!answer.ok) throw new Error(await answer.text());
}

function play(name: string, options: RawOptions = {}): Promise<{ readonly result: Result; readonly events: readonly Event[] }> {
  return playNamed(name, { 'base-url': stage.url, 'api-token': stage.token, org: 'acme', flow: 'shop', ...options });
}

describe('listing trails', () => {
  it('gives all pages, the latest first', async () => {
    const { result } = await play('trail list', { limit: '0' });
    const names = listAt(result, 'json', 'trails')?.map((trail) => stringAt(trail, 'name'));
    expect(names).toEqual(Array.from({ length: 105 }, (_, index) => `release-${105 - index}`));
  });

  it('stops at a limit, and asks for no page behind it', async () => {
    const before = stage.server.requests.length;
    const { result } = await play('trail list', { limit: '2' });
    expect(result).toMatchObject({ kind: 'shown', json: { trails: [{ name: 'release-105' }, { name: 'release-104' }] } });
    expect(stage.server.requests.length - before).toBe(1);
  });

  it('leaves out what is not in the contract, and says so', async () => {
    stage.script = () =>
      fault.status(200, {}, [{ name: 'good', compliance_status: { status: 'COMPLIANT', attestations_statuses: [] } }, { name: 'bad' }]);
    try {
      const { events, result } = await play('trail list');
      expect(result).toMatchObject({ kind: 'shown', json: { trails: [{ name: 'good' }] } });
      expect(events).toEqual([{ kind: 'warning', message: expect.stringMatching(/^A trail is left out: .*\$\.compliance_status/) }]);
    } finally {
      stage.script = fault.pass;
    }
  });

  it('says which flow is not there', async () => {
    const { result } = await play('trail list', { flow: 'none' });
    expect(result).toMatchObject({ kind: 'stopped', ending: 'unknown', message: expect.stringContaining("'none'") });
  });
});

describe('one trail', () => {
  it('is shown with what it says of itself', async () => {
    expect((await play('trail get', { name: 'release-7' })).result).toMatchObject({
      kind: 'shown',
      json: { name: 'release-7', description: 'The release-7', compliance_state: 'INCOMPLETE', flow: { name: 'shop' } },
    });
  });

  it('needs a flow and a name that there can be', async () => {
    expect((await play('trail get', { name: 'a/b', flow: ' ' })).result).toMatchObject({
      ending: 'usage',
      message: expect.stringMatching(/--flow is missing or empty.*--name is not a name/s),
    });
  });
});
