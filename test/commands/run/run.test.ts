import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fault, type Fault, type RecordedRequest } from '../../support/fault-server.ts';
import { checkout, openStage, play, playAny, type Checkout, type Stage } from '../setup.ts';

let stage: Stage;
let at: Checkout;
beforeAll(async () => {
  stage = await openStage();
  await stage.flow('shop', ['unit']);
});
afterAll(() => stage.close());
beforeEach(() => {
  at = checkout();
  stage.script = fault.pass;
});

describe('a green run', () => {
  it('is not said to be let through: there was nothing to let through', async () => {
    const green = (await play('attest-and-gate', stage, at, {})).result;
    expect(green).toMatchObject({ verdict: { name: 'compliant' }, fails: false, letThrough: undefined });
    expect((await play('gate', stage, at, { 'fail-on': 'none' })).result).toMatchObject({ fails: false, letThrough: undefined });
  });

  it('of attest alone is recorded, which is no verdict', async () => {
    expect((await play('attest', stage, at, {})).result).toMatchObject({ kind: 'recorded' });
  });
});

describe('a link of the service', () => {
  /** The service's answer with every `html_url` in it leading to `url`. */
  async function leadingTo(request: RecordedRequest, url: string): Promise<Fault> {
    const { status, body } = await stage.answerOf(request);
    const text = JSON.stringify(body, (key, value: unknown) => (key === 'html_url' ? url : value));
    return fault.status(status, { 'content-type': 'application/json' }, text);
  }

  it.each(['javascript:alert(1)', 'java\tscript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'no address'])(
    'to %j is none in a result, whether green or red',
    async (url) => {
      await play('attest', stage, at, {});
      stage.script = (request) => (request.method === 'GET' ? leadingTo(request, url) : fault.pass());
      const green = (await play('gate', stage, at, {})).result;
      expect(green).toMatchObject({ verdict: { name: 'compliant', rows: [{ attestation: 'unit' }] }, trailUrl: undefined });
      const red = (await play('attest-and-gate', stage, at, { 'junit-paths': 'red.xml' })).result;
      expect(red.verdict.name).toBe('non-compliant');
      for (const { verdict } of [green, red]) expect(JSON.stringify(verdict)).not.toContain('"url"');
    },
  );

  it('to a page stays as it is', async () => {
    await play('attest', stage, at, {});
    stage.script = (request) => leadingTo(request, 'https://evidence.example/a%20b?x=1');
    const { result } = await play('gate', stage, at, {});
    expect(result).toMatchObject({
      trailUrl: 'https://evidence.example/a%20b?x=1',
      verdict: { rows: [{ url: 'https://evidence.example/a%20b?x=1' }] },
    });
  });
});

describe('wrong options', () => {
  it('are all named at once, each with its fix, before anything is sent', async () => {
    const before = stage.server.requests.length;
    const wrong = { org: 'a b', 'api-token': '', 'min-tests': 'many', 'user-data': '[]', 'fail-on': 'red', 'wait-timeout': 'soon' };
    const { result } = await playAny('attest-and-gate', stage, at, wrong);
    if (result.kind !== 'stopped') throw new Error('they were taken');
    expect(result.ending).toBe('usage');
    expect(result.message).toMatch(/^6 are wrong: /);
    for (const name of Object.keys(wrong)) {
      expect(result.message.split(`--${name} `)).toHaveLength(2);
      expect(result.fix?.split('\n').find((line) => line.startsWith(`--${name} `))).toMatch(/: \S{3}/);
    }
    expect(stage.server.requests).toHaveLength(before);
  });

  it('are told as they are where there is only one', async () => {
    const { result } = await playAny('gate', stage, at, { 'wait-timeout': 'soon' });
    expect(result).toMatchObject({ kind: 'stopped', ending: 'usage', message: '--wait-timeout is not a time: "soon"' });
  });
});
