import { expect, test } from 'vitest';
import { attemptOf } from '../../../../src/service/notify/send-mail.ts';

const { signal } = new AbortController();
const [ada, bob] = ['ada@acme.example', 'bob@acme.example'];
const of = (said: Promise<unknown>) => attemptOf([ada, bob], said, signal);
const refusal = (recipient: string, response: string) => ({ recipient, response });

test('somebody of whom the server said nothing does not have the mail', async () => {
  expect(await of(Promise.resolve({ accepted: [ada], rejected: [] }))).toEqual({
    settled: [{ email: ada }],
    later: 'it does not take it yet for 1 of 2 recipients (no answer)',
  });
  expect(await of(Promise.resolve(undefined))).toMatchObject({ settled: [], later: expect.any(String) });
});

test('somebody who was taken and refused in one conversation was refused', async () => {
  expect(await of(Promise.resolve({ accepted: [ada, bob], rejectedErrors: [refusal('BOB@acme.example', '550 no')] }))).toEqual({
    settled: [{ email: ada }, { email: bob, refused: '550' }],
  });
});

test.each([
  ['550 5.1.1 <script>', '550 5.1.1'],
  ['550-5.1.1 first line\n550 last', '550 5.1.1'],
  ['550', '550'],
  ['554 12.3.4 relay', '554'],
])('of the answer %j only the codes are shown', async (response, codes) => {
  const attempt = await of(Promise.resolve({ accepted: [ada], rejectedErrors: [refusal(bob, response)] }));
  expect(attempt.settled).toEqual([{ email: ada }, { email: bob, refused: codes }]);
});

test.each([
  [
    { code: 'EMESSAGE', response: '552 5.3.4 too big' },
    {
      settled: [
        { email: ada, refused: '552 5.3.4' },
        { email: bob, refused: '552 5.3.4' },
      ],
    },
  ],
  [
    { code: 'EMESSAGE', response: '451 later' },
    { settled: [], later: 'it answered 451' },
  ],
  [
    { code: 'EENVELOPE', response: '553 5.7.1 sender' },
    { settled: [], later: 'it answered 553 5.7.1' },
  ],
  [
    { code: 'EAUTH', response: '535 5.7.8 very-secret' },
    { settled: [], later: 'it answered 535 5.7.8' },
  ],
  [{ code: 'ESOCKET' }, { settled: [], later: 'the conversation failed (ESOCKET)' }],
  [
    { code: '\u001b[31m', response: 'HTTP/1.1 400' },
    { settled: [], later: 'the conversation failed (for no known reason)' },
  ],
])('a conversation that ended with %j', async (ended, attempt) => {
  expect(await of(Promise.reject(Object.assign(new Error('very-secret'), ended)))).toEqual(attempt);
});

test('a conversation that took too long is tried again, whatever its error says', async () => {
  const late = Promise.reject(Object.assign(new Error('x'), { code: 'EMESSAGE', response: '550 x' }));
  expect(await attemptOf([ada], late, AbortSignal.abort())).toEqual({ settled: [], later: 'it did not answer in time' });
});
