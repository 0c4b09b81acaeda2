import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageOf } from '../../../src/action/present.ts';
import { showResult } from '../../../src/cli/show-result.ts';
import { openTerminal } from '../../../src/cli/terminal.ts';
import type { Judged, Result } from '../../../src/commands/index.ts';
import type { RawOptions } from '../../../src/options/index.ts';
import { fault } from '../../support/fault-server.ts';
import { playNamed } from '../play-named.ts';
import { checkout, openStage, play, type Checkout, type Stage } from '../setup.ts';

// The gate's verdict on the real service where the template of a flow changed, or a trail has one of its own.

const fingerprint = 'ab'.repeat(32);
let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

let made = 0;

/** A flow whose template asks for these, and a green record of `unit` on its trail of a commit, with an artifact. */
async function begun(demanded: readonly string[], own?: readonly string[]): Promise<{ readonly at: Checkout; readonly flow: string }> {
  const flow = `flow-${(made += 1)}`;
  const at = checkout();
  await stage.flow(flow, demanded);
  if (own !== undefined) {
    at.write('own.yml', `version: 1\ntrail:\n  attestations: ${JSON.stringify(own.map((name) => ({ name, type: 'junit' })))}\n`);
    const { result } = await named('trail begin', { flow, trail: at.sha, 'template-file': `${at.path}/own.yml` }, at);
    if (result.kind === 'stopped') throw new Error(result.message);
  }
  await play('attest', stage, at, { flow });
  const body = JSON.stringify({ fingerprint, filename: 'a', build_url: '', commit_url: '', git_commit: at.sha, trail_name: at.sha });
  const headers = { authorization: `Bearer ${stage.token}`, 'content-type': 'application/json' };
  expect((await fetch(`${stage.url}/api/v2/artifacts/acme/${flow}`, { method: 'POST', headers, body })).status).toBe(201);
  return { at, flow };
}

type Begun = Awaited<ReturnType<typeof begun>>;
const shared = new Map<string, Promise<Begun>>();

/** One that tests look at, and none of them changes. */
function once(demanded: readonly string[], own?: readonly string[], later?: readonly string[]): Promise<Begun> {
  const key = JSON.stringify([demanded, own, later]);
  const known = shared.get(key);
  if (known !== undefined) return known;
  const it = begun(demanded, own).then(async (each) => {
    if (later !== undefined) await stage.flow(each.flow, later);
    return each;
  });
  shared.set(key, it);
  return it;
}

const named = (command: string, raw: RawOptions, { path }: Checkout): Promise<{ readonly result: Result }> =>
  playNamed(command, { 'base-url': stage.url, 'api-token': stage.token, org: 'acme', ...raw }, { workspace: path });

/** The gate's results for the trail, the artifact and the commit. */
async function judged({ at, flow }: { readonly at: Checkout; readonly flow: string }, raw: RawOptions = {}): Promise<readonly Judged[]> {
  const subjects = [{}, { subject: 'artifact', fingerprint }, { subject: 'commit', commit: at.sha }];
  return await Promise.all(subjects.map(async (of) => (await play('gate', stage, at, { flow, ...of, ...raw })).result));
}

const say = (results: readonly Judged[]) => results.map(({ verdict: { name, reasons } }) => [name, ...reasons.map(({ code }) => code)]);
const thrice = <Of>(one: Of): readonly Of[] => [one, one, one];

/** The lines of the command line and of the job summary. */
function shown(result: Judged): readonly string[] {
  const lines: string[] = [];
  const out = (text: string): void => void lines.push(text);
  showResult(result, { ...openTerminal(), columns: undefined, style: (_, text) => text, out, err: out });
  return [lines.join('\n'), pageOf(result).replaceAll('\\', '')];
}

/** The answer of a search before anything was found. */
function withoutRecords(body: unknown): unknown {
  if (Array.isArray(body)) return [];
  const { data, ...bySha } = Object(body);
  return data === undefined ? Object.fromEntries(Object.keys(bySha).map((of) => [of, []])) : { ...Object(body), data: [] };
}

describe('a template that changed after the decision', () => {
  it('is asked for what it gained, of a trail, an artifact and a commit alike', async () => {
    const it = await begun(['unit']);
    expect(say(await judged(it))).toEqual(thrice(['compliant']));
    await stage.flow(it.flow, ['unit', 'review']);
    const results = await judged(it);
    expect(say(results)).toEqual(thrice(['incomplete', 'template-changed', 'missing']));
    for (const { verdict } of results) {
      expect(verdict.reasons[1]?.message).toContain('review is missing');
      expect(verdict.reasons[0]?.message).toMatch(/compliant by version 1 of the template; by version 2 .* it is incomplete/);
    }
  });

  it('is a yes once it is repaired, and that is shown', async () => {
    const it = await begun(['unit', 'reveiw']);
    expect(say(await judged(it))).toEqual(thrice(['incomplete', 'missing']));
    await stage.flow(it.flow, ['unit']);
    const results = await judged(it);
    expect(say(results)).toEqual(thrice(['compliant']));
    const words = /template-changed: .* was decided as incomplete by version 1 of the template; by version 2 .* it is compliant/;
    for (const result of results) for (const text of shown(result)) expect(text).toMatch(words);
  });

  it('gives the old word with template: decided, and that is shown', async () => {
    const it = await once(['unit'], undefined, ['unit', 'review']);
    const results = await judged(it, { template: 'decided' });
    expect(say(results)).toEqual(thrice(['compliant']));
    for (const result of results)
      for (const text of shown(result)) expect(text).toMatch(/template: decided: .* by version 2 .* it is incomplete/);
  });

  it('is waited for', async () => {
    const it = await once(['unit'], undefined, ['unit', 'review']);
    const { events } = await play('gate', stage, it.at, { flow: it.flow, 'wait-timeout': '5s' });
    expect(JSON.stringify(events)).toContain('for review');
  });

  it('is explained as the gate says it', async () => {
    const { at, flow } = await once(['unit'], undefined, ['unit', 'review']);
    for (const [template, expected] of [
      ['current', 'incomplete'],
      ['decided', 'compliant'],
    ] as const) {
      const { result } = await named('explain', { flow, commit: at.sha, template }, at);
      expect(result).toMatchObject({ kind: 'explained', verdict: { name: expected } });
    }
  });

  it('does not matter where a flow has none', async () => {
    const it = await begun([]);
    const results = await judged(it, { 'required-attestations': 'unit' });
    expect(say(results)).toEqual(thrice(['compliant']));
    expect(results.map(({ verdict }) => verdict.notices.filter((notice) => notice.includes('template')))).toEqual(thrice([]));
  });

  it('judges what attest-and-gate recorded, too', async () => {
    const { at, flow } = await begun(['unit', 'review']);
    const { result } = await play('attest-and-gate', stage, at, { flow });
    expect(say([result])).toEqual([['incomplete', 'missing']]);
  });
});

describe('a trail with a template of its own', () => {
  it('that drops what the flow asks is a no that names it, and says what was asked', async () => {
    const it = await once(['unit', 'review'], ['unit']);
    const results = await judged(it);
    expect(say(results)).toEqual(thrice(['incomplete', 'own-template', 'missing']));
    for (const result of results) {
      const [, lacks] = result.verdict.reasons;
      expect(lacks?.message).toMatch(/review is missing: the flow's template requires it, the trail's own template does not/);
      expect(lacks?.fix).toContain('allow-own-template: true');
      for (const text of shown(result))
        expect(text).toContain('has a template of its own: it is judged by that and by the template of flow');
    }
  });

  it('decides alone with allow-own-template: true, and that is shown', async () => {
    const it = await once(['unit', 'review'], ['unit']);
    const results = await judged(it, { 'allow-own-template': 'true' });
    expect(say(results)).toEqual(thrice(['compliant']));
    for (const result of results)
      for (const text of shown(result)) expect(text).toMatch(/allow-own-template: true: .* by its own template alone/);
  });

  it('is not loosened by template: decided', async () => {
    const it = await once(['unit', 'review'], ['unit']);
    expect(say(await judged(it, { template: 'decided' }))).toEqual(thrice(['incomplete', 'own-template', 'missing']));
  });

  it('that adds is asked for both', async () => {
    const it = await begun(['unit', 'review'], ['unit', 'scan']);
    const results = await judged(it);
    expect(results.map(({ verdict }) => verdict.reasons.flatMap(({ attestation }) => attestation ?? []))).toEqual(
      thrice(['review', 'scan']),
    );
    for (const name of ['review', 'scan']) await play('attest', stage, it.at, { flow: it.flow, 'attestation-name': name });
    expect(say(await judged(it))).toEqual(thrice(['compliant']));
  });

  it('that asks for nothing does not pass where its flow asks, and passes where that is there', async () => {
    const it = await begun(['unit'], []);
    expect(say(await judged(it))).toEqual(thrice(['compliant']));
    expect(say(await judged(it, { 'allow-own-template': 'true' }))).toEqual(thrice(['incomplete', 'nothing-required']));
  });
});

describe('a service without these fields', () => {
  const telling = ['current', 'own_template', 'template_version', 'flow_template'];

  /** The service with answers of an earlier version, or with those that `change` makes. */
  async function answering(change: (body: object) => object, run: () => Promise<void>): Promise<void> {
    stage.script = async (request) => {
      if (request.method !== 'GET' || !/\/(?:trails|artifacts)\/acme\/[^?]+\//.test(request.url)) return fault.pass();
      const { body, status } = await stage.answerOf(request);
      return fault.status(status, {}, change(Object(body)));
    };
    try {
      await run();
    } finally {
      stage.script = fault.pass;
    }
  }

  it('is judged by what was decided, with a notice', async () => {
    const it = await once(['unit'], undefined, ['unit', 'review']);
    const without = (body: object): object => Object.fromEntries(Object.entries(body).filter(([name]) => !telling.includes(name)));
    await answering(without, async () => {
      const results = await judged(it);
      expect(say(results)).toEqual(thrice(['compliant']));
      for (const { verdict } of results) expect(verdict.notices.join()).toContain('what was decided last is judged');
    });
  });

  it.each([
    ['is no object', { current: 'COMPLIANT' }],
    ['has no state', { current: { template_version: 2 } }],
    ['has a state that is no text', { current: { status: true, template_version: 2 } }],
    ['is in a state that we do not know', { current: { status: 'FINE', template_version: 2 } }],
    ['is of a template that is told in no way', { own_template: 'no' }],
  ])('whose word %s is unknown', async (_, told) => {
    const it = await once(['unit']);
    await answering(
      (body) => ({ ...body, ...told }),
      async () => {
        expect((await judged(it)).map(({ verdict }) => verdict.name)).toEqual(thrice('unknown'));
      },
    );
  });

  it('that tells its rows for now alone has the records behind them looked at, and waited for', async () => {
    const it = await once(['unit']);
    const bare = (body: object): object => ({
      ...body,
      template_version: 0,
      compliance_status: { status: 'COMPLIANT', attestations_statuses: [] },
    });
    await answering(bare, async () => {
      const { script } = stage;
      let late = 4;
      stage.script = async (request, n) => {
        if (!request.url.includes('/attestations/') || (late -= 1) < 0) return script(request, n);
        const { body, status } = await stage.answerOf(request);
        return fault.status(status, {}, withoutRecords(body));
      };
      const { result } = await play('gate', stage, it.at, { flow: it.flow });
      expect([say([result]), late]).toEqual([[['compliant']], expect.toSatisfy((left: number) => left < 0)]);
    });
  });

  it('that answers for another trail than was asked is unknown', async () => {
    const it = await once(['unit']);
    await answering(
      (body) => ('trail_name' in body ? { ...body, trail_name: 'other' } : body),
      async () => {
        expect((await judged(it)).map(({ verdict }) => verdict.name)).toEqual(['compliant', 'unknown', 'unknown']);
      },
    );
  });
});
