import { fault, startFaultServer } from '../../support/fault-server.ts';
import { asksForTrail, isPost, rewritten, type Play, type Script } from '../play.ts';
import { afterGreen, gateOnly, told, usual, whileTrailSays, type Scenario, type Scenarios } from './scenario.ts';

/** A trail that its own template decides, next to that of its flow. */
async function withOwnTemplate(play: Play, ofFlow: readonly string[], own: readonly string[]): Promise<void> {
  await play.stage.putFlow(play.flow, ofFlow);
  const entries = own.map((name) => `{ name: ${name}, type: junit }`).join(', ');
  const files = { 'own.yml': `version: 1\ntrail: { attestations: [${entries}] }\n` };
  await play.run({ files, inputs: { command: 'trail-begin', 'template-file': 'own.yml' } });
}

/** A template that changed since the trail was decided, and a trail with one of its own. */
export const templateScenarios: Scenarios = {
  'The template of the flow asks for more since the trail was decided': async (play, expect) => {
    await afterGreen(play, expect);
    await play.stage.putFlow(play.flow, ['unit', 'review']);
    const run = await gateOnly(play);
    expect(told(run)).toContain('review is missing');
    expect(run.summary).toContain('as compliant by version 1 of the template; by version 2 of the template, which flow');
    return run;
  },

  'The same, with `template: decided`': async (play, expect) => {
    await afterGreen(play, expect);
    await play.stage.putFlow(play.flow, ['unit', 'review']);
    const run = await gateOnly(play, { template: 'decided' });
    for (const text of [run.log, run.summary]) expect(text).toContain('template: decided: Trail');
    return run;
  },

  'The template of the flow asked for a name by mistake, and was repaired since': async (play, expect) => {
    await play.stage.putFlow(play.flow, ['unit', 'reveiw']);
    expect((await play.run()).outputs['verdict']).toBe('incomplete');
    await play.stage.putFlow(play.flow, ['unit']);
    const run = await gateOnly(play);
    for (const text of [run.log, run.summary]) expect(text).toContain('was decided as incomplete by version 1 of the template');
    return run;
  },

  "The trail's own template leaves out what the flow's asks for": async (play, expect) => {
    await withOwnTemplate(play, ['unit', 'review'], ['unit']);
    const run = await play.run();
    expect(told(run)).toMatch(/review is missing[^]*allow-own-template: true/);
    for (const text of [run.log, run.summary]) expect(text).toContain('it is judged by that and by the template of flow');
    return run;
  },

  'The same, with `allow-own-template: true`': async (play, expect) => {
    await withOwnTemplate(play, ['unit', 'review'], ['unit']);
    const run = await play.run({ inputs: { 'allow-own-template': 'true' } });
    for (const text of [run.log, run.summary]) expect(text).toContain('is judged by its own template alone');
    return run;
  },

  "The trail's own template asks for more than the flow's": async (play, expect) => {
    await withOwnTemplate(play, ['unit'], ['unit', 'scan']);
    const run = await play.run();
    expect(told(run)).toContain("scan is missing: the trail's own template requires it");
    return run;
  },

  'The service does not tell what the template of now asks': async (play, expect) => {
    await usual(play);
    const server = await play.faulty((request) => {
      const older = (trail: unknown): unknown => ({ ...Object(trail), current: undefined, own_template: undefined });
      return asksForTrail(request) ? rewritten(play.stage, request, older) : fault.pass();
    });
    const run = await play.run({ inputs: { 'base-url': server.url } });
    for (const text of [run.log, run.summary]) expect(text).toContain('what was decided last is judged');
    return run;
  },

  'The service tells what the trail is now in a state that we do not know': whileTrailSays(
    (trail) => ({ ...trail, current: { ...trail.compliance_status, status: 'SUSPENDED' } }),
    'current.status is "SUSPENDED"',
  ),
};

/** A fault of the service while the evidence is recorded. Questions are let through. */
function whileRecording(script: Script, inputs: Readonly<Record<string, string>> = { timeout: '2s', 'evaluation-timeout': '0' }): Scenario {
  return async (play, expect) => {
    await afterGreen(play, expect);
    let posts = 0;
    const server = await play.faulty((request) => {
      if (!isPost(request)) return fault.pass();
      posts += 1;
      return script(request, posts);
    });
    return play.run({ inputs: { 'base-url': server.url, ...inputs } });
  };
}

/** The right to record, and the fate of a record on its way. */
export const recordingScenarios: Scenarios = {
  'The token is wrong': async (play, expect) => {
    await afterGreen(play, expect);
    const run = await play.run({ inputs: { 'api-token': 'ce_nobodyEverGaveOutThisToken00' } });
    expect(told(run)).toContain('api-token');
    return run;
  },

  'The token is of another organization': async (play, expect) => {
    await afterGreen(play, expect);
    const run = await play.run({ inputs: { 'api-token': play.stage.tokens.stranger } });
    expect(told(run)).toContain('org');
    return run;
  },

  'The token may only read': async (play, expect) => {
    await afterGreen(play, expect);
    const run = await play.run({ inputs: { 'api-token': play.stage.tokens.reader } });
    expect(told(run)).toContain('role');
    return run;
  },

  'The service is down': async (play, expect) => {
    const server = await startFaultServer({ script: () => fault.reset() });
    await server.close();
    const run = await usual(play, { inputs: { 'base-url': server.url, timeout: '1s', 'evaluation-timeout': '0' } });
    expect(told(run)).toContain('ECONNREFUSED');
    return run;
  },

  'The service answers 500 to every request': async (play, expect) => {
    await afterGreen(play, expect);
    const server = await play.faulty(() => fault.status(500, {}, { message: 'the disk is full' }));
    const run = await play.run({ inputs: { 'base-url': server.url, timeout: '2s', 'evaluation-timeout': '0' } });
    expect(told(run)).toContain('the disk is full');
    return run;
  },

  'The service answers 500 to the record alone, and an earlier one was green': whileRecording(() => fault.status(500)),

  'The service answers 500 twice, then takes the record': whileRecording((_, n) => (n <= 2 ? fault.status(500) : fault.pass()), {}),

  'The service answers 429 with `Retry-After: 1`, then takes the record': async (play, expect) => {
    await play.stage.putFlow(play.flow, ['unit']);
    const server = await play.faulty((_, n) => (n === 1 ? fault.status(429, { 'retry-after': '1' }) : fault.pass()));
    const run = await play.run({ inputs: { 'base-url': server.url } });
    const [first, again] = server.requests.filter(isPost);
    expect((again?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1000);
    expect(again?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
    return run;
  },

  'The service answers 429 with a `Retry-After` beyond `timeout`': whileRecording(() => fault.status(429, { 'retry-after': '3600' })),

  'The connection is reset once': whileRecording((_, n) => (n === 1 ? fault.reset() : fault.pass()), {}),

  'The connection is reset every time': whileRecording(() => fault.reset()),

  'The answer to the record is lost once': whileRecording((_, n) => (n === 1 ? fault.loseAnswer() : fault.pass()), {}),

  'The answer to the record is lost every time': async (play, expect) => {
    const run = await whileRecording(() => fault.loseAnswer(), { timeout: '4s', 'evaluation-timeout': '0' })(play, expect);
    expect(`${told(run)}${run.summary}`).not.toContain('was not recorded');
    return run;
  },

  'The service never answers the record': async (play, expect) => {
    const run = await whileRecording(() => fault.hang(), { timeout: '1s', 'evaluation-timeout': '0' })(play, expect);
    expect(run.durationMs).toBeLessThan(10_000);
    return run;
  },

  'A login page (200, HTML) answers the record': async (play, expect) => {
    const run = await whileRecording(() => fault.wrongContentType())(play, expect);
    expect(told(run)).toContain('base-url');
    return run;
  },

  'The record is redirected to another origin': async (play, expect) => {
    const elsewhere = await startFaultServer({ script: () => fault.status(201, {}, { message: 'OK', attestation_id: 'stolen' }) });
    try {
      const run = await whileRecording(({ url }) => fault.redirect(`${elsewhere.url}${url}`))(play, expect);
      expect(elsewhere.requests).toEqual([]);
      return run;
    } finally {
      await elsewhere.close();
    }
  },

  'The answer to the record is lost, and the next try is redirected to another origin': async (play, expect) => {
    const run = await whileRecording(({ url }, n) => (n === 1 ? fault.loseAnswer() : fault.redirect(`http://127.0.0.1:9${url}`)))(
      play,
      expect,
    );
    expect(run.summary).toContain('may or may not be recorded');
    return run;
  },

  'The service answers `"OK"` without an id, and evaluates the record': async (play, expect) => {
    const run = await asVendor(play);
    const [record] = await play.recordsOf(run);
    expect(run.outputs['attestation-id']).toBe(record?.attestation_id);
    return run;
  },

  'Nothing can be recorded, and evidence of another job is missing': async (play, expect) => {
    await play.stage.putFlow(play.flow, ['unit', 'lint']);
    const run = await play.run({ inputs: { 'api-token': play.stage.tokens.reader, 'wait-timeout': '1h' } });
    // An answer of the other job could not help any more, so the run does not wait for it.
    expect(run.durationMs).toBeLessThan(15_000);
    return run;
  },
};

async function asVendor(play: Play): ReturnType<Scenario> {
  await play.stage.putFlow(play.flow, ['unit']);
  const server = await play.faulty((request) => (isPost(request) ? rewritten(play.stage, request, () => 'OK') : fault.pass()));
  return play.run({ inputs: { 'base-url': server.url } });
}

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
