import { describe, expect, it } from 'vitest';
import { approve, bob } from '../../service/approving.ts';
import { print, provide, putEnvironment, report } from '../../service/environment-support.ts';
import { attest, world } from '../../service/support.ts';
import { commitOf, read, readWhole, sha, timesOf } from './service-world.ts';

const later = (): string => new Date(Date.now() + 1).toISOString();
const tick = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 5));

describe('deployments', () => {
  it('are what a snapshot has and the one before had not, with the commit of the artifact', async () => {
    const it = await world();
    await provide(it, 'a', 'one', { git_commit: sha('a') });
    await putEnvironment(it, 'production');
    await report(it, 'production', 'a');
    await report(it, 'production', 'ab');
    await report(it, 'production', 'b');
    await report(it, 'production', 'ab');
    const { deployments } = await readWhole(it.service.url);
    const page = `${it.service.url}/acme/environments/production/snapshots`;
    const of = { kind: 'deployment', source: 'service', environment: 'production', production: true, by: null } as const;
    const [four, two, one] = [4, 2, 1].map((number) => ({
      ...of,
      id: `production#${number}`,
      url: `${page}/${number}`,
      at: expect.any(String),
      running: true,
    }));
    expect(deployments).toEqual([
      { ...four, fingerprint: print('a'), sha: sha('a') },
      { ...two, fingerprint: print('b'), sha: null },
      { ...one, fingerprint: print('a'), sha: sha('a') },
    ]);
    expect(Math.abs(Date.parse(deployments[0]?.at ?? '') - Date.now())).toBeLessThan(60_000);
  });

  it('are those of the time asked for, compared with the one before it', async () => {
    const it = await world();
    await putEnvironment(it, 'staging');
    await report(it, 'staging', 'a');
    await report(it, 'staging', 'ab');
    await tick();
    const since = later();
    await tick();
    await report(it, 'staging', 'abc');
    await tick();
    const until = later();
    await tick();
    await report(it, 'staging', 'd');
    const facts = await readWhole(it.service.url, { since, until });
    expect(facts.deployments).toMatchObject([{ id: 'staging#3', fingerprint: print('c'), production: false, running: false }]);
    expect(timesOf(facts)['GET /snapshots/acme/ENVIRONMENT/NUMBER']).toBe(3);
  });
});

describe('artifacts', () => {
  it('are those of the time, where they run, and those that run and nobody reported', async () => {
    const it = await world();
    await provide(it, 'a', 'one', { git_commit: sha('a') });
    await tick();
    const since = later();
    await tick();
    await attest(it, 'f/two', {
      ...commitOf('b'),
      junit_results: [{ name: 's', failures: 1, errors: 0, skipped: 0, total: 1, duration: 0 }],
    });
    await provide(it, 'b', 'two', { git_commit: sha('b') });
    await putEnvironment(it, 'production');
    await report(it, 'production', 'abd');
    const { artifacts } = await readWhole(it.service.url, { since });
    expect(artifacts).toMatchObject([
      {
        fingerprint: print('b'),
        name: 'b.tgz',
        flow: 'f',
        trail: 'two',
        commit: sha('b'),
        state: 'NON-COMPLIANT',
        running: ['production'],
        withoutProvenance: false,
      },
      {
        fingerprint: print('a'),
        name: 'a',
        flow: 'f',
        trail: 'one',
        commit: sha('a'),
        state: 'COMPLIANT',
        running: ['production'],
        withoutProvenance: false,
      },
      { fingerprint: print('d'), flow: '', trail: null, commit: null, running: ['production'], withoutProvenance: true },
    ]);
    const others = await readWhole(it.service.url, { since: new Date(0).toISOString(), until: since });
    expect(others.artifacts.filter(({ at }) => at !== null)).toMatchObject([{ fingerprint: print('a'), running: ['production'] }]);
  });

  it('of other flows are left out where flows are named', async () => {
    const it = await world();
    await provide(it, 'a', 'one');
    await attest(it, 'g/one');
    expect((await readWhole(it.service.url, { flows: ['g'] })).artifacts).toEqual([]);
    expect((await readWhole(it.service.url, { flows: ['f'] })).artifacts).toHaveLength(1);
  });
});

describe('approvals and notifications', () => {
  it('come of the flows that need some, and of the artifacts of the others, with who said what', async () => {
    const it = await world();
    await provide(it, 'a', 'one');
    await approve(it, { artifact_fingerprint: print('a'), approvals: [bob] });
    await approve(it, { artifact_fingerprint: print('a'), environment: 'production' });
    const { approvals } = await readWhole(it.service.url, { approvalsOf: ['f'] });
    expect(approvals).toMatchObject([
      { flow: 'f', number: 2, fingerprint: print('a'), state: 'PENDING', environment: 'production', approvers: [], by: 'ada' },
      { number: 1, state: 'APPROVED', environment: null, approvers: [{ name: 'bob', said: 'APPROVED', at: expect.any(String) }] },
    ]);
    expect(approvals.at(-1)?.approvers[0]).toMatchObject({ comment: 'Fine', ticket: 'https://chat.example/1' });
    expect((await readWhole(it.service.url)).approvals).toEqual(approvals);
    const later = { since: '2030-01-01T00:00:00Z', until: '2030-01-02T00:00:00Z' };
    expect((await readWhole(it.service.url, later)).approvals).toEqual([]);
    expect((await readWhole(it.service.url, { ...later, approvalsOf: ['f'] })).approvals).toEqual(approvals);
    expect((await read(it.service.url, { approvalsOf: ['gone'] })).untold.map(({ source }) => source)).toEqual(['approvals']);
  });

  it('tell of the rules and their targets', async () => {
    const it = await world(undefined, { webhookHosts: ['hooks.example'] });
    await putEnvironment(it, 'production');
    const targets = [{ type: 'WEBHOOK', webhook: 'https://hooks.example/ops' }];
    await it.json('PUT', '/organizations/acme/environments_notifications', {
      name: 'ops',
      environments: ['production'],
      triggers: ['ON_NON_COMPLIANT_ENV'],
      targets,
    });
    expect((await readWhole(it.service.url)).notifications).toEqual([
      { kind: 'notification', name: 'ops', targets: 1, failure: undefined },
    ]);
  });
});
