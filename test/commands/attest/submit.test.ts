import { afterEach, describe, expect, it } from 'vitest';
import { startDeadline, type Call, type Submission } from '../../../src/client/index.ts';
import { failedSending, submissionOf as submissionFor, submit } from '../../../src/commands/attest/record.ts';
import type { Sending } from '../../../src/gate/index.ts';
import { attestation, clientOf, closeAll, serve, sha, shop, submissionOf } from '../../client/setup.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { fault, type Fault } from '../../support/fault-server.ts';

afterEach(closeAll);

const refused = (status: number): Fault => fault.status(status, {}, { message: 'said no' });
const elsewhere = fault.redirect('http://elsewhere.example/');
const accepted = fault.status(201, {}, { message: 'OK', attestation_id: 'made' });

/** Sends a record of test results. */
const send = (call: Call, submission: Submission): Promise<Sending> => submit(call, 'attestJunit', submission).catch(failedSending);

/** Sends to a server that gives these answers in turn, the last one again and again. */
async function sent(...answers: readonly Fault[]): Promise<Sending> {
  const { call } = await serve((_, n) => answers[Math.min(n, answers.length) - 1] ?? refused(500));
  return send(call, submissionOf('a-key'));
}

describe('a record that was refused', () => {
  it.each([400, 401, 403, 404, 405, 413, 422])('by %i at the first try was not recorded', async (status) => {
    expect(await sent(refused(status))).toMatchObject({
      kind: 'failed',
      unconfirmed: false,
      fault: { message: expect.stringContaining('said no') },
    });
  });

  it.each([408, 409, 500, 501, 502, 503, 504])('by %i may be recorded all the same', async (status) => {
    expect(await sent(refused(status))).toMatchObject({ kind: 'failed', unconfirmed: true });
  });

  it.each([408, 409, 500, 503])('by %i may be recorded all the same, though there was time for one try alone', async (status) => {
    const { call } = await serve(() => refused(status), { retry: { attempts: 1, first: 1, longest: 1, random: () => 0 } });
    expect(await send(call, submissionOf('a-key'))).toMatchObject({ kind: 'failed', unconfirmed: true });
  });

  it('by a redirect that is not followed was not recorded', async () => {
    expect(await sent(elsewhere)).toMatchObject({ kind: 'failed', unconfirmed: false, fault: { code: 'redirect' } });
  });

  it.each([
    ['a reset connection', fault.reset(), refused(400)],
    ['a fault of the service', refused(503), refused(400)],
    ['a fault of the service', refused(500), refused(401)],
    ['a reset connection', fault.reset(), elsewhere],
    ['a fault of the service', refused(502), elsewhere],
  ])('after %s may be recorded by that first try', async (_, first, second) => {
    expect(await sent(first, second)).toMatchObject({ kind: 'failed', unconfirmed: true });
  });

  it('for its size was not even sent', async () => {
    const { call, server } = await serve(() => accepted);
    const large = { ...attestation, description: 'x'.repeat(9 * 1024 * 1024) };
    const sending = await send(call, { ...submissionOf('a-key'), data: large });
    expect(sending).toMatchObject({ kind: 'failed', fault: { code: 'too-large' } });
    expect(sending).not.toMatchObject({ unconfirmed: true });
    expect(server.requests).toEqual([]);
  });
});

describe('a record without an answer', () => {
  it('was not recorded where nobody listens', async () => {
    expect(await send(clientOf('http://127.0.0.1:9').call, submissionOf('a-key'))).toMatchObject({
      kind: 'failed',
      unconfirmed: false,
    });
  });

  it.each([
    ['whose connection broke every time', fault.reset()],
    ['whose answer was cut off', fault.cutOff({ message: 'OK' })],
  ])('%s may be recorded', async (_, broken) => {
    expect(await sent(broken)).toMatchObject({ kind: 'failed', unconfirmed: true });
  });

  it('in time may be recorded', async () => {
    const clock = fakeClock();
    const hangs = (): Fault => {
      clock.pass(1_000);
      return fault.hang();
    };
    const { call } = await serve(hangs, { deadline: startDeadline(1_000, undefined, clock) });
    expect(await send(call, submissionOf('a-key'))).toMatchObject({
      kind: 'failed',
      unconfirmed: true,
      fault: { code: 'deadline' },
    });
  });

  it('may be recorded by the first try, although nobody listened at the last', async () => {
    const { call, server } = await serve(
      () => {
        // Nobody listens any more by the time of the second try.
        setTimeout(() => void server.close().catch(() => undefined), 0);
        return fault.reset();
      },
      { retry: { attempts: 3, first: 100, longest: 100, random: () => 1 } },
    );
    const sending = await send(call, submissionOf('a-key'));
    expect(sending).toMatchObject({ kind: 'failed', unconfirmed: true, fault: { code: 'unreachable' } });
  });

  it.each([
    ['a page', fault.wrongContentType('<html>log in</html>')],
    ['JSON that says nothing', fault.status(200, {}, {})],
  ])('but %s may be recorded', async (_, answer) => {
    expect(await sent(answer)).toMatchObject({ kind: 'failed', unconfirmed: true });
  });
});

it('a record that was accepted is, and waits to be evaluated', async () => {
  expect(await sent(refused(503), accepted)).toEqual({ kind: 'accepted', id: 'made', evaluated: false });
});

describe('a submission', () => {
  const question = { org: 'acme', flow: 'shop', trail: sha } as const;

  it('has a key before it is sent, which no other has', () => {
    const [one, other] = [submissionFor(question, attestation, undefined), submissionFor(question, attestation, undefined)];
    expect(one).toMatchObject({ to: shop, data: attestation, attachment: undefined });
    expect(one.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(one.key).not.toBe(other.key);
  });

  it('that was kept is sent again later with the same key and data, and the same file', async () => {
    const { call, server } = await serve((_, n) => (n <= 3 ? refused(503) : accepted));
    const submission = submissionFor(question, attestation, { name: 'cov.json', content: Buffer.from('{}') });
    expect(await send(call, submission)).toMatchObject({ kind: 'failed', unconfirmed: true });
    expect(await send(call, submission)).toEqual({ kind: 'accepted', id: 'made', evaluated: false });
    expect(server.requests.map(({ headers }) => headers['idempotency-key'])).toEqual(Array.from({ length: 4 }, () => submission.key));
    const [first, last] = [server.requests[0], server.requests[3]].map((request) =>
      String(request?.body).replaceAll(/----compliance-evidence-\w+/g, 'boundary'),
    );
    expect(first).toContain('cov.json');
    expect(last).toBe(first);
  });
});
