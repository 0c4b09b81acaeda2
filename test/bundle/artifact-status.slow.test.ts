import { createHash } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fault } from '../support/fault-server.ts';
import type { ActionRun } from '../support/runner/index.ts';
import type { Play } from './play.ts';
import { openReported } from './reported.ts';
import { told } from './scenarios/scenario.ts';
import { usePlays } from './use-plays.ts';

const openPlay = usePlays();

describe('the status of an artifact', () => {
  const fingerprint = createHash('sha256').update('ship it').digest('hex');
  const report = { command: 'artifact-report', 'attestation-name': '', 'junit-paths': '', 'user-data': '', report: 'none' };
  const gate = { command: 'gate', subject: 'artifact', 'allow-empty-template': 'true', fingerprint };

  interface Shipped {
    readonly play: Play;
    readonly ship: (sha: string, inputs?: Readonly<Record<string, string>>) => Promise<ActionRun>;
    readonly judge: (inputs?: Readonly<Record<string, string>>, repository?: string) => Promise<ActionRun>;
    readonly set: () => readonly unknown[];
  }

  async function openShipped(): Promise<Shipped> {
    const play = openPlay({ onTestFinished });
    await play.stage.putFlow(play.flow, []);
    const { api } = await openReported(play);
    const deploy = { name: 'workflow_dispatch', payload: { ref: 'refs/heads/main', repository: { full_name: 'acme/shop' } } };
    return {
      play,
      ship: (sha, inputs) =>
        play.run({
          checkout: false,
          event: { name: 'push', payload: { ref: 'refs/heads/main', after: sha } },
          inputs: { ...report, fingerprint, filename: 'shop.tgz', ...inputs },
        }),
      judge: (inputs, repository = 'acme/shop') =>
        play.run({
          checkout: false,
          event: deploy,
          contexts: { github: { api_url: api.url, sha: 'd'.repeat(40), repository } },
          inputs: { ...gate, report: 'status', ...inputs },
        }),
      set: () => api.listed.map(({ sha, state }) => [state, sha]),
    };
  }

  const [one, two] = ['1'.repeat(40), '2'.repeat(40)] as const;

  test('the status is on the commit that it was reported with, not on that of the event', async () => {
    const { judge, set, ship } = await openShipped();
    expect((await ship(one)).exitCode).toBe(0);
    const done = await judge();
    expect([done.exitCode, done.outputs['verdict']]).toEqual([0, 'compliant']);
    expect(set()).toEqual([
      ['pending', one],
      ['success', one],
    ]);
  });

  test('of several commits `commit` chooses, and the error lists them', async () => {
    const { judge, set, ship } = await openShipped();
    await ship(one);
    await ship(two);
    const unsaid = await judge();
    expect([unsaid.exitCode, unsaid.outputs['verdict']]).toEqual([64, 'usage']);
    expect(told(unsaid)).toContain(one);
    expect(told(unsaid)).toContain(two);
    expect(set()).toEqual([]);
    expect((await judge({ commit: two })).exitCode).toBe(0);
    expect(set().at(-1)).toEqual(['success', two]);
    const other = await judge({ commit: '3'.repeat(40) });
    expect([other.exitCode, set().length]).toEqual([64, 2]);
  });

  test('where none was reported, or the artifact is of another repository, no status is set', async () => {
    const { judge, set, ship } = await openShipped();
    const unknown = await judge();
    expect([unknown.exitCode, unknown.outputs['verdict']]).toEqual([64, 'usage']);
    expect(told(unknown)).toContain('was reported with no commit');
    await ship(one);
    const foreign = await judge({}, 'acme/fork');
    expect(foreign.exitCode).toBe(64);
    expect(told(foreign)).toMatch(/was made in .*acme\/shop.* cannot be set in .*acme\/fork/);
    expect(set()).toEqual([]);
  });

  test('where the service does not answer, no status can be set: the job fails and says so', async () => {
    const { judge, play, set, ship } = await openShipped();
    await ship(one);
    const down = await play.faulty(() => fault.status(503, {}));
    const done = await judge({ 'base-url': down.url, timeout: '1s', 'fail-on': 'none' });
    expect(done.exitCode).not.toBe(0);
    expect(done.annotations.map(({ message }) => message).join('\n')).toContain('The verdict could not be reported');
    expect(set()).toEqual([]);
  });
});
