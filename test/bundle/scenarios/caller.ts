import { fault, startFaultServer } from '../../support/fault-server.ts';
import { isPost, type Play } from '../play.ts';
import { told, usual, type Scenario, type Scenarios } from './scenario.ts';

/** Wrong inputs: nothing may even be asked. */
function wrongInputs(inputs: Readonly<Record<string, string>>, says: string): Scenario {
  return async (play, expect) => {
    const server = await play.faulty(() => fault.pass());
    const run = await play.run({ inputs: { 'base-url': server.url, ...inputs } });
    expect(told(run)).toContain(says);
    expect(server.requests).toEqual([]);
    return run;
  };
}

/** A promise, and what fulfils it. */
function signal(): { readonly promise: Promise<void>; readonly fire: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { promise, fire: () => resolve() };
}

function pullRequest(play: Play, head: string): { readonly name: string; readonly payload: unknown } {
  return {
    name: 'pull_request',
    payload: {
      number: 7,
      repository: { full_name: 'acme/shop' },
      pull_request: { head: { sha: play.sha, ref: 'fix', repo: { full_name: head } }, base: { repo: { full_name: 'acme/shop' } } },
    },
  };
}

/** What the caller can get wrong, and interruptions. */
export const callerScenarios: Scenarios = {
  "A fork's pull request, which gets no secrets": async (play, expect) => {
    const run = await play.run({ event: pullRequest(play, 'eve/shop'), inputs: { 'api-token': '' } });
    expect(told(run)).toContain("a fork's pull request");
    return run;
  },

  'A required input is missing': wrongInputs({ org: '' }, 'Input org'),
  'A secret that is not set leaves `api-token` empty': wrongInputs({ 'api-token': '' }, 'Input api-token'),
  'A value of `fail-on` is mistyped': wrongInputs({ 'fail-on': 'non-compliant,incomplet' }, 'incomplet'),
  '`required-attestations` is empty': wrongInputs({ 'required-attestations': '' }, 'required-attestations'),
  '`base-url` is plain `http` to another host': wrongInputs({ 'base-url': 'http://evidence.example.com' }, 'allow-insecure-http'),

  'The job is cancelled before anything is sent': async (play, expect) => {
    const asked = signal();
    // Without a checkout GitHub is asked for the commit; it does not answer.
    const github = await startFaultServer({
      script: () => {
        asked.fire();
        return fault.hang();
      },
    });
    try {
      const run = await usual(play, {
        checkout: false,
        contexts: { github: { api_url: github.url } },
        signalAfter: { promise: asked.promise },
      });
      expect(told(run)).toContain('Nothing was sent');
      expect(run.durationMs).toBeLessThan(8_000);
      return run;
    } finally {
      await github.close();
    }
  },

  'The job is cancelled while the record is on its way': async (play, expect) => {
    await play.stage.putFlow(play.flow, ['unit']);
    const sent = signal();
    const server = await play.faulty((request) => {
      if (isPost(request)) sent.fire();
      return fault.hang();
    });
    const run = await play.run({ inputs: { 'base-url': server.url }, signalAfter: { promise: sent.promise } });
    expect(told(run)).toContain('may or may not be recorded');
    expect(run.durationMs).toBeLessThan(8_000);
    return run;
  },

  'The job is cancelled while it waits for another job': async (play, expect) => {
    await play.stage.putFlow(play.flow, ['unit', 'lint']);
    const run = await play.run({ inputs: { 'wait-timeout': '60s' }, signalAfter: { line: 'Waiting up to' } });
    const [record] = await play.recordsOf(run);
    expect(told(run)).toContain(`unit was recorded as ${record?.attestation_id}`);
    expect(run.outputs['attestation-id']).toBe(record?.attestation_id);
    expect(run.durationMs).toBeLessThan(8_000);
    return run;
  },
};
