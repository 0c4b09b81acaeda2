import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { print, provide, report } from './environment-support.ts';
import { health, listening, path } from './listening.ts';
import { attest, field, green, putPolicy, red, type World } from './support.ts';
import { untilReceived, webhookTarget } from './webhook-target.ts';

const triggers = [
  'ON_STARTED_ARTIFACT',
  'ON_EXITED_ARTIFACT',
  'ON_SCALED_ARTIFACT',
  'ON_ALLOWED_ARTIFACT',
  'ON_NON_COMPLIANT_ENV',
  'ON_COMPLIANT_ENV',
];
const policy = '_schema: https://docs.example/v1\nartifacts:\n  trail-compliance:\n    required: true\n';

/** The fields of a message about an artifact that comes from a flow. */
const ofFlow = {
  name: 'a',
  fingerprint: print('a'),
  provenance: {
    flow: 'f',
    status: 'compliant',
    commit: 'c'.repeat(40),
    commit_url: 'https://ci.example/c',
    html_url: 'https://evidence.example/acme/flows/f/trails/t',
    api_url: `https://evidence.example/api/v2/artifacts/acme/f/fingerprint/${print('a')}`,
    build_url: 'https://ci.example/b',
  },
};

interface WorldChange {
  readonly make: (it: World) => Promise<unknown>;
  readonly says: Readonly<Record<string, unknown>>;
  /** The artifact that it is about. */
  readonly about?: unknown;
}

/** The changes in the world, each with its message. */
const changes: ReadonlyMap<string, WorldChange> = new Map(
  Object.entries<WorldChange>({
    ON_STARTED_ARTIFACT: {
      make: (it) => report(it, 'prod', 'aa'),
      says: { event_type: 'ARTIFACT_STARTED', description: '2 instances started running (from 0 to 2)' },
      about: ofFlow,
    },
    ON_SCALED_ARTIFACT: {
      make: (it) => report(it, 'prod', 'aaa'),
      says: { event_type: 'ARTIFACT_SCALED', description: '1 instance started running (from 2 to 3)' },
      about: ofFlow,
    },
    ON_EXITED_ARTIFACT: {
      make: (it) => report(it, 'prod', ''),
      says: { event_type: 'ARTIFACT_EXITED', description: '3 instances stopped running (from 3 to 0)' },
      about: ofFlow,
    },
    ON_NON_COMPLIANT_ENV: {
      make: async (it) => {
        await report(it, 'prod', 'a');
        await attest(it, 'f/t', { junit_results: [red], artifact_fingerprint: print('a') });
      },
      says: { event_type: 'ENVIRONMENT_NON_COMPLIANT', description: 'something that runs here is not compliant' },
    },
    ON_COMPLIANT_ENV: {
      make: (it) => attest(it, 'f/t', { junit_results: [green], artifact_fingerprint: print('a') }),
      says: { event_type: 'ENVIRONMENT_COMPLIANT', description: 'everything that runs here is compliant' },
    },
    ON_ALLOWED_ARTIFACT: {
      make: (it) => it.json('PUT', '/allowlists/acme/prod', { artifact_fingerprint: print('b'), artifact_name: 'b', description: 'tried' }),
      says: { event_type: 'ARTIFACT_ALLOWED', description: 'the artifact was allowed to run here' },
      about: { name: 'b', fingerprint: print('b') },
    },
  }),
);

test.each(triggers)('%s reaches the webhook, once, and then the target is in good health', async (trigger) => {
  const target = await webhookTarget();
  const it = await listening([trigger], target);
  await provide(it, 'a', 't', { git_commit: 'c'.repeat(40), build_url: 'https://ci.example/b' });
  await attest(it, 'f/t', { artifact_fingerprint: print('a') });
  await putPolicy(it, 'trails', policy);
  await it.json('POST', '/environments/acme/prod/policies', { policy_names: ['trails'] });
  expect(await health(it)).toEqual([null, null, null]);
  for (const [name, { make }] of changes) {
    await make(it);
    if (name === trigger) break;
    // A state that was not sent yet would be superseded by the next one.
    if (trigger === 'ON_COMPLIANT_ENV') await untilReceived(target, 1);
  }
  // All that runs is found compliant when the first artifact starts, and again at the end.
  const expected = trigger === 'ON_COMPLIANT_ENV' ? 2 : 1;
  await untilReceived(target, expected);
  const { body, headers, path: at } = target.received.at(-1) ?? {};
  const { about, says } = changes.get(trigger) ?? { says: {} };
  expect([at, headers?.['content-type']]).toEqual(['/hook/very-secret', 'application/json; charset=utf-8']);
  expect(body).toMatchObject({ version: '1.0', timestamp: expect.stringMatching(/^\d{10}$/), org: 'acme', environment: 'prod', ...says });
  const index = String(field(body, 'snapshot.index'));
  expect(field(body, 'snapshot')).toEqual({
    index: expect.stringMatching(/^\d+$/),
    status: expect.stringMatching(/^(?:non-)?compliant$/),
    html_url: `https://evidence.example/acme/environments/prod/snapshots/${index}`,
    api_url: `https://evidence.example/api/v2/snapshots/acme/prod/${index}`,
  });
  expect(field(body, 'artifact')).toEqual(about);
  await vi.waitUntil(async () => (await health(it))[0] === false, { timeout: 20_000 });
  expect(await health(it)).toEqual([false, expect.any(Number), null]);
  const { body: rule } = await it.get(`${path}/1`);
  expect(field(rule, 'targets.0.last_success_at')).toBe(field(rule, 'last_success_timestamp'));
  await sleep(1200);
  expect(target.received).toHaveLength(expected);
});

test('a message that does not arrive is sent again under the same id, also by the next service', async () => {
  const target = await webhookTarget();
  const it = await listening(['ON_STARTED_ARTIFACT'], target);
  target.answer(500);
  await report(it, 'prod', 'a');
  await untilReceived(target, 1);
  // Nothing is known for good yet.
  expect(await health(it)).toEqual([null, null, null]);
  const next = await it.restart();
  target.answer(200);
  await untilReceived(target, 2);
  const ids = target.received.map(({ headers }) => headers['webhook-id']);
  expect(ids).toEqual([expect.stringMatching(/^[a-f0-9-]{32}$/), ids[0]]);
  await vi.waitUntil(async () => (await health(next))[0] === false, { timeout: 20_000 });
  expect(it.log.join('\n')).toMatch(/A message of notification rule 1 of acme did not arrive at 127\.0\.0\.1:\d+: it answered 500\./);
  expect([...it.log, ...next.log].join('\n')).not.toContain('very-secret');
});
