import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UsageError } from '../../../src/errors/index.ts';
import { readCertificate, type TlsFiles } from '../../../src/service/operation/certificate.ts';
import { makeCertificate, openssl, type MadeCertificate } from '../../support/certificates.ts';
import { folder } from '../support.ts';

test('a certificate and its key are read, with the time for which they are good', async () => {
  const read = await readCertificate(makeCertificate(await folder()));
  expect(read.validTo.getTime() - read.validFrom.getTime()).toBe(90 * 86_400_000);
});

type Spoil = (made: MadeCertificate, at: string) => Promise<TlsFiles>;

const spoilt: readonly (readonly [string, Spoil, RegExp, RegExp])[] = [
  [
    'is missing',
    async (made) => ({ ...made, certificate: `${made.certificate}.gone` }),
    /--tls-cert names a file that is not there: .*gone/,
    /spelling/,
  ],
  ['has no key', async (made) => ({ ...made, key: `${made.key}.gone` }), /--tls-key names a file that is not there: .*gone/, /spelling/],
  ['is a folder', async (made, at) => ({ ...made, certificate: at }), /--tls-cert names a directory or a device: /, /Name a file/],
  ['is the key', async (made) => ({ ...made, certificate: made.key }), /--tls-cert holds no certificate/, /BEGIN CERTIFICATE/],
  ['is given as the key', async (made) => ({ ...made, key: made.certificate }), /--tls-key holds no private key/, /BEGIN PRIVATE KEY/],
  [
    'is cut off',
    async (made) => {
      const lines = (await readFile(made.certificate, 'utf8')).split('\n');
      await writeFile(made.certificate, lines.toSpliced(3, 4).join('\n'));
      return made;
    },
    /--tls-cert holds a certificate that cannot be read/,
    /cut off/,
  ],
  [
    'belongs to another key',
    async (made, at) => ({ ...made, key: makeCertificate(at, 'other').key }),
    /--tls-key is not the key of the certificate/,
    /made together/,
  ],
  [
    'comes after those that vouch for it',
    async (made, at) => {
      const other = makeCertificate(at, 'other');
      await writeFile(made.certificate, (await readFile(other.certificate, 'utf8')) + (await readFile(made.certificate, 'utf8')));
      return made;
    },
    /--tls-key is not the key of the certificate/,
    /certificate of this server first/,
  ],
  [
    'has a key with a password',
    async (made, at) => {
      const key = join(at, 'locked.key');
      openssl(['pkey', '-in', made.key, '-aes256', '-passout', 'pass:very-secret', '-out', key]);
      return { ...made, key };
    },
    /--tls-key is locked with a password/,
    /openssl pkey/,
  ],
  [
    'has a key that is too short for today',
    async (made, at) => {
      const key = join(at, 'short.key');
      openssl(['genrsa', '-out', key, '512']);
      openssl(['req', '-x509', '-key', key, '-out', made.certificate, '-subj', '/CN=short']);
      return { ...made, key };
    },
    /TLS does not take the certificate/,
    /usual today/,
  ],
];

test.each(spoilt)('a certificate that %s is refused by the name of its file, with the fix', async (_, spoil, message, fix) => {
  const at = await folder();
  const error: unknown = await spoil(makeCertificate(at), at)
    .then(readCertificate)
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UsageError);
  expect(error).toMatchObject({ message: expect.stringMatching(message), fix: expect.stringMatching(fix) });
  expect(String(error)).not.toContain('very-secret');
});

test.skipIf(process.getuid?.() === 0 || process.platform === 'win32')('a key that this user may not read is refused', async () => {
  const made = makeCertificate(await folder());
  await chmod(made.key, 0);
  await expect(readCertificate(made)).rejects.toThrow('--tls-key names a file that this user may not read');
});
