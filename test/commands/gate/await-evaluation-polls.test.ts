import { afterEach, describe, expect, it } from 'vitest';
import { startDeadline } from '../../../src/client/index.ts';
import { awaitEvaluation, type Evaluation } from '../../../src/commands/gate/attest-and-gate.ts';
import { trailReader } from '../../../src/commands/gate/read-trail.ts';
import { closeAll, serve } from '../../client/setup.ts';
import { fakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { fault, type Fault } from '../../support/fault-server.ts';
import { record, sha } from '../answers.ts';

afterEach(closeAll);

const question = { subject: 'trail', org: 'acme', flow: 'shop', trail: sha, commit: sha } as const;
const sending = { kind: 'accepted', evaluated: false } as const;

const row = (id: string, name = 'unit'): object => ({ attestation_name: name, status: 'COMPLETE', is_compliant: true, attestation_id: id });
const trail = (...rows: readonly object[]): object => ({
  name: sha,
  compliance_status: { status: 'COMPLIANT', attestations_statuses: rows },
});
const recordOf = (id: string, facts: object = {}): object => ({ ...record, attestation_id: id, trail_name: sha, ...facts });
const nonced = (id: string, nonce: unknown): object => recordOf(id, { user_data: { compliance_evidence: { nonce } } });
const noTrail = fault.status(404, {}, { message: `Trail ${sha} was not found` });

const isFault = (reply: object): reply is Fault => 'kind' in reply && typeof reply.kind === 'string';

interface Waited {
  readonly evaluation: Evaluation;
  readonly clock: FakeClock;
  readonly notices: readonly string[];
  readonly searches: readonly string[];
}

/**
 * Waits for a record of this id. The trail gives the first answers in turn, the search the second ones, the last one again and
 * again.
 */
async function wait(
  id: string | undefined,
  trails: readonly (object | Fault)[],
  found: readonly (readonly object[] | Fault)[] = [[]],
  facts: { readonly commit?: string | undefined } = {},
): Promise<Waited> {
  const clock = fakeClock();
  let [polls, searches] = [0, 0];
  const pick = <Item>(items: readonly Item[], n: number): Item | undefined => items[Math.min(n, items.length) - 1];
  const answer = (reply: object | Fault | undefined): Fault =>
    reply !== undefined && isFault(reply) ? reply : fault.status(200, {}, reply);
  const { call, notices, server } = await serve(
    ({ url }) => {
      if (url.includes('/attestations/')) {
        searches += 1;
        const records = pick(found, searches);
        return Array.isArray(records) ? fault.status(200, {}, { [sha]: records }) : answer(records);
      }
      if (!url.includes(`/${sha}`)) return fault.status(200, {}, []);
      polls += 1;
      return answer(pick(trails, polls));
    },
    { deadline: startDeadline(60_000, undefined, clock) },
  );
  const of = { question: { ...question, ...facts }, name: 'unit', nonce: 'ours' };
  const evaluation = await awaitEvaluation(call, { ...sending, id }, of, trailReader(question));
  return { evaluation, clock, notices, searches: server.requests.map(({ url }) => url).filter((url) => url.includes('/attestations/')) };
}

describe('a record whose id is known', () => {
  it('is evaluated once its row carries it, and nothing is searched for', async () => {
    const { clock, evaluation, searches } = await wait('a', [trail(row('x', 'lint'), row('a'))]);
    expect(evaluation).toMatchObject({ sending: { kind: 'accepted', id: 'a', evaluated: true }, answer: { kind: 'trail' } });
    expect([clock.waits, searches]).toEqual([[], []]);
  });

  it('is waited for while the trail or its row is not there', async () => {
    const { clock, evaluation, notices, searches } = await wait('a', [noTrail, trail(), trail(row('a', 'lint')), trail(row('a'))]);
    expect(evaluation.sending).toEqual({ ...sending, id: 'a', evaluated: true });
    expect([clock.waits.length, searches]).toEqual([3, []]);
    expect(notices).toEqual([expect.stringMatching(/^Waiting up to (?:1 min 0 s|\d\d s) more until the service has evaluated unit$/)]);
  });

  it('that comes at the third poll is not said to be waited for', async () => {
    expect((await wait('a', [noTrail, noTrail, trail(row('a'))])).notices).toEqual([]);
  });

  it('is not evaluated when the time is over', async () => {
    const { clock, evaluation } = await wait('a', [trail()]);
    expect(evaluation).toMatchObject({ sending: { id: 'a', evaluated: false }, answer: { kind: 'trail' } });
    expect(clock.now()).toBeCloseTo(59_500);
    expect(Math.max(...clock.waits)).toBeLessThanOrEqual(3_000);
  });

  it('is not evaluated where the trail cannot be read, and that is not asked for again', async () => {
    const { clock, evaluation } = await wait('a', [fault.status(403, {}, { message: 'no' })]);
    expect(evaluation).toMatchObject({ sending: { id: 'a', evaluated: false }, answer: { kind: 'failed', fault: { code: 'forbidden' } } });
    expect(clock.waits).toEqual([]);
  });
});

describe('a row that carries another record', () => {
  const at = (id: string, time: number, facts: object = {}): object => recordOf(id, { created_at: time, ...facts });
  const shown = [trail(row('b'))];

  it.each([
    ['later', [at('a', 1), at('b', 2)]],
    ['at the same time', [at('b', 1), at('a', 1)]],
    ['about the same artifact', [at('a', 1, { artifact_fingerprint: 'x' }), at('b', 2, { artifact_fingerprint: 'x' })]],
    ['about the same parts', [at('a', 1, { target_artifacts: ['p', 'q'] }), at('b', 2, { target_artifacts: ['q', 'p'] })]],
    ['about the trail, which an empty fingerprint says', [at('a', 1, { artifact_fingerprint: '' }), at('b', 2, { target_artifacts: [] })]],
  ])('made %s shows that ours was evaluated before it', async (_, records) => {
    const { evaluation, searches } = await wait('a', shown, [records]);
    expect(evaluation.sending).toEqual({ ...sending, id: 'a', evaluated: true });
    expect(searches).toEqual([`/api/v2/attestations/acme?commit_list=${sha}&flow_name=shop&attestation_name=unit`]);
  });

  it.each([
    ['that was made earlier', [at('a', 2), at('b', 1)]],
    ['that is about something else', [at('a', 1), at('b', 2, { artifact_fingerprint: 'x' })]],
    ['that is about other parts', [at('a', 1, { target_artifacts: ['p'] }), at('b', 2, { target_artifacts: ['q'] })]],
    ['while ours is not found', [at('b', 2)]],
    ['while the later one is not on the trail', [at('a', 1), at('c', 2)]],
  ])('%s shows nothing', async (_, records) => {
    expect((await wait('a', shown, [records])).evaluation.sending).toEqual({ ...sending, id: 'a', evaluated: false });
  });
});

describe('a record whose id nobody told', () => {
  it('is found by its nonce, and its row carries it', async () => {
    const { evaluation, searches } = await wait(undefined, [trail(row('a'))], [[nonced('x', 'theirs'), nonced('a', 'ours')]]);
    expect(evaluation.sending).toEqual({ ...sending, id: 'a', evaluated: true });
    expect(searches).toHaveLength(1);
  });

  it('is searched for until it is found', async () => {
    const { evaluation, searches } = await wait(undefined, [trail(row('a'))], [[], [nonced('a', 'ours')]]);
    expect(evaluation.sending).toEqual({ ...sending, id: 'a', evaluated: true });
    expect(searches).toHaveLength(2);
  });

  it('is not known where no record has its nonce', async () => {
    const found = [nonced('x', 'theirs'), nonced('y', null), recordOf('z'), recordOf('w', { user_data: 'ours' })];
    expect((await wait(undefined, [trail(row('x'))], [found])).evaluation.sending).toEqual({ ...sending, id: undefined });
  });

  it('is not searched for where no commit is known', async () => {
    const { evaluation, searches } = await wait(undefined, [trail(row('a'))], [[nonced('a', 'ours')]], { commit: undefined });
    expect([evaluation.sending.kind === 'accepted' && evaluation.sending.evaluated, searches]).toEqual([false, []]);
  });

  it('is not evaluated where the search fails, which is a fault', async () => {
    const { clock, evaluation } = await wait(undefined, [trail(row('a'))], [fault.status(403, {}, { message: 'no' })]);
    expect(evaluation).toMatchObject({ sending: { evaluated: false }, answer: { kind: 'failed', fault: { code: 'forbidden' } } });
    expect(clock.waits).toEqual([]);
  });
});
