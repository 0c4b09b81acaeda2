import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { mailServerOf, type MailOptions } from '../../src/cli/serve.ts';

const from = 'evidence@acme.example';

/** The mail server of options, where the variable is set so. */
async function found(url: string | undefined, options: MailOptions = { smtpFrom: from }) {
  vi.stubEnv('EVIDENCE_SMTP_URL', url ?? '');
  onTestFinished(() => void vi.unstubAllEnvs());
  return await mailServerOf(options);
}

/** The complaint about them: its message and its fix. */
async function complaint(url: string | undefined, options?: MailOptions): Promise<string> {
  const error: unknown = await found(url, options).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'UsageError' });
  const { fix, message }: { readonly fix: string; readonly message: string } = Object(error);
  return `${message} ${fix}`;
}

async function file(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'smtp-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'password'), text);
  return join(folder, 'password');
}

test('without a mail server there is none', async () => {
  expect(await found(undefined, {})).toBeUndefined();
});

test.each([
  ['smtps://mail.example', { host: 'mail.example', port: 465, security: 'tls', login: undefined }],
  ['smtp://mail.example', { host: 'mail.example', port: 587, security: 'starttls', login: undefined }],
  ['smtp://mail.example:2525/', { host: 'mail.example', port: 2525, security: 'starttls', login: undefined }],
  ['smtp://mail.example?tls=none', { host: 'mail.example', port: 587, security: 'none', login: undefined }],
  ['smtp://localhost:25', { host: 'localhost', port: 25, security: 'none', login: undefined }],
  ['smtp://[::1]:25', { host: '::1', port: 25, security: 'none', login: undefined }],
  ['smtps://a%40b:p%3Aw@mail.example', { host: 'mail.example', port: 465, security: 'tls', login: { user: 'a@b', password: 'p:w' } }],
])('%s', async (url, server) => {
  expect(await found(url)).toEqual({ ...server, from });
});

test('the password may be in a file', async () => {
  const smtpPasswordFile = await file('p w\n');
  const options = { smtpUrl: 'smtps://ada@mail.example', smtpFrom: from, smtpPasswordFile };
  expect(await found(undefined, options)).toMatchObject({ login: { user: 'ada', password: 'p w' } });
});

test('a password on the command line is refused, and never repeated', async () => {
  const said = await complaint(undefined, { smtpUrl: 'smtps://ada:very-secret@mail.example', smtpFrom: from });
  expect(said).toMatch(/--smtp-url has a password in it.*--smtp-password-file.*EVIDENCE_SMTP_URL/);
  expect(said).not.toContain('very-secret');
});

test.each([
  ['http://very-secret@mail.example', /EVIDENCE_SMTP_URL is no address of a mail server.*smtps:\/\/USER@mail\.example/],
  ['very-secret', /EVIDENCE_SMTP_URL is no address/],
  ['smtps://mail.example#very-secret', /EVIDENCE_SMTP_URL is no address/],
  ['smtps:very-secret', /EVIDENCE_SMTP_URL is no address/],
  ['smtps://very-secret@mail.example/inbox', /EVIDENCE_SMTP_URL is no address/],
  ['smtps://ada:very-secret@mail.example?tls=none', /something behind its host/],
  ['smtp://mail.example?secure=no&x=very-secret', /something behind its host.*\?tls=none/],
  ['smtp://ada:very-secret@mail.example?tls=none', /sends a password without TLS to another machine.*Leave out/],
  ['smtps://ada:very-secret%@mail.example', /a % in its user or password that encodes nothing.*%25/],
  ['smtps://ada@mail.example', /a user without a password/],
])('the URL %s is refused without being repeated', async (url, says) => {
  const said = await complaint(url);
  expect(said).toMatch(says);
  expect(said).not.toContain('very-secret');
});

test.each([undefined, 'Ada <ada@acme.example>', 'ada', 'ada@acme.example\r\nBcc: eve@evil.example', 'a@b, c@d'])(
  'mail from %j is refused',
  async (smtpFrom) => {
    const what = smtpFrom === undefined ? 'is missing: the address that mail comes from' : 'is no address that mail can come from';
    expect(await complaint('smtps://mail.example', smtpFrom === undefined ? {} : { smtpFrom })).toBe(
      `--smtp-from ${what} Write a plain one, such as --smtp-from evidence@acme.example`,
    );
  },
);

test('options that do nothing without a mail server are refused', async () => {
  expect(await complaint(undefined, { smtpFrom: from })).toMatch(/^--smtp-from .*EVIDENCE_SMTP_URL/);
  expect(await complaint(undefined, { smtpPasswordFile: 'p' })).toMatch(/^--smtp-password-file .*EVIDENCE_SMTP_URL/);
});

test.each(['', '\n', 'one\ntwo\n', 'one\ntwo'])('a file that holds %j is no password', async (text) => {
  const smtpPasswordFile = await file(text);
  const said = await complaint('smtps://ada@mail.example', { smtpFrom: from, smtpPasswordFile });
  expect(said).toBe(
    `--smtp-password-file does not hold one password: ${smtpPasswordFile} Write the password into its first line, and nothing else`,
  );
});

test('a file that is not there is named', async () => {
  expect(await complaint('smtps://ada@mail.example', { smtpFrom: from, smtpPasswordFile: '/nowhere/password' })).toMatch(
    /names a file that is not there: \/nowhere\/password Look at the spelling of its name\.$/,
  );
});
