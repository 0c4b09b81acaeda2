import { expect, test, vi } from 'vitest';
import { provide, report } from './environment-support.ts';
import { health, listening, path } from './listening.ts';
import { field, putPolicy, world } from './support.ts';
import { untilReceived, webhookTarget } from './webhook-target.ts';

test('a tag of a flow that a policy reads changes what is compliant', async () => {
  const target = await webhookTarget();
  const it = await listening(['ON_NON_COMPLIANT_ENV'], target);
  await provide(it, 'a', 't');
  const rule =
    '_schema: https://docs.example/v1\nartifacts:\n  attestations:\n    - type: junit\n      if: ${{ flow.tags.risk == "high" }}\n';
  await putPolicy(it, 'risky', rule);
  await it.json('POST', '/environments/acme/prod/policies', { policy_names: ['risky'] });
  await report(it, 'prod', 'a');
  expect(field((await it.get('/environments/acme/prod')).body, 'state')).toBe(true);
  expect((await it.json('PATCH', '/tags/acme/flow/f', { set_tags: { risk: 'high' } })).status).toBe(200);
  expect(field((await it.get('/environments/acme/prod')).body, 'state')).toBe(false);
  await untilReceived(target, 1);
});

test('no message goes to a host that the operator does not name any more, and the rule is failing', async () => {
  const target = await webhookTarget();
  const before = await listening(['ON_STARTED_ARTIFACT'], target);
  await before.service.close();
  const it = await world(before.dataDir, { webhookHosts: ['127.0.0.1', 'hooks.example'] });
  await report(it, 'prod', 'a');
  await vi.waitUntil(async () => (await health(it))[0] === true, { timeout: 20_000 });
  expect(await health(it)).toEqual([true, null, expect.any(Number)]);
  expect(target.received).toEqual([]);
  expect(it.log.join('\n')).toContain('--webhook-host');
  expect(field((await it.get(`${path}/1`)).body, 'targets.0.last_failure_reason')).toBe(
    `${target.host}: the service was started without --webhook-host for it`,
  );
});
