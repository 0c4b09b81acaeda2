import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { EvidenceError, UsageError } from '../../src/errors/index.ts';
import { certifiedSigner, objectionsToSigner, readTrustedRoots, type CertifiedSigner } from '../../src/signing/keyless.ts';
import { repository, sha, written, answer } from '../statement/build.ts';
import { draftSummary } from '../../src/statement/index.ts';
import { root as top } from '../support/sources.ts';
import { issuer, openAuthority, workflow, type Witnesses } from './authority.ts';

const of = { identity: workflow, issuer, repository, repositoryId: '42', commit: sha };
const { statement } = written(draftSummary(answer));
const authority = await openAuthority();
const all = { log: true, stamp: true, proof: true };

function signerOf(bundle: string, ...roots: readonly string[]): CertifiedSigner | string {
  return certifiedSigner('bundle.json', JSON.parse(bundle), readTrustedRoots(roots.join('\n')));
}

const kept = (name: string): string => readFileSync(join(top, 'test/fixtures/sigstore', name), 'utf8');

describe('a certified bundle', () => {
  it.each<[string, Witnesses]>([
    ['a log and the proof of its certificate, as the public instance', { log: true, proof: true }],
    ['a time stamp, as the instance of GitHub', { stamp: true }],
    ['all', all],
  ])('with %s gives its signer', async (_, witnesses) => {
    const signer = signerOf(await authority.certify(statement, of, witnesses), authority.root(witnesses));
    expect(signer).toEqual({
      facts: { identity: workflow, issuer, repository, 'repository-id': '42', 'source-digest': sha },
      seen: expect.closeTo(Date.now() / 1000, -2),
    });
  });

  it.each<[string, Witnesses, Witnesses, string]>([
    ['without a log, where the root has one', { stamp: true, proof: true }, all, 'expected 1 tlog entries, got 0'],
    ['without a proof of its certificate, where the root has a log of them', { log: true, stamp: true }, all, 'expected 1 SCTs, got 0'],
    ['without a time', { proof: true }, all, 'expected 1 timestamps, got 0'],
    ['without a time, where the root has nobody who knows one', {}, {}, 'expected 1 timestamps, got 0'],
    ['with a log, where the root has none', { log: true }, { stamp: true }, 'inclusion promise could not be verified'],
    ['with a time stamp, where the root has nobody for it', { log: true, stamp: true }, { log: true }, 'timestamp could not be verified'],
  ])('%s is refused', async (_, witnesses, inRoot, words) => {
    expect(signerOf(await authority.certify(statement, of, witnesses), authority.root(inRoot))).toContain(words);
  });

  it('of another authority is refused, also one that is called the same', async () => {
    const other = await openAuthority();
    const bundle = await other.certify(statement, of, all);
    expect(signerOf(bundle, authority.root(all))).toMatch(/could not be verified|Failed to verify certificate chain/);
    expect(signerOf(bundle, authority.root(all), other.root(all))).toMatchObject({ facts: { repository } });
  });

  it('with parts that two roots name, and none of them alone, is refused', async () => {
    const other = await openAuthority();
    const { tlogEntries } = JSON.parse(await other.certify(statement, of, { log: true })).verificationMaterial;
    const bundle = await authority.certify(statement, of, {}, { material: { tlogEntries } });
    expect(typeof signerOf(bundle, authority.root({ log: true }), other.root({ log: true }))).toBe('string');
  });

  it('whose statement was changed is refused', async () => {
    const bundle = JSON.parse(await authority.certify(statement, of, all));
    bundle.dsseEnvelope.payload = Buffer.from(statement.replace('COMPLIANT', 'COMPLIENT')).toString('base64');
    expect(signerOf(JSON.stringify(bundle), authority.root(all))).toContain('DSSE payload hash mismatch');
    const stamped = JSON.parse(await authority.certify(statement, of, { stamp: true }));
    stamped.dsseEnvelope.payload = bundle.dsseEnvelope.payload;
    expect(signerOf(JSON.stringify(stamped), authority.root({ stamp: true }))).toBe('signature verification failed');
  });

  it('with an entry that its log did not promise is of no time that the entry says', async () => {
    const bundle = JSON.parse(await authority.certify(statement, of, all));
    const [entry] = bundle.verificationMaterial.tlogEntries;
    delete entry.inclusionPromise;
    entry.integratedTime = '1';
    expect(signerOf(JSON.stringify(bundle), authority.root(all))).toMatchObject({ seen: expect.closeTo(Date.now() / 1000, -2) });
  });

  it('with a fact twice, or in another form, does not say it', async () => {
    const repeated = { extensions: [{ oid: '1.3.6.1.4.1.57264.1.12', value: 'https://github.com/acme/shop' }] };
    const twice = signerOf(await authority.certify(statement, of, all, repeated), authority.root(all));
    expect(twice).toMatchObject({ facts: { repository: undefined, issuer } });
    const named = { extensions: [{ oid: '2.5.29.17', value: workflow }] };
    const other = signerOf(await authority.certify(statement, of, all, named), authority.root(all));
    expect(other).toMatchObject({ facts: { identity: undefined, repository } });
    const long = `https://github.com/acme/${'ş'.repeat(150)}`;
    expect(signerOf(await authority.certify(statement, { ...of, repository: long }, all), authority.root(all))).toMatchObject({
      facts: { repository: long },
    });
  });
});

test.each([
  ['an entry too many', { tlogEntries: Array.from({ length: 9 }, () => ({})) }],
  [
    'a time stamp too many',
    { timestampVerificationData: { rfc3161Timestamps: Array.from({ length: 9 }, () => ({ signedTimestamp: '' })) } },
  ],
  ['too much', { certificate: { rawBytes: 'A'.repeat(70_000) } }],
  ['a certificate that is none', { certificate: { rawBytes: Buffer.from('certificate').toString('base64') } }],
  ['a certificate that is nested', { certificate: { rawBytes: Buffer.from('3080'.repeat(10_000), 'hex').toString('base64') } }],
  ['an entry without anything', { tlogEntries: [{}] }],
  ['a list in place of an entry', { tlogEntries: [[]] }],
])('a bundle with %s is unusable, in a sentence', async (_, material) => {
  const bundle = await authority.certify(statement, of, all, { material });
  expect(() => signerOf(bundle, authority.root(all))).toThrow(EvidenceError);
  expect(() => signerOf(bundle, authority.root(all))).toThrow(/^bundle\.json: The bundle cannot be read: [^\n]{5,300}$/);
});

test.each([
  ['a text in place of entries', { tlogEntries: 'entries' }, 'expected 1 tlog entries, got 0'],
  ['an empty time stamp', { timestampVerificationData: { rfc3161Timestamps: [{ signedTimestamp: 'MAA=' }] } }, 'its material is broken'],
])('a bundle with %s is refused', async (_, material, words) => {
  expect(signerOf(await authority.certify(statement, of, all, { material }), authority.root(all))).toBe(words);
});

test('a bundle with more than 32 KiB next to its statement is not looked at', async () => {
  const bundle = JSON.parse(await authority.certify(statement, of, all));
  bundle.verificationMaterial.tlogEntries[0].canonicalizedBody = 'A'.repeat(32_768);
  expect(() => signerOf(JSON.stringify(bundle), authority.root(all))).toThrow('its material is too long');
});

test('the provenance of sigstore 2.0.0 on npm, signed in public, reads as GitHub wrote it', () => {
  const signer = signerOf(kept('npm-sigstore-2.0.0.sigstore.json'), JSON.stringify(JSON.parse(kept('public-good.json'))));
  expect(signer).toEqual({
    facts: {
      identity: 'https://github.com/sigstore/sigstore-js/.github/workflows/release.yml@refs/heads/main',
      issuer,
      repository: 'https://github.com/sigstore/sigstore-js',
      'repository-id': '495574555',
      'source-digest': 'f0b49a04e5a62250e0f60fb128004a73110fe311',
    },
    seen: 1_692_374_735,
  });
  const changed = kept('npm-sigstore-2.0.0.sigstore.json').replace('"payload": "ey', '"payload": "ez');
  expect(signerOf(changed, kept('public-good.json'))).toEqual(expect.any(String));
});

test('a bundle of the instance of GitHub itself, which has no log, reads by the roots that gh writes', () => {
  const roots = kept('github-and-public.jsonl');
  const signer = signerOf(kept('github-private.sigstore.json'), roots);
  expect(signer).toEqual({
    facts: {
      identity: 'https://github.com/actions/attest-build-provenance/.github/workflows/prober.yml@refs/heads/main',
      issuer,
      repository: 'https://github.com/actions/attest-build-provenance',
      'repository-id': '760702757',
      'source-digest': 'ba965ac88abfc6fa49344893ed19e5bf479a07d6',
    },
    seen: 1_763_452_714,
  });
  const [ofPublic = ''] = roots.split('\n');
  expect(signerOf(kept('github-private.sigstore.json'), ofPublic)).toEqual(expect.any(String));
});

test('an entry of a log of version 2 is read, and its time stamp tells when: no address and no repository is in this certificate', () => {
  const [bundle, root] = [kept('rekor-v2.sigstore.json'), JSON.stringify(JSON.parse(kept('staging.json')))];
  const facts = { identity: undefined, repository: undefined, 'repository-id': undefined, 'source-digest': undefined };
  expect(signerOf(bundle, root)).toEqual({ facts: { ...facts, issuer: 'https://github.com/login/oauth' }, seen: 1_779_781_341 });
  const changed = JSON.parse(bundle);
  changed.verificationMaterial.tlogEntries[0].inclusionProof.hashes[0] = Buffer.alloc(32).toString('base64');
  expect(signerOf(JSON.stringify(changed), root)).toEqual(expect.any(String));
});

describe('trusted roots', () => {
  it('may be several, each on a line, or one on many', () => {
    const line = authority.root(all);
    expect(readTrustedRoots(`${line}\n\n${line}\n`)).toHaveLength(2);
    expect(readTrustedRoots(kept('public-good.json'))).toHaveLength(1);
    expect(readTrustedRoots(kept('github-and-public.jsonl'))).toHaveLength(2);
  });

  it.each([
    ['nothing', ''],
    ['an object without authorities', '{}'],
    ['no JSON', 'root'],
    ['a list', '[]'],
    ['a bundle', kept('npm-sigstore-2.0.0.sigstore.json')],
    ['a key that is none', '{"certificateAuthorities":[{"certChain":{"certificates":[{"rawBytes":"AAAA"}]}}]}'],
    ['one, and something else', `${authority.root(all)}\n{}`],
    ['one, and no JSON', `${authority.root(all)}\nroot`],
  ])('that are %s are wrong usage', (_, text) => {
    expect(() => readTrustedRoots(text)).toThrow(UsageError);
  });
});

describe('a signer', () => {
  const facts = { identity: workflow, issuer, repository, 'repository-id': '42', 'source-digest': sha };
  const signer = { facts, seen: 0 };
  it.each([
    ['is the demanded one', {}, []],
    ['is of a repository that is written in other letters', { repository: 'https://github.com/Acme/Shop' }, []],
    ['has an id that nobody demands', { 'repository-id': undefined }, []],
    ['is of a workflow whose ref a star ends', { identity: workflow.replace('heads/main', '*') }, []],
    ['is of a workflow whose ref ends in a star', { identity: workflow.replace('main', '*') }, []],
    ['is of a workflow whose ref begins as another, whatever a star says', { identity: workflow.replace('main', 'ma*') }, ['identity']],
    ['begins with the demanded one', { identity: workflow.slice(0, -1) }, ['identity']],
    ['is the beginning of the demanded one', { identity: `${workflow}2` }, ['identity']],
    ['is written in other letters', { identity: workflow.toUpperCase() }, ['identity']],
    ['is as a pattern would have it', { identity: workflow.replace('gate', 'g.te') }, ['identity']],
    ['is as a pattern that begins and ends would have it', { identity: `^${workflow}$` }, ['identity']],
    ['has another ref than the star is for', { identity: workflow.replace('heads/main', 'tags/*') }, ['identity']],
    ['is told by another issuer', { issuer: `${issuer}/` }, ['issuer']],
    ['is of another repository', { repository: `${repository}2` }, ['repository']],
    ['is of another id', { 'repository-id': '4' }, ['repository-id']],
    ['is of another commit', { 'source-digest': `${sha.slice(0, -1)}2` }, ['source-digest']],
    ['is another in all', { identity: '', issuer: '', repository: '', 'repository-id': '', 'source-digest': '' }, Object.keys(facts)],
  ])('that %s is judged so', (_, wanted, names) => {
    const objections = objectionsToSigner(signer, { ...facts, ...wanted });
    expect(objections.map((one) => /^The (\S+) of the certificate is .+, and not /.exec(one)?.[1])).toEqual(names);
  });

  it('whose file has the name of a ref is not taken for that ref', () => {
    const identity = 'https://github.com/acme/shop/.github/workflows/gate.yml@refs/tags/v1.yml@refs/heads/evil';
    const wanted = { ...facts, identity: 'https://github.com/acme/shop/.github/workflows/gate.yml@refs/tags/v*' };
    expect(objectionsToSigner({ facts: { ...facts, identity }, seen: 0 }, wanted)).toHaveLength(1);
  });

  it('of whom the certificate says nothing is nobody, whatever is demanded', () => {
    const nobody = {
      identity: undefined,
      issuer: undefined,
      repository: undefined,
      'repository-id': undefined,
      'source-digest': undefined,
    };
    expect(objectionsToSigner({ facts: nobody, seen: 0 }, facts)).toHaveLength(5);
    expect(objectionsToSigner({ facts: nobody, seen: 0 }, facts)[0]).toContain('is not there, and not');
  });
});
