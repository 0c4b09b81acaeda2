import { expect, test } from 'vitest';
import { createToken } from '../../../src/service/index.ts';
import { attest, field, putFlow, world, type Client } from '../support.ts';
import { aboutArtifact, aboutTrail, callOf, gateOverHttp } from './gate-over-http.ts';

const asking = 'trail: {attestations: [{name: unit, type: junit}, {name: lint, type: junit}]}';
const commit = 'a'.repeat(40);
const fingerprint = 'b'.repeat(64);

async function shown(by: Client): Promise<readonly unknown[]> {
  return [field((await by.get(`/trails/acme/shpo/${commit}`)).body, 'gate'), field((await by.get('/trails/acme/shpo')).body, '0.gate')];
}

test('a trail and an artifact of a flow that may be mistyped say so first, until somebody makes that flow', async () => {
  const it = await world();
  const call = callOf(it.service.url);
  await putFlow(it, 'shop', asking);
  await attest(it, `shpo/${commit}`, { git_commit_info: { sha1: commit } });
  const built = { fingerprint, filename: 'a', build_url: '', commit_url: '', git_commit: commit, trail_name: commit };
  await it.json('POST', '/artifacts/acme/shpo', built);
  const said = await gateOverHttp(call, aboutTrail('shpo', commit));
  expect(said).toMatchObject({
    verdict: 'incomplete',
    reason: { code: 'flow-without-template', fix: expect.stringContaining('flow: shop') },
  });
  const inSearch = async (what: string): Promise<unknown> => field((await it.get(`/search/acme/sha/${commit}`)).body, `${what}.0.gate`);
  expect([...(await shown(it)), await inSearch('trails')]).toEqual([said, said, said]);
  const artifact = field((await it.get(`/artifacts/acme/shpo/fingerprint/${fingerprint}`)).body, 'gate');
  expect(artifact).toEqual(await gateOverHttp(call, aboutArtifact('shpo', fingerprint)));
  expect([field(artifact, 'verdict'), await inSearch('artifacts')]).toEqual(['incomplete', artifact]);
  await it.json('PUT', '/flows/acme', { name: 'shpo' });
  const made = await gateOverHttp(call, aboutTrail('shpo', commit));
  expect(made).toEqual({ verdict: 'compliant', note: expect.stringContaining('requires none') });
  expect([...(await shown(it)), await inSearch('trails')]).toEqual([made, made, made]);
});

test('a caller who sees no other flow is told of none', async () => {
  const it = await world();
  await putFlow(it, 'shop', asking);
  await attest(it, `shpo/${commit}`);
  const token = 'another-token-for-tests-only';
  await createToken({ dataDir: it.dataDir, user: 'bob', orgs: ['acme'], role: 'recorder', flows: ['shpo'], token });
  for (const by of [it.as(token), it, it.as(token)]) {
    const [trail, listed] = await shown(by);
    expect(trail).toEqual(listed);
    expect([field(trail, 'verdict'), JSON.stringify(trail).includes('flow: shop')]).toEqual(
      by === it ? ['incomplete', true] : ['compliant', false],
    );
  }
});

test('the advice about what is missing is that of the gate: other trails of the flow hold it', async () => {
  const it = await world();
  await putFlow(it, 'shop', asking);
  await attest(it, 'shop/before', { attestation_name: 'lint' });
  await attest(it, `shop/${commit}`, { git_commit_info: { sha1: commit } });
  const said = await gateOverHttp(callOf(it.service.url), aboutTrail('shop', commit));
  expect(said).toMatchObject({ reason: { code: 'missing', fix: expect.stringMatching(/^Other trails of flow shop hold it/) } });
  expect(field((await it.get(`/trails/acme/shop/${commit}`)).body, 'gate')).toEqual(said);
});
