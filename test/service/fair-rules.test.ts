import { expect, onTestFinished, test, vi } from 'vitest';
import { createToken } from '../../src/service/index.ts';
import { field, token, world, type Answer, type Client } from './support.ts';

// One organization may send as many endless rules as its users like: another organization waits for none of them.

const make = (it: Client, org: string, name: string, rule: string): Promise<Answer> =>
  it.form('POST', `/custom-attestation-types/${org}`, { name, evaluator: { rules: [rule] } });

const attest = (it: Client, org: string, type_name: string, attestation_data: unknown): Promise<Answer> =>
  it.form('POST', `/attestations/${org}/f/trail/t/custom`, { attestation_name: 'x', type_name, attestation_data });

test('an organization with more rules without end than can wait is not in the way of another', async () => {
  const it = await world();
  const other = it.as(await createToken({ dataDir: it.dataDir, user: 'bob', orgs: ['globex'], role: 'member' }));
  await make(it, 'acme', 'looping', 'def f: f; f');
  await make(other, 'globex', 'honest', '.ok');
  const [ended, over] = [new Map<number, number>(), new AbortController()];
  onTestFinished(() => over.abort());
  const loop = async (): Promise<void> => {
    const body = new FormData();
    body.set('data_json', JSON.stringify({ attestation_name: 'x', type_name: 'looping', attestation_data: 1 }));
    const init = { method: 'POST', body, headers: { authorization: `Bearer ${token}` }, signal: over.signal };
    const { headers, status } = await fetch(`${it.service.url}/api/v2/attestations/acme/f/trail/t/custom`, init);
    const said = status === 503 && headers.get('retry-after') !== '1' ? 0 : status;
    ended.set(said, (ended.get(said) ?? 0) + 1);
  };
  for (let begun = 0; begun < 130; begun += 1) loop().catch(() => {});
  await vi.waitFor(() => expect([...ended.keys()]).toContain(503), { timeout: 15_000 });
  const before = ended.get(400) ?? 0;
  expect((await attest(other, 'globex', 'honest', { ok: true })).status).toBe(201);
  // Two were under way, each for five seconds. Nobody waited for those behind them.
  expect((ended.get(400) ?? 0) - before).toBeLessThanOrEqual(2);
  expect([(await attest(other, 'globex', 'honest', { ok: false })).status, (await make(other, 'globex', 'new', '.ok')).status]).toEqual([
    201, 201,
  ]);
  const records = (await other.get('/attestations/globex?per_page=2')).body;
  expect([field(records, 'data.0.is_compliant'), field(records, 'data.1.is_compliant')]).toEqual([false, true]);
  expect([...ended.keys()].filter((status) => status !== 400)).toEqual([503]);
});
