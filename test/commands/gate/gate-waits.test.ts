import { afterEach, describe, expect, it } from 'vitest';
import { startDeadline } from '../../../src/client/index.ts';
import { gate, type GateInput } from '../../../src/commands/gate/gate.ts';
import type { OwnEvidence, TrailAnswer, Verdict } from '../../../src/gate/index.ts';
import type { GateSettings } from '../../../src/options/index.ts';
import { closeAll, serve } from '../../client/setup.ts';
import { fakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { fault, type Fault } from '../../support/fault-server.ts';
import { record, sha } from '../answers.ts';

afterEach(closeAll);

const question = { subject: 'trail', org: 'acme', flow: 'shop', trail: sha, commit: sha } as const;
const settings: GateSettings = {
  policy: { required: [], allowEmptyTemplate: false, template: 'current', allowOwnTemplate: false, minTests: 0 },
  jobs: undefined,
  failOn: new Set(),
  enforceFrom: undefined,
  waitTimeout: 60_000,
  evaluationTimeout: 20_000,
};

const green = (name: string): object => ({
  attestation_name: name,
  attestation_type: 'junit',
  status: 'COMPLETE',
  is_compliant: true,
  attestation_id: `id-of-${name}`,
});
const missing = (name: string): object => ({ attestation_name: name, status: 'MISSING', is_compliant: false });
const red = (name: string): object => ({ ...green(name), is_compliant: false });
const trail = (...rows: readonly object[]): object => ({
  name: sha,
  compliance_status: { status: 'COMPLIANT', is_compliant: true, attestations_statuses: rows },
});
const incomplete = (...rows: readonly object[]): object => ({
  name: sha,
  compliance_status: { status: 'INCOMPLETE', is_compliant: false, attestations_statuses: rows },
});
const recordsOf = (name: string): readonly object[] => [
  {
    ...record,
    attestation_id: `id-of-${name}`,
    attestation_name: name,
    is_compliant: true,
    trail_name: sha,
    git_commit_info: { sha1: sha },
  },
];
const noTrail = fault.status(404, {}, { message: `Trail ${sha} was not found` });
const noFlow = fault.status(404, {}, { message: 'Flow shop was not found' });

interface Gated {
  readonly verdict: Verdict;
  readonly answer: TrailAnswer;
  readonly clock: FakeClock;
  readonly notices: readonly string[];
  /** The number of questions for the trail, and the names for which records were searched. */
  readonly reads: number;
  readonly searches: readonly string[];
}

type Reply = object | Fault;
const isFault = (reply: Reply): reply is Fault => 'kind' in reply && typeof reply.kind === 'string';

/**
 * Gates while the trail gives these answers in turn, the last one again and again, and each search gives the answer of `found`.
 */
async function gated(trails: readonly Reply[], { found = recordsOf, input = {}, own, ...changed }: Partial<Options> = {}): Promise<Gated> {
  const clock = fakeClock();
  const searches: string[] = [];
  let reads = 0;
  const { call, notices } = await serve(
    ({ url }) => {
      const params = new URL(url, 'http://localhost').searchParams;
      if (params.has('attestation_id')) return fault.status(200, {}, []);
      if (url.includes('/attestations/')) {
        const name = params.get('attestation_name') ?? '';
        searches.push(name);
        return fault.status(200, {}, { [sha]: found(name, searches.length) });
      }
      if (!url.includes(`/${sha}`)) return trails[0] === noFlow ? fault.status(404, {}, { message: 'no' }) : fault.status(200, {}, []);
      reads += 1;
      const reply = trails[Math.min(reads, trails.length) - 1] ?? noTrail;
      return isFault(reply) ? reply : fault.status(200, {}, reply);
    },
    { deadline: startDeadline(600_000, undefined, clock) },
  );
  const { answer, verdict } = await gate(
    call,
    { question, askMerge: () => Promise.resolve({ kind: 'unasked' }), ...(own === undefined ? {} : { own }), ...input },
    { ...settings, ...changed },
  );
  return { answer, verdict, clock, notices, reads, searches };
}

interface Options extends GateSettings {
  readonly found: (name: string, n: number) => readonly object[];
  readonly input: Partial<GateInput>;
  readonly own: OwnEvidence;
}

const codes = ({ verdict }: Gated): readonly string[] => verdict.reasons.map(({ code }) => code);

describe('a gate', () => {
  it('decides at once where all is there', async () => {
    const decided = await gated([trail(green('unit'), green('lint'))]);
    expect(decided).toMatchObject({ verdict: { name: 'compliant' }, answer: { kind: 'trail' }, reads: 1, notices: [] });
    expect(decided.searches.toSorted()).toEqual(['lint', 'unit']);
    expect(decided.clock.waits).toEqual([]);
  });

  it('uses what the trail said before, once', async () => {
    const { answer } = await gated([trail(green('unit'))]);
    expect(await gated([noTrail], { input: { answer } })).toMatchObject({ verdict: { name: 'compliant' }, reads: 0 });
    const waited = await gated([trail(green('unit'))], { input: { answer: { kind: 'no-trail' } } });
    expect(waited).toMatchObject({ verdict: { name: 'compliant' }, reads: 1 });
  });
});

describe('what is missing is waited for', () => {
  it('until it is there, and it is said what that is, each once', async () => {
    const both = incomplete(missing('unit'), missing('lint'));
    const decided = await gated([noTrail, both, both, incomplete(green('unit'), missing('lint')), trail(green('unit'), green('lint'))]);
    expect(decided).toMatchObject({ verdict: { name: 'compliant' }, reads: 5 });
    expect(decided.notices).toEqual([
      'Waiting up to 1 min 0 s for the trail to begin',
      expect.stringMatching(/^Waiting up to .* for (?:unit and lint|lint and unit)$/),
      expect.stringMatching(/^Waiting up to .* for lint$/),
    ]);
    expect(decided.clock.waits).toHaveLength(4);
  });

  it('until the time is over, to the last moment', async () => {
    const decided = await gated([incomplete(missing('unit'))]);
    expect(decided.verdict).toMatchObject({ name: 'incomplete', reasons: [{ code: 'missing', attestation: 'unit' }] });
    expect(decided.clock.now()).toBeCloseTo(60_000);
    expect(Math.max(...decided.clock.waits)).toBeLessThanOrEqual(15_000);
  });

  it('as long as the flow may begin, too', async () => {
    const decided = await gated([noFlow]);
    expect(decided).toMatchObject({ verdict: { name: 'unknown' }, answer: { kind: 'no-flow' } });
    expect(decided.clock.now()).toBeCloseTo(60_000);
  });

  it.each([
    ['where there is no time for it', [incomplete(missing('unit'))], { waitTimeout: 0 }, 'incomplete'],
    ['where the trail cannot be read', [fault.status(403, {}, { message: 'no' })], {}, 'unknown'],
    ['where something says no already', [incomplete(red('unit'), missing('lint'))], {}, 'non-compliant'],
  ] as const)('but not %s', async (_, trails, changed, name) => {
    const { clock, notices, verdict } = await gated(trails, changed);
    expect([verdict.name, clock.waits, notices]).toEqual([name, [], []]);
  });

  it('though the status of the trail alone says no', async () => {
    expect((await gated([incomplete(missing('unit')), trail(green('unit'))])).reads).toBe(2);
  });
});

describe('our own evidence', () => {
  const own: OwnEvidence = { name: 'unit', failed: 0, problems: [], sending: { kind: 'accepted', id: 'id-of-unit', evaluated: true } };
  const problem = { code: 'empty-file', message: 'empty' } as const;

  it.each([
    ['is unusable', { problems: [problem] }],
    ['was not accepted', { sending: { kind: 'failed', fault: { code: 'forbidden', message: 'no' } } }],
    ['was not seen evaluated', { sending: { kind: 'accepted', id: 'x', evaluated: false } }],
  ] as const)('that %s decides already, so that nothing is waited for', async (_, facts) => {
    const { clock, verdict } = await gated([incomplete(missing('lint'))], { own: { ...own, ...facts } });
    expect([clock.waits, verdict.name === 'compliant']).toEqual([[], false]);
  });

  it.each([own, { ...own, sending: { kind: 'dry-run' } }] as const)('that is well leaves others to be waited for: %j', async (facts) => {
    const decided = await gated([incomplete(green('unit'), missing('lint')), trail(green('unit'), green('lint'))], { own: facts });
    expect([decided.verdict.name, decided.reads]).toEqual(['compliant', 2]);
  });
});

describe('records that no search shows', () => {
  const rows = [trail(green('unit'), green('lint'))];
  const unseenFor = (times: number) => (name: string, n: number) => (name === 'unit' && n <= times ? [] : recordsOf(name));

  it('are searched for again, and they alone', async () => {
    const decided = await gated(rows, { found: unseenFor(3) });
    expect(decided.verdict.name).toBe('compliant');
    expect(decided.searches.toSorted()).toEqual(['lint', 'unit', 'unit', 'unit']);
    expect([decided.clock.waits.length, decided.notices]).toEqual([2, []]);
  });

  it('are searched for until the time is over, which is said at the third wait', async () => {
    const decided = await gated(rows, { found: (name) => (name === 'unit' ? [] : recordsOf(name)) });
    expect(codes(decided)).toEqual(['record-unseen']);
    expect(decided.clock.now()).toBeCloseTo(19_500);
    expect(Math.max(...decided.clock.waits)).toBeLessThanOrEqual(3_000);
    expect(decided.notices).toEqual([
      expect.stringMatching(/^Waiting up to (?:19|20) s more until the service shows the records of unit$/),
    ]);
  });

  it.each([
    ['something says no', [incomplete(green('unit'), red('lint'))], {}, 'non-compliant'],
    [
      'our own evidence is unusable',
      rows,
      { own: { name: 'x', failed: 0, problems: [{ code: 'empty-file', message: 'empty' }], sending: { kind: 'withheld' } } },
      'unusable',
    ],
  ] as const)('are not waited for where %s', async (_, trails, options, name) => {
    const { clock, verdict } = await gated(trails, { found: () => [], ...options });
    expect([verdict.name, clock.waits]).toEqual([name, []]);
  });
});
