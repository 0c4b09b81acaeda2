import { fault, startFaultServer } from '../../support/fault-server.ts';
import { isPost, type Play } from '../play.ts';
import { told, usual, type Scenario, type Scenarios } from './scenario.ts';

/** Wrong inputs: nothing may even be asked. */
function wrongInputs(inputs: Readonly<Record<string, string>>, says: string, env: Readonly<Record<string, string>> = {}): Scenario {
  return async (play, expect) => {
    const server = await play.faulty(() => fault.pass());
    const run = await play.run({ env, inputs: { 'base-url': server.url, ...inputs } });
    expect(told(run)).toContain(says);
    expect(server.requests).toEqual([]);
    return run;
  };
}

/** A promise, and the function that fulfils it. */
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

/** Mistakes that the caller can make, and interruptions. */
export const callerScenarios: Scenarios = {
  "A fork's pull request, which gets no secrets": async (play, expect) => {
    const run = await play.run({ event: pullRequest(play, 'eve/shop'), inputs: { 'api-token': '' } });
    expect(told(run)).toContain("a fork's pull request");
    return run;
  },

  'A pull request of Dependabot, which gets other secrets': async (play, expect) => {
    const run = await play.run({
      event: pullRequest(play, 'acme/shop'),
      contexts: { github: { actor: 'dependabot[bot]' } },
      inputs: { 'api-token': '' },
    });
    expect(told(run)).toContain('Dependabot secret');
    return run;
  },

  'A required input is missing': wrongInputs({ org: '' }, 'Input org'),
  'A secret that is not set leaves `api-token` empty': wrongInputs({ 'api-token': '' }, 'Input api-token'),
  'The name of `required-attestations` is mistyped': wrongInputs({ 'required-attestation': 'lint' }, 'Did you mean required-attestations?'),
  'A value of `fail-on` is mistyped': wrongInputs({ 'fail-on': 'non-compliant,incomplet' }, 'incomplet'),
  '`fail-on` names `compliant`': wrongInputs({ 'fail-on': 'non-compliant,compliant' }, 'does not know "compliant"'),
  '`required-attestations` is empty': wrongInputs({ 'required-attestations': '' }, 'required-attestations'),
  '`base-url` is plain `http` to another host': wrongInputs({ 'base-url': 'http://evidence.example.com' }, 'allow-insecure-http'),
  '`base-url` ends in another version of the interface': wrongInputs(
    { 'base-url': 'https://evidence.example.com/api/v1' },
    'Write https://evidence.example.com/api/v2',
  ),
  '`base-url` is that of something else, which knows no flow (404, HTML)': async (play, expect) => {
    await play.stage.putFlow(play.flow, ['unit']);
    const server = await play.faulty(() => fault.status(404, { 'content-type': 'text/html' }, '<h1>Nothing to see here</h1>'));
    const run = await play.run({ files: {}, inputs: { command: 'gate', 'base-url': server.url } });
    expect(told(run)).toMatch(/base-url is not that of the service: GET .* answered 404: Nothing to see here/);
    return run;
  },

  '`user-data` names a device or a pipe': wrongInputs({ 'user-data': '/dev/zero' }, 'no regular file'),
  '`matrix` is no JSON, and `attestation-name` holds a space': wrongInputs(
    { matrix: 'linux', 'attestation-name': 'unit tests' },
    'toJSON(matrix)',
  ),
  '`matrix` is nested 8,000 deep': wrongInputs({ matrix: `${'['.repeat(8_000)}${']'.repeat(8_000)}` }, 'nested more than 64 deep'),
  '`matrix` holds the token, in base64': (play, expect) => {
    const header = Buffer.from(`ci:${play.stage.tokens.member}`).toString('base64');
    return wrongInputs({ matrix: JSON.stringify({ os: 'linux', header }) }, 'holds a token, in matrix.header')(play, expect);
  },
  'The environment holds `NODE_TLS_REJECT_UNAUTHORIZED: 0`': wrongInputs({}, 'NODE_EXTRA_CA_CERTS', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }),
  '`HTTPS_PROXY` is no address of a proxy': wrongInputs({ 'base-url': 'https://evidence.example.com' }, 'http://host:port', {
    HTTPS_PROXY: 'socks5://127.0.0.1:1080',
    https_proxy: '',
  }),

  '`HTTPS_PROXY` names a proxy that is not there': async (play, expect) => {
    const run = await usual(play, {
      env: { HTTPS_PROXY: 'http://127.0.0.1:9', https_proxy: '', NO_PROXY: '', no_proxy: '' },
      inputs: { 'base-url': 'https://evidence.example.com', timeout: '1s', 'evaluation-timeout': '0' },
    });
    expect(told(run)).toContain('through the proxy http://127.0.0.1:9');
    return run;
  },

  '`HTTP_PROXY` is set, and `base-url` is plain `http`': async (play, expect) => {
    const proxy = await startFaultServer({ script: () => fault.status(502) });
    try {
      const run = await usual(play, { env: { HTTP_PROXY: proxy.url, http_proxy: proxy.url, NO_PROXY: '', no_proxy: '' } });
      expect(proxy.requests).toEqual([]);
      expect(run.log).toContain('go direct: plain http never goes through a proxy, although http_proxy is set');
      return run;
    } finally {
      await proxy.close();
    }
  },

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
