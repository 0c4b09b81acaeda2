import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { UsageError } from '../../src/errors/index.ts';
import { createKey, readPublicKeys, readSigner, signerAmong } from '../../src/signing/index.ts';
import { signStatement } from '../../src/statement/index.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'keys-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

function refusalOf(work: () => unknown): UsageError {
  try {
    work();
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
  throw new Error('It was taken.');
}

describe.each(['p256', 'ed25519'] as const)('a key of %s', (type) => {
  it('is made for its owner alone, next to its public key, and overwrites nothing', () => {
    const file = join(folder(), 'key');
    const hint = createKey(file, type);
    const publicFile = `${file}.pub`;
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const before = [readFileSync(file), readFileSync(publicFile)];
    expect(refusalOf(() => createKey(file, type)).message).toMatch(/EEXIST|is there already/);
    rmSync(file);
    expect(refusalOf(() => createKey(file, type)).message).toContain('key.pub is there already');
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, before[0] ?? '', { mode: 0o600 });
    rmSync(publicFile);
    expect(refusalOf(() => createKey(file, type)).message).toMatch(/EEXIST|is there already/);
    expect([readFileSync(file), existsSync(publicFile)]).toEqual([before[0], false]);
    expect(readSigner('--key', file)).toMatchObject({ hint, publicKeyPem: String(before[1]) });
  });

  it('is not made where its public key cannot be, and nobody else may change that one', () => {
    const file = join(folder(), 'key');
    symlinkSync('nowhere', `${file}.pub`);
    expect(refusalOf(() => createKey(file, type)).message).toContain('key.pub is there already');
    expect(existsSync(file)).toBe(false);
    rmSync(`${file}.pub`);
    const mask = process.umask(0);
    onTestFinished(() => void process.umask(mask));
    createKey(file, type);
    expect([file, `${file}.pub`].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o644]);
  });

  it('signs what its public key, and no other, finds good', () => {
    const [mine, other] = [join(folder(), 'key'), join(folder(), 'key')];
    const hint = createKey(mine, type);
    createKey(other, type);
    const envelope = signStatement('{"a":"ü"}', readSigner('--key', mine).sign);
    const [yes, no] = [mine, other].map((file) => readPublicKeys('--key', `${file}.pub`));
    expect(signerAmong([...(no ?? []), ...(yes ?? [])], envelope)).toBe(hint);
    expect(signerAmong(no ?? [], envelope)).toBeUndefined();
    const changed = { ...envelope, payload: Buffer.from('{"a":"u"}').toString('base64') };
    expect(signerAmong(yes ?? [], changed)).toBeUndefined();
    expect(signerAmong(yes ?? [], { ...envelope, signatures: [{ sig: '' }] })).toBeUndefined();
  });

  it('has the hint that cosign gives it, as openssl reads the key', () => {
    const file = join(folder(), 'key');
    const hint = createKey(file, type);
    const publicFile = `${file}.pub`;
    const der = execFileSync('openssl', ['pkey', '-pubin', '-in', publicFile, '-outform', 'DER']);
    expect(hint).toBe(createHash('sha256').update(der).digest('base64'));
    expect(execFileSync('openssl', ['pkey', '-in', file, '-pubout']).toString()).toBe(readFileSync(publicFile, 'utf8'));
  });
});

describe('a private key', () => {
  it.each([0o604, 0o644, 0o620, 0o602, 0o660])('of mode %o is refused, with the line that fixes it', (mode) => {
    const file = join(folder(), 'key');
    createKey(file, 'p256');
    chmodSync(file, mode);
    expect(refusalOf(() => readSigner('--key', file))).toMatchObject({
      message: `Others can read or change the key of --key (its mode is ${mode.toString(8)})`,
      fix: `Run: chmod 600 ${file}`,
    });
  });

  it('is asked for where the public one is named, whatever its mode', () => {
    const file = join(folder(), 'key');
    createKey(file, 'p256');
    expect(refusalOf(() => readSigner('--key', `${file}.pub`))).toMatchObject({
      message: 'The file of --key is a public key, and a private one signs',
      fix: 'Name the private key: the file without .pub',
    });
  });

  it('may be read by a group, as secrets of containers are', () => {
    const file = join(folder(), 'key');
    createKey(file, 'p256');
    chmodSync(file, 0o440);
    expect(readSigner('--key', file).hint).toMatch(/=$/);
  });

  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' });
  const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pkcs8 = { type: 'pkcs8', format: 'pem' } as const;
  const locked = { cipher: 'aes-256-cbc', passphrase: 'secret' };
  it.each([
    ['an RSA key', rsa.privateKey.export(pkcs8), 'of the kind rsa, and must be P-256 or ed25519'],
    ['P-384', p384.privateKey.export(pkcs8), 'of the kind secp384r1'],
    ['Ed448', generateKeyPairSync('ed448').privateKey.export(pkcs8), 'of the kind ed448'],
    ['X25519', generateKeyPairSync('x25519').privateKey.export(pkcs8), 'of the kind x25519'],
    ['one with a password', p256.privateKey.export({ ...pkcs8, ...locked }), 'without a password, but ENCRYPTED PRIVATE KEY'],
    ['one of SEC 1', p256.privateKey.export({ type: 'sec1', format: 'pem' }), 'but EC PRIVATE KEY'],
    ['an old one with a password', rsa.privateKey.export({ type: 'pkcs1', format: 'pem', ...locked }), 'but RSA PRIVATE KEY'],
    ['a public key', p256.publicKey.export({ type: 'spki', format: 'pem' }), 'is a public key, and a private one signs'],
    ['two keys', String(p256.privateKey.export(pkcs8)).repeat(2), 'but PRIVATE KEY, PRIVATE KEY'],
    ['nothing', '', 'but no PEM'],
    ['no key', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n', 'The key of --key is broken'],
    ['too much', ' '.repeat(65_537), 'larger than 64 KiB'],
  ])('that is %s is refused by name', (_, pem, word) => {
    const file = join(folder(), 'key');
    writeFileSync(file, pem, { mode: 0o600 });
    const refused = refusalOf(() => readSigner('--key', file));
    expect(refused.message).toContain(word);
    expect(refused.fix).toBeDefined();
  });

  it.each([
    ['a private key', p256.privateKey.export(pkcs8), 'no public key in PEM, but PRIVATE KEY'],
    ['an RSA key', rsa.publicKey.export({ type: 'spki', format: 'pem' }), 'of the kind rsa'],
    ['nothing', '\n', 'but no PEM'],
  ])('and %s is not taken for a public one', (_, pem, word) => {
    const file = join(folder(), 'key');
    writeFileSync(file, pem);
    expect(refusalOf(() => readPublicKeys('--key', file)).message).toContain(word);
  });

  it('that is not there is named', () => {
    expect(refusalOf(() => readSigner('--key', '/nowhere/key')).message).toMatch(/^The file of --key cannot be read: .*ENOENT/);
    expect(refusalOf(() => createKey('/nowhere/key', 'p256')).message).toMatch(/^The key cannot be written: .*ENOENT/);
    expect(refusalOf(() => readPublicKeys('--key', tmpdir())).message).toContain('is no regular file');
  });

  it('is one of several in a file of public keys', () => {
    const file = join(folder(), 'keys.pub');
    const pems = [p256, generateKeyPairSync('ed25519')].map(({ publicKey }) => publicKey.export({ type: 'spki', format: 'pem' }));
    writeFileSync(file, `# signers\n${pems.join('\n')}`);
    expect(readPublicKeys('--key', file)).toHaveLength(2);
  });
});
