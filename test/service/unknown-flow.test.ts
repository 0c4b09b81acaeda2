import { expect, test } from 'vitest';
import { green, sha, world } from './support.ts';

const junit = { attestation_name: 'unit', junit_results: [green], git_commit_info: { sha1: sha } };
const report = {
  fingerprint: 'f'.repeat(64),
  filename: 'shop',
  trail_name: 'one',
  git_commit: sha,
  build_url: 'https://ci.example/1',
  commit_url: 'https://git.example/1',
};

test('evidence for a flow that there is not is refused where it begins none, and the flow that was meant is named', async () => {
  const { form, get, json } = await world(undefined, { beginsFlows: false });
  const none = await form('POST', '/attestations/acme/checkout-servce/trail/one/junit', junit);
  expect([none.status, none.body]).toEqual([
    400,
    { message: expect.stringMatching(/^There is no flow 'checkout-servce' in the organization 'acme', .*: there are none\. Correct/) },
  ]);
  for (const name of ['checkout-service', 'shop']) expect((await form('PUT', '/flows/acme/template_file', { name })).status).toBe(201);
  const said =
    "There is no flow 'checkout-servce' in the organization 'acme', and evidence begins none in this service: " +
    'there is checkout-service and shop. Did you mean checkout-service? ' +
    'Correct the name of the flow, or give the service a file of it (flow-files, --flow).';
  for (const kind of ['junit', 'generic']) {
    const data = kind === 'junit' ? junit : { attestation_name: 'unit', is_compliant: true, git_commit_info: { sha1: sha } };
    const refused = await form('POST', `/attestations/acme/checkout-servce/trail/one/${kind}`, data);
    expect([refused.status, refused.body]).toEqual([400, { message: said }]);
  }
  const artifact = await json('POST', '/artifacts/acme/checkout-servce', report);
  expect([artifact.status, artifact.body]).toEqual([400, { message: said }]);
  expect((await get('/flows/acme/checkout-servce')).status).toBe(404);
  expect((await form('POST', '/attestations/acme/checkout-service/trail/one/junit', junit)).status).toBe(201);
  expect((await json('POST', '/artifacts/acme/checkout-service', report)).status).toBe(201);
});

test('where nothing is said evidence begins its flow', async () => {
  const { form, get } = await world();
  expect((await form('POST', '/attestations/acme/fresh/trail/one/junit', junit)).status).toBe(201);
  expect((await get('/flows/acme/fresh')).status).toBe(200);
});
