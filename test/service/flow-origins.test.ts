import { expect, test } from 'vitest';
import { verifyData } from '../../src/service/index.ts';
import { attest, field, putFlow, world } from './support.ts';

const asking = 'version: 1\ntrail:\n  attestations:\n    - {name: unit, type: junit}\n';

test('a flow says how it began and when somebody made it, and the record agrees', async () => {
  const it = await world();
  const origin = async (flow: string) => {
    const { body } = await it.get(`/flows/acme/${flow}`);
    return ['begun_by', 'made_at', 'begun_after_template'].map((name) => field(body, name));
  };
  await attest(it, 'early/t');
  expect(await origin('early')).toEqual(['evidence', null, false]);
  await putFlow(it, 'shop', asking);
  expect(await origin('shop')).toEqual(['request', expect.any(Number), false]);
  await attest(it, 'by-attestation/t');
  const artifact = { fingerprint: 'ab'.repeat(32), filename: 'a', build_url: '', commit_url: '', git_commit: 'c'.repeat(40) };
  await it.json('POST', '/artifacts/acme/by-artifact', artifact);
  for (const flow of ['by-attestation', 'by-artifact']) expect([flow, await origin(flow)]).toEqual([flow, ['evidence', null, true]]);
  await it.json('PUT', '/flows/acme', { name: 'by-names' });
  expect(await origin('by-names')).toEqual(['request', expect.any(Number), true]);
  await it.form('PUT', '/flows/acme/template_file', { name: 'by-artifact' });
  expect(await origin('by-artifact')).toEqual(['evidence', expect.any(Number), true]);
  expect(await verifyData({ dataDir: it.dataDir })).toMatchObject({ organizations: [{ problem: undefined }], problem: undefined });
});
