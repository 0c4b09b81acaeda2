import { expect, test, vi } from 'vitest';
import { trustOurs } from '../trusted.ts';
import { deafTarget, mailTarget } from './mail-target.ts';
import { ada, mailing, patient, settled } from './mailing.ts';

test('STARTTLS, or nothing is sent', async () => {
  trustOurs();
  const target = await mailTarget({}, { security: 'starttls' });
  const it = await mailing(target.server, ada);
  it.send(patient);
  await settled(it, false);
  expect(target.got).toMatchObject([{ isEncrypted: true }]);

  const plain = await mailTarget({ disabledCommands: ['STARTTLS'] }, { security: 'starttls' });
  const refused = await mailing(plain.server, ada);
  refused.send(patient);
  await settled(refused, true);
  expect([plain.got, await refused.reasons()]).toEqual([[], [expect.stringMatching(/^the mail server: /)]]);
});

test.each(['tls', 'starttls'] as const)('a mail server with a certificate that nobody vouches for gets nothing (%s)', async (security) => {
  const target = await mailTarget({ secure: security === 'tls' }, { security });
  const it = await mailing(target.server, ada);
  it.send(patient);
  await settled(it, true);
  expect([target.got, await it.reasons()]).toEqual([[], [expect.stringMatching(/^the mail server: the conversation failed \([A-Z]+\)$/)]]);
});

test.each([
  ['552 5.3.4 too big', 1, `the mail server: it refused ${ada} (552 5.3.4)`],
  ['451 4.3.0 try later', 3, 'the mail server: it answered 451 4.3.0'],
])('a mail that is answered with %s is sent %i times', async (answer, times, why) => {
  const target = await mailTarget();
  target.answer(answer);
  const it = await mailing(target.server, ada);
  it.send(patient);
  await settled(it, true);
  expect([target.got.length, await it.reasons()]).toEqual([times, [why]]);
});

test('a mail whose answer was lost is sent again under the same name', async () => {
  const target = await mailTarget();
  target.answer('cut');
  const it = await mailing(target.server, ada);
  it.send(patient);
  await vi.waitUntil(() => it.log.length > 0, { timeout: 20_000 });
  expect(it.log[0]).toMatch(/the conversation failed \([A-Z]+\)\. It is sent again/);
  target.answer(undefined);
  await settled(it, false);
  const ids = target.got.map(({ text }) => /^Message-ID: (.+)\r$/m.exec(text)?.[1]);
  expect(new Set(ids).size).toBe(1);
  expect(ids.length).toBeGreaterThan(1);
});

test.each([
  ['says nothing', ''],
  ['is busy', '421 4.3.2 too busy\r\n'],
  ['is no mail server', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
  ['never ends its greeting', '220-wait\r\n'],
])('a server that %s does not hold anything up', async (_, greeting) => {
  const it = await mailing(await deafTarget(greeting), ada);
  it.send({ mailTimeout: 300 });
  await settled(it, true);
  expect(await it.reasons()).toEqual([
    expect.stringMatching(/^the mail server: it (did not answer in time|answered 421 4\.3\.2)$|failed \([A-Z]+\)$/),
  ]);
});
