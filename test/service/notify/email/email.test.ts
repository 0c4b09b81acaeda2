import type { SMTPServerOptions } from 'smtp-server';
import { expect, test, vi } from 'vitest';
import { outbox } from '../outbox.ts';
import { trustOurs } from '../trusted.ts';
import { mailTarget } from './mail-target.ts';
import { ada, bob, mailing, patient, settled } from './mailing.ts';

test('a mail reaches everybody in one conversation, and nobody reads of the others', async () => {
  const target = await mailTarget();
  const it = await mailing(target.server, ada, bob, 'Eve@BÜRO.example');
  it.send(patient);
  await settled(it, false);
  const [mail, ...more] = target.got;
  expect([more, mail?.from, mail?.to]).toEqual([[], 'evidence@acme.example', [ada, bob, 'Eve@büro.example']]);
  expect(mail?.text).toMatch(/^From: evidence@acme\.example\r$/m);
  expect(mail?.text).toMatch(/^To: "undisclosed-recipients":;\r$/m);
  expect(mail?.text).toMatch(/^Subject: \[acme\] prod: an artifact was scaled\r$/m);
  expect(mail?.text).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(mail?.text).not.toMatch(/bob@|ada@/);
  expect(mail?.text).toContain('multipart/alternative');
});

test('TLS from the first byte, with a login', async () => {
  trustOurs();
  const onAuth: SMTPServerOptions['onAuth'] = ({ password, username }, _session, done) =>
    password === 'pa:ss wörd' ? done(null, { user: username }) : done(Object.assign(new Error('no'), { responseCode: 535 }));
  const login = { user: 'evidence', password: 'pa:ss wörd' };
  const target = await mailTarget({ secure: true, authOptional: false, onAuth }, { security: 'tls', login });
  const it = await mailing(target.server, ada);
  it.send(patient);
  await settled(it, false);
  expect(target.got).toMatchObject([{ isEncrypted: true, user: 'evidence', to: [ada] }]);

  const other = await mailing({ ...target.server, login: { ...login, password: 'wrong-secret' } }, ada);
  other.send(patient);
  await settled(other, true);
  expect(await other.reasons()).toEqual(['the mail server: it answered 535']);
  expect(other.log.join('\n')).not.toContain('wrong-secret');
  expect(other.log).toHaveLength(3);
});

test('a recipient that is refused is not tried again, and the others have the mail', async () => {
  const target = await mailTarget();
  target.refuse(bob, '550 5.1.1 <b>no such user</b>');
  const it = await mailing(target.server, ada, bob);
  it.send(patient);
  await settled(it, true);
  expect(target.got.map(({ to }) => to)).toEqual([[ada]]);
  expect(await it.reasons()).toEqual([`the mail server: it refused ${bob} (550 5.1.1)`]);
  expect(it.log).toEqual([
    `A message of notification rule 1 of acme did not arrive at the mail server: it refused ${bob} (550 5.1.1). It is not sent again.`,
  ]);
});

test('a recipient that is put off is tried again alone, under the same name of the mail', async () => {
  const target = await mailTarget();
  target.refuse(bob, '450 4.7.1 greylisted');
  target.refuse('eve@acme.example', '550 5.1.1 gone');
  const it = await mailing(target.server, ada, bob, 'eve@acme.example');
  it.send({ ...patient, firstWait: 100 });
  await vi.waitUntil(() => it.log.length > 0, { timeout: 20_000 });
  expect(it.log[0]).toMatch(/it does not take it yet for 1 of 3 recipients \(450 4\.7\.1\)\. It is sent again/);
  target.refuse(bob, undefined);
  await settled(it, true);
  expect(target.got.map(({ to }) => to)).toEqual([[ada], [bob]]);
  expect(await it.reasons()).toEqual(['the mail server: it refused eve@acme.example (550 5.1.1)']);
  const ids = target.got.map(({ text }) => /^Message-ID: <([a-f0-9-]{32})@acme\.example>\r$/m.exec(text)?.[1]);
  expect(ids).toEqual([expect.any(String), ids[0]]);
});

test('a rule that an earlier version kept is failing where there is no mail server, and for an address that is none', async () => {
  const none = await outbox([]);
  await none.listenTo({ target: { type: 'EMAIL', emails: [ada] } });
  await none.raise(1);
  none.send(patient);
  await settled(none, true);
  expect(await none.reasons()).toEqual(['the mail server: the service was started without one']);

  const target = await mailTarget();
  const it = await mailing(target.server, 'a>b@acme.example', ada);
  it.send(patient);
  await settled(it, true);
  expect(target.got.map(({ to }) => to)).toEqual([[ada]]);
  expect(await it.reasons()).toEqual(['the mail server: it refused a>b@acme.example (no plain address)']);
});
