import { fault, startFaultServer } from '../../support/fault-server.ts';
import { isPost, rewritten, type Play, type Script } from '../play.ts';
import { afterGreen, told, usual, type Scenario, type Scenarios } from './scenario.ts';

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
