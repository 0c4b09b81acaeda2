import { execFileSync } from 'node:child_process';
import { createHash, createPublicKey } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleFromJSON } from '@sigstore/bundle';
import { crypto } from '@sigstore/core';
import { Verifier, toSignedEntity } from '@sigstore/verify';
import { afterAll, describe, expect, it, test, vi } from 'vitest';
import { isObject } from '../../src/text/index.ts';
import { draftSummary, draftTestResult, subjectsOf } from '../../src/statement/index.ts';
import { issuer, openAuthority, workflow } from '../signing/authority.ts';
import { answer, commit, repository, run, sha, withTotals, written } from '../statement/build.ts';
import { runWords } from './run-lines.ts';

const place = mkdtempSync(join(tmpdir(), 'statements-'));
afterAll(() => rmSync(place, { recursive: true }));

function keep(name: string, text: string): string {
  writeFileSync(join(place, name), text);
  return name;
}

const say = (words: string) => runWords(words.split(' '), { cwd: place });

const verdict = written(draftSummary(answer)).statement;
const overridden = written(draftSummary({ ...answer, rows: [{ state: 'overridden' }] })).statement;
const refusing = written(draftSummary({ ...answer, ending: 'non-compliant', at: answer.at + 60 })).statement;
const tests = written(draftTestResult(run)).statement;
const flaky = written(draftTestResult({ ...run, results: withTotals({ flaky: 1 }) })).statement;
const failed = written(draftTestResult({ ...run, results: withTotals({ passed: 2, failures: 1 }) })).statement;
const changed = (text: string, change: (value: { predicate: Record<string, unknown> }) => void): string => {
  const value = JSON.parse(text);
  change(value);
  return JSON.stringify(value);
};
const statements = {
  verdict,
  overridden,
  refusing,
  tests,
  flaky,
  failed,
  homeless: changed(
    tests,
    (value) =>
      void Object.assign(value, {
        subject: [{ digest: { gitCommit: sha } }],
        predicate: { ...value.predicate, complianceEvidence: undefined },
      }),
  ),
  'two-homes': changed(
    tests,
    (value) => void Object.assign(value, { subject: [{ digest: { gitCommit: sha }, uri: `https://github.com/evil/shop/commit/${sha}` }] }),
  ),
  'verdict-that-says-result': changed(refusing, ({ predicate }) => void (predicate['result'] = 'PASSED')),
  'tests-that-say-verdict': changed(tests, ({ predicate }) => void Object.assign(predicate, JSON.parse(verdict).predicate)),
  timeless: changed(verdict, ({ predicate }) => void delete predicate['timeVerified']),
  early: changed(verdict, ({ predicate }) => void (predicate['timeVerified'] = '2999-01-01T00:00:00Z')),
  wordless: changed(verdict, ({ predicate }) => void (predicate['verifiedLevels'] = ['SLSA_SOURCE_LEVEL_3'])),
};
for (const [name, text] of Object.entries(statements)) keep(`${name}.json`, text);
for (const type of ['p256', 'ed25519']) await say(`key create ${type} --type ${type}`);
await say(
  `sign --key p256 ${Object.keys(statements)
    .map((name) => `${name}.json`)
    .join(' ')}`,
);

const byKey = `--key p256.pub --commit ${sha} --repository acme/shop`;
const bundle = (name: string) => JSON.parse(readFileSync(join(place, `${name}.sigstore.json`), 'utf8'));

describe.each(['p256', 'ed25519'])('a statement signed with a key of %s', (type) => {
  it('is two files, which the package of Sigstore finds good by the public key, under its hint', async () => {
    expect(await say(`sign --key ${type} verdict.json --out ${type}-out`)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(
        `Wrote ${type}-out/verdict.sigstore.json\nWrote ${type}-out/verdict.intoto.jsonl\nSigned with the key `,
      ),
    });
    const made = JSON.parse(readFileSync(join(place, `${type}-out/verdict.sigstore.json`), 'utf8'));
    const key = createPublicKey(readFileSync(join(place, `${type}.pub`)));
    const hint = createHash('sha256')
      .update(key.export({ type: 'spki', format: 'der' }))
      .digest('base64');
    expect(made.verificationMaterial).toEqual({ publicKey: { hint } });
    expect(made.dsseEnvelope.signatures).toEqual([{ keyid: '', sig: expect.any(String) }]);
    expect(Buffer.from(made.dsseEnvelope.payload, 'base64').toString()).toBe(verdict);
    expect(JSON.parse(readFileSync(join(place, `${type}-out/verdict.intoto.jsonl`), 'utf8'))).toEqual(made.dsseEnvelope);
    const trust = {
      certificateAuthorities: [],
      timestampAuthorities: [],
      tlogs: [],
      ctlogs: [],
      publicKey: (asked: string) => ({ publicKey: asked === hint ? key : crypto.createPublicKey(Buffer.alloc(0)), validFor: () => true }),
    };
    const verifier = new Verifier(trust, { tlogThreshold: 0, ctlogThreshold: 0, timestampThreshold: 0 });
    expect(verifier.verify(toSignedEntity(bundleFromJSON(made))).key).toBe(key);
    for (const file of ['verdict.sigstore.json', 'verdict.intoto.jsonl'])
      expect(await say(`verify --statement ${type}-out/${file} --key ${type}.pub --commit ${sha} --repository acme/shop`)).toMatchObject({
        code: 0,
      });
  });
});

describe('sign', () => {
  it('overwrites nothing of another content, and says so', async () => {
    expect(await say('sign --key p256 verdict.json')).toMatchObject({
      code: 64,
      stderr: expect.stringMatching(/cannot be written: \S*verdict\.sigstore\.json is there already\n[^]*another folder with --out/),
    });
    expect(await say('sign --key ed25519 verdict.json --out again')).toMatchObject({ code: 0 });
    expect(readdirSync(join(place, 'again'))).toHaveLength(2);
  });

  it.each([
    ['a statement that is signed', 'verdict.sigstore.json', 64, 'is signed already'],
    ['no statement', 'p256.pub', 4, 'error: p256.pub: The file is not read'],
    ['nothing', 'nothing.json', 64, 'nothing.json cannot be read: ENOENT'],
  ])('refuses %s', async (_, file, code, words) => {
    expect(await say(`sign --key p256 ${file} --out refused`)).toMatchObject({ code, stderr: expect.stringContaining(words) });
  });

  it('makes a key that only its owner reads', () => {
    expect(statSync(join(place, 'p256')).mode & 0o777).toBe(0o600);
  });
});

describe('verify --statement with a key', () => {
  it('says yes to what was demanded, who signed it, and that a key proves no time', async () => {
    const { code, stdout } = await say(
      `verify --statement verdict.sigstore.json tests.sigstore.json ${byKey} --verifier ${answer.verifier}`,
    ).then(() => say(`verify --statement verdict.sigstore.json ${byKey} --verifier ${answer.verifier}`));
    expect([code, stdout.split('\n').at(-2)]).toEqual([0, 'It is what was demanded.']);
    expect(stdout).toMatch(
      /^verdict\.sigstore\.json: COMPLIANCE_EVIDENCE_COMPLIANT, signed by the key \S+=, on 2026-11-02 12:00:00 UTC, as the signer claims: a key proves no time$/m,
    );
    expect(await say(`verify --statement tests.intoto.jsonl ${byKey} --predicate-type test-result`)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('PASSED'),
    });
  });

  it.each([
    ['by its artifact', `--subject-file shop.tar --repository https://github.com/ACME/shop`],
    ['by one of several keys', `--key ed25519.pub p256.pub --commit ${sha} --repository acme/shop`],
    ['of an age', `${byKey} --max-age 36500d`],
    ['by its policy', `${byKey} --policy ${answer.policy.uri}`],
  ])('finds it %s', async (_, words) => {
    keep('shop.tar', 'shop');
    const image = { name: 'shop.tar', fingerprint: createHash('sha256').update('shop').digest('hex') };
    keep('of-file.json', written(draftSummary(answer), subjectsOf(commit, [image])).statement);
    await say('sign --key p256 of-file.json');
    const key = words.includes('--key') ? '' : ' --key p256.pub';
    expect(await say(`verify --statement of-file.sigstore.json ${words}${key}`)).toMatchObject({ code: 0 });
  });

  it.each([
    ['a signed no', 'refusing', '', 'It says FAILED: that is no yes to PASSED and COMPLIANCE_EVIDENCE_COMPLIANT'],
    ['tests that failed', 'failed', '', 'It says FAILED'],
    ['a yes that stands by an override', 'overridden', '', 'It says COMPLIANCE_EVIDENCE_OVERRIDDEN'],
    ['tests that passed after a retry', 'flaky', '', 'It says WARNED'],
    ['a yes without our word', 'wordless', '', 'It says PASSED without a word of ours'],
    [
      'a yes without our word, whatever is allowed',
      'wordless',
      ' --allow-overridden --allow-warned',
      'It says PASSED without a word of ours',
    ],
    ['a signed no, whatever is allowed', 'failed', ' --allow-overridden --allow-warned', 'It says FAILED'],
    ['a signed no with a field of tests in it', 'verdict-that-says-result', '', 'It says FAILED'],
    ['tests with the fields of a verdict in them', 'tests-that-say-verdict', ` --verifier ${answer.verifier}`, 'The verdict is of nobody'],
    [
      'another type',
      'tests',
      ' --predicate-type vsa',
      'It is of the type https://in-toto.io/attestation/test-result/v0.1, and https://slsa.dev/verification_summary/v1 was demanded',
    ],
    ['no repository', 'homeless', '', 'It is about no repository, and not about https://github.com/acme/shop'],
    ['a repository too many', 'two-homes', '', 'It is about git+https://github.com/evil/shop, and not'],
    [
      'another verifier',
      'verdict',
      ' --verifier https://evil.example',
      'The verdict is of https://github.com/acme/compliance-evidence, and not of https://evil.example',
    ],
    [
      'another policy',
      'verdict',
      ' --policy https://evidence.example/acme/flows/sandbox',
      `The verdict is by the policy ${answer.policy.uri}, and not by https://evidence.example/acme/flows/sandbox`,
    ],
    ['tests, where a policy is demanded', 'tests', ` --policy ${answer.policy.uri}`, 'The verdict is by the policy none'],
    ['tests, where a verifier is demanded', 'tests', ' --verifier https://evil.example', 'The verdict is of nobody'],
    ['an old one', 'verdict', ' --max-age 1m', 'It is of 2026-11-02 12:00:00 UTC: too old'],
    ['one of a time to come', 'early', ' --max-age 1m', 'It is of 2999-01-01 00:00:00 UTC: yet to come'],
    ['one without a time', 'timeless', ' --max-age 1m', 'Nobody says when it was made, and --max-age asks it'],
  ])('refuses %s, with its reason', async (_, name, more, words) => {
    const { code, stdout } = await say(`verify --statement ${name}.sigstore.json ${byKey}${more}`);
    expect([code, stdout.split('\n').at(-2)]).toEqual([1, 'Refused: do not rely on it.']);
    expect(stdout).toContain(`${name}.sigstore.json: ${words}`);
  });

  it('takes an override and a retry where that is said', async () => {
    expect(await say(`verify --statement overridden.sigstore.json ${byKey} --allow-overridden`)).toMatchObject({ code: 0 });
    expect(await say(`verify --statement flaky.sigstore.json ${byKey} --allow-warned`)).toMatchObject({ code: 0 });
    expect(await say(`verify --statement overridden.sigstore.json ${byKey} --allow-warned`)).toMatchObject({ code: 1 });
  });

  it.each([
    ['another commit', `--commit ${'1'.repeat(40)} --repository acme/shop`, `It is not about ${'1'.repeat(40)}, but about ${sha}`],
    ['a file that is another', '--subject-file p256.pub --repository acme/shop', 'It is not about '],
    [
      'a fork',
      `--commit ${sha} --repository evil/shop`,
      'It is about git+https://github.com/acme/shop, and not about https://github.com/evil/shop',
    ],
    [
      'another group',
      `--commit ${sha} --repository https://gitlab.example/acme/group/shop`,
      'and not about https://gitlab.example/acme/group',
    ],
    ['another host', `--commit ${sha} --repository https://github.example/acme/shop`, 'and not about https://github.example/acme/shop'],
    ['the beginning of its name', `--commit ${sha} --repository acme/sho`, 'and not about https://github.com/acme/sho'],
  ])('refuses one that is not about %s', async (_, words, said) => {
    expect(await say(`verify --statement verdict.sigstore.json --key p256.pub ${words}`)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(said),
    });
  });

  const edited: readonly (readonly [string, (made: ReturnType<typeof bundle>) => unknown, number, string])[] = [
    [
      'with another statement',
      (made) => ({ ...made, dsseEnvelope: { ...made.dsseEnvelope, payload: bundle('tests').dsseEnvelope.payload } }),
      1,
      'No key of --key made its signature',
    ],
    [
      'with an empty signature',
      (made) => ({ ...made, dsseEnvelope: { ...made.dsseEnvelope, signatures: [{ sig: '' }] } }),
      1,
      'No key of --key made its signature',
    ],
    [
      'whose keyid is that of another',
      (made) => ({
        ...made,
        dsseEnvelope: { ...made.dsseEnvelope, signatures: [{ ...made.dsseEnvelope.signatures[0], keyid: 'other', sig: 'AAAA' }] },
      }),
      1,
      'No key of --key made its signature',
    ],
    [
      'without a signature',
      (made) => ({ ...made, dsseEnvelope: { ...made.dsseEnvelope, signatures: [] } }),
      4,
      'signatures is not one signature',
    ],
    [
      'with two signatures',
      (made) => ({
        ...made,
        dsseEnvelope: { ...made.dsseEnvelope, signatures: [made.dsseEnvelope.signatures[0], made.dsseEnvelope.signatures[0]] },
      }),
      4,
      'signatures is not one signature',
    ],
    [
      'of another payload',
      (made) => ({ ...made, dsseEnvelope: { ...made.dsseEnvelope, payloadType: 'text/plain' } }),
      4,
      'payloadType is none of application/vnd.in-toto+json',
    ],
    [
      'of a key and a certificate',
      (made) => ({ ...made, verificationMaterial: { ...made.verificationMaterial, certificate: { rawBytes: 'AAAA' } } }),
      1,
      'It is not signed with a key alone',
    ],
    ['of nobody', (made) => ({ ...made, verificationMaterial: {} }), 1, 'It is not signed with a key alone'],
    [
      'of a type that is not known',
      (made) => ({
        ...made,
        dsseEnvelope: {
          ...made.dsseEnvelope,
          payload: Buffer.from(verdict.replace('verification_summary/v1', 'provenance/v1')).toString('base64'),
        },
      }),
      4,
      'predicateType is none of',
    ],
  ];
  it.each(edited)('refuses a bundle %s', async (_, change, code, words) => {
    keep('edited.json', JSON.stringify(change(bundle('verdict'))));
    const { code: ended, stderr, stdout } = await say(`verify --statement edited.json ${byKey}`);
    expect(ended).toBe(code);
    expect(stdout + stderr).toContain(words);
    expect(stdout + stderr).not.toMatch(/\n\s+at /);
  });

  it('refuses what nobody signed, and another key', async () => {
    expect(await say(`verify --statement verdict.json ${byKey}`)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('verdict.json: Nobody signed it.'),
    });
    expect(await say(`verify --statement verdict.sigstore.json ${byKey.replace('p256', 'ed25519')}`)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('No key of --key made its signature'),
    });
  });

  it('says it in JSON too, with every key', async () => {
    const { code, stdout } = await say(`verify --statement verdict.sigstore.json refusing.sigstore.json verdict.json ${byKey} --json`);
    const said: unknown = JSON.parse(stdout);
    const keys = ['file', 'answer', 'signer', 'seen', 'problems', 'notes', 'at'];
    expect([code, said]).toEqual([
      1,
      {
        outcome: 'refused',
        statements: [
          expect.objectContaining({
            file: 'verdict.sigstore.json',
            seen: null,
            at: answer.at,
            problems: [expect.stringContaining('A later one says FAILED of the same: refusing')],
          }),
          expect.objectContaining({ answer: 'FAILED', problems: [expect.stringContaining('It says FAILED')] }),
          expect.objectContaining({ signer: null }),
        ],
      },
    ]);
    if (!isObject(said) || !Array.isArray(said['statements'])) throw new Error('there are three');
    for (const one of said['statements']) expect(Object.keys(one).toSorted()).toEqual(keys.toSorted());
  });
});

describe('replays', () => {
  it('of a yes before a no are named, in either order', async () => {
    for (const files of ['verdict.sigstore.json refusing.sigstore.json', 'refusing.sigstore.json verdict.sigstore.json']) {
      const { code, stdout } = await say(`verify --statement ${files} ${byKey}`);
      expect(code).toBe(1);
      expect(stdout).toContain('verdict.sigstore.json: A later one says FAILED of the same: refusing.sigstore.json.');
    }
  });

  it('of a yes before another are named, and answers to other questions are none', async () => {
    keep('later.json', written(draftSummary({ ...answer, at: answer.at + 60 })).statement);
    keep(
      'elsewhere.json',
      written(draftSummary({ ...answer, at: answer.at + 60, policy: { ...answer.policy, uri: `${answer.policy.uri}2` } })).statement,
    );
    await say('sign --key p256 later.json elsewhere.json');
    expect(await say(`verify --statement verdict.sigstore.json later.sigstore.json ${byKey}`)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('A later one says COMPLIANCE_EVIDENCE_COMPLIANT of the same'),
    });
    expect(await say(`verify --statement verdict.sigstore.json elsewhere.sigstore.json tests.sigstore.json ${byKey}`)).toMatchObject({
      code: 0,
    });
  });
});

const authority = await openAuthority();
const witnesses = { log: true, stamp: true, proof: true };
const of = { identity: workflow, issuer, repository, repositoryId: '42', commit: sha };
keep('root.jsonl', `${(await openAuthority()).root(witnesses)}\n${authority.root(witnesses)}\n`);
keep('certified.json', await authority.certify(verdict, of, witnesses));
const policy = { '--commit': sha, '--repository': 'acme/shop', '--identity': workflow, '--issuer': issuer };
const keyless = (change: Readonly<Record<string, string | undefined>> = {}): string =>
  Object.entries({ '--trusted-root': 'root.jsonl', ...policy, ...change })
    .flatMap(([name, value]) => (value === undefined ? [] : [name, value]))
    .join(' ');

describe('verify --statement with trusted roots', () => {
  it('says yes, who signed it, and when that was seen', async () => {
    const { code, stdout } = await say(`verify --statement certified.json ${keyless({ '--repository-id': '42' })} --max-age 36500d`);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      new RegExp(
        `^certified\\.json: COMPLIANCE_EVIDENCE_COMPLIANT, signed by ${workflow.replaceAll('.', '\\.')}, seen on 20\\d\\d-.* UTC by a log or a time stamp authority$`,
        'm',
      ),
    );
  });

  it('refuses a stranger who calls our reusable workflow, whose certificate has our identity', async () => {
    keep(
      'stranger.json',
      await authority.certify(verdict, { ...of, repository: 'https://github.com/evil/shop', repositoryId: '66' }, witnesses),
    );
    const { code, stdout } = await say(`verify --statement stranger.json ${keyless()}`);
    expect([code, stdout.split('\n')[1]]).toEqual([
      1,
      'stranger.json: The repository of the certificate is https://github.com/evil/shop, and not https://github.com/acme/shop.',
    ]);
  });

  it.each([
    ['of another workflow', { identity: workflow.replace('gate', 'other') }, 'identity'],
    ['of another branch', { identity: `${workflow}-2` }, 'identity'],
    ['of a repository whose name it begins', { identity: workflow.replace('acme/shop', 'acme/shop2') }, 'identity'],
    ['of another issuer', { issuer: 'https://gitlab.com' }, 'issuer'],
    ['of a name that came to others', { repositoryId: '43' }, 'repository-id'],
    ['of a run at another commit', { commit: '1'.repeat(40) }, 'source-digest'],
  ])('refuses one %s', async (_, other, name) => {
    keep('other.json', await authority.certify(verdict, { ...of, ...other }, witnesses));
    const { code, stdout } = await say(`verify --statement other.json ${keyless({ '--repository-id': '42' })}`);
    expect([code, stdout]).toEqual([1, expect.stringContaining(`other.json: The ${name} of the certificate is `)]);
  });

  it.each(['refs/heads/main', 'refs/heads/*', 'refs/*'])('takes the ref %s', async (ref) => {
    expect(
      await say(`verify --statement certified.json ${keyless({ '--identity': workflow.replace('refs/heads/main', ref) })}`),
    ).toMatchObject({
      code: 0,
    });
  });

  it('takes the commit of the run from --source-digest, as of a merge that GitHub tries', async () => {
    keep('merge.json', await authority.certify(verdict, { ...of, commit: '1'.repeat(40) }, witnesses));
    expect(await say(`verify --statement merge.json ${keyless({ '--source-digest': '1'.repeat(40) })}`)).toMatchObject({ code: 0 });
    expect(await say(`verify --statement certified.json ${keyless({ '--source-digest': '1'.repeat(40) })}`)).toMatchObject({ code: 1 });
  });

  it('refuses a signed no, and one that is older than --max-age by when it was seen', async () => {
    keep('no.json', await authority.certify(refusing, of, witnesses));
    expect(await say(`verify --statement no.json ${keyless()}`)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('It says FAILED'),
    });
    const at = new Date('2026-01-02T03:04:05Z');
    vi.useFakeTimers({ now: at, toFake: ['Date'] });
    const before = await openAuthority(at);
    keep('before.jsonl', before.root({ log: true }));
    keep('before.json', await before.certify(verdict, of, { log: true }));
    vi.useRealTimers();
    const seen = await say(`verify --statement before.json ${keyless({ '--trusted-root': 'before.jsonl' })} --max-age 24h`);
    expect([seen.code, seen.stdout]).toEqual([1, expect.stringContaining('before.json: It is of 2026-01-02 03:04:05 UTC: too old')]);
    expect(seen.stdout).toContain('seen on 2026-01-02 03:04:05 UTC');
    expect(await say(`verify --statement before.json ${keyless({ '--trusted-root': 'before.jsonl' })}`)).toMatchObject({ code: 0 });
  });

  it.each([
    ['a key bundle', 'verdict.sigstore.json', 1, 'It is not signed with a certificate alone: verify a key with --key'],
    ['an envelope', 'verdict.intoto.jsonl', 1, 'It is not signed with a certificate alone: verify a key with --key'],
    ['a bare statement', 'verdict.json', 1, 'Nobody signed it'],
  ])('refuses %s', async (_, file, code, words) => {
    expect(await say(`verify --statement ${file} ${keyless()}`)).toMatchObject({ code, stdout: expect.stringContaining(words) });
  });

  it('refuses a bundle with a key next to its certificate, in both ways', async () => {
    const made = JSON.parse(readFileSync(join(place, 'certified.json'), 'utf8'));
    keep('mixed.json', JSON.stringify({ ...made, verificationMaterial: { ...made.verificationMaterial, publicKey: { hint: '' } } }));
    expect(await say(`verify --statement mixed.json ${keyless()}`)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('not signed with a certificate alone'),
    });
    expect(await say(`verify --statement mixed.json ${byKey}`)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('not signed with a key alone'),
    });
    expect(await say(`verify --statement certified.json ${byKey}`)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('verify a certificate with --trusted-root'),
    });
  });

  it('calls a bundle unusable whose certificate is none', async () => {
    const made = JSON.parse(readFileSync(join(place, 'certified.json'), 'utf8'));
    keep('broken.json', JSON.stringify({ ...made, verificationMaterial: { certificate: { rawBytes: 'AAAA' } } }));
    expect(await say(`verify --statement broken.json ${keyless()}`)).toMatchObject({
      code: 4,
      stdout: '',
      stderr: expect.stringMatching(/error: broken\.json: The bundle cannot be read/),
    });
  });

  it('is not fooled by the provenance of a package, whose type it does not know', async () => {
    copyFileSync(join(import.meta.dirname, '../fixtures/sigstore/npm-sigstore-2.0.0.sigstore.json'), join(place, 'npm.json'));
    expect(await say(`verify --statement npm.json ${keyless()}`)).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('is none of application/vnd.dev.sigstore.bundle.v0.3+json'),
    });
  });
});

test.each([
  [
    'no subject',
    'verify --statement verdict.sigstore.json --key p256.pub --repository acme/shop',
    'verify --statement needs --commit or --subject-file',
  ],
  ['no repository', `verify --statement verdict.sigstore.json --key p256.pub --commit ${sha}`, 'verify --statement needs --repository'],
  [
    'nobody',
    `verify --statement verdict.sigstore.json --commit ${sha} --repository acme/shop`,
    'verify --statement needs --key or --trusted-root',
  ],
  ['no identity', `verify --statement certified.json ${keyless({ '--identity': undefined })}`, 'verify --statement needs --identity'],
  ['no issuer', `verify --statement certified.json ${keyless({ '--issuer': undefined })}`, 'verify --statement needs --issuer'],
  [
    'no commit of the run',
    `verify --statement certified.json ${keyless({ '--commit': undefined, '--subject-file': 'p256.pub' })}`,
    'verify --statement needs --source-digest',
  ],
  [
    'a short commit',
    `verify --statement verdict.sigstore.json --key p256.pub --commit c0ffee --repository acme/shop`,
    '--commit or --subject-file cannot be compared with anything: "c0ffee"',
  ],
  [
    'an owner',
    `verify --statement verdict.sigstore.json --key p256.pub --commit ${sha} --repository acme`,
    '--repository cannot be compared with anything: "acme"',
  ],
  [
    'an identity without a ref',
    `verify --statement certified.json ${keyless({ '--identity': workflow.replace(/@.*/, '') })}`,
    '--identity cannot be compared with anything',
  ],
  [
    'an identity that is a pattern',
    `verify --statement certified.json ${keyless({ '--identity': '.*' })}`,
    '--identity cannot be compared with anything',
  ],
  [
    'an identity with a star before its ref',
    `verify --statement certified.json ${keyless({ '--identity': 'https://github.com/acme/*' })}`,
    '--identity cannot be compared with anything',
  ],
  [
    'an identity with a star as its ref',
    `verify --statement certified.json ${keyless({ '--identity': workflow.replace('refs/heads/main', '*') })}`,
    '--identity cannot be compared with anything',
  ],
  [
    'an identity whose ref begins before a star',
    `verify --statement certified.json ${keyless({ '--identity': `${workflow}*` })}`,
    '--identity cannot be compared with anything',
  ],
  [
    'an identity with two stars',
    `verify --statement certified.json ${keyless({ '--identity': workflow.replace('heads/main', '*/*') })}`,
    '--identity cannot be compared with anything',
  ],
  [
    'roots that are none',
    `verify --statement certified.json ${keyless({ '--trusted-root': 'verdict.json' })}`,
    'The file of --trusted-root has something else',
  ],
  [
    'a key and roots',
    `verify --statement certified.json ${keyless()} --key p256.pub`,
    "'--key <file...>' cannot be used with option '--trusted-root <file...>'",
  ],
  [
    'a key and an identity',
    `verify --statement verdict.sigstore.json ${byKey} --identity ${workflow}`,
    "cannot be used with option '--identity <url>'",
  ],
  [
    'two subjects',
    `verify --statement verdict.sigstore.json ${byKey} --subject-file p256.pub`,
    "cannot be used with option '--commit <sha>'",
  ],
  [
    'a private key',
    `verify --statement verdict.sigstore.json ${byKey.replace('p256.pub', 'p256')}`,
    'no public key in PEM, but PRIVATE KEY',
  ],
  ['an age that is none', `verify --statement verdict.sigstore.json ${byKey} --max-age month`, '--max-age is not a time'],
  ['another type', `verify --statement verdict.sigstore.json ${byKey} --predicate-type slsa`, 'Allowed choices are test-result, vsa'],
  [
    'a package',
    `verify --statement verdict.sigstore.json ${byKey} --package p.tgz`,
    "'--statement <file...>' cannot be used with option '--package <file>'",
  ],
  ['data', `verify --statement verdict.sigstore.json ${byKey} --data here`, "cannot be used with option '--data <dir>'"],
  ['a demand without a statement', `verify --data here --repository acme/shop`, '--repository is about statements'],
  ['a file that is not there', `verify --statement nothing.json ${byKey}`, 'nothing.json cannot be read: ENOENT'],
  ['a folder', `verify --statement again ${byKey}`, 'again cannot be read: it is no regular file'],
])('%s with verify is wrong usage, and never a yes', async (_, words, said) => {
  mkdirSync(join(place, 'again'), { recursive: true });
  expect(await say(words)).toMatchObject({ code: 64, stdout: '', stderr: expect.stringContaining(said) });
});

test('openssl finds the same signature good over the bytes that the standard says', () => {
  const { payload, payloadType, signatures } = bundle('verdict').dsseEnvelope;
  const bytes = Buffer.from(payload, 'base64').toString();
  keep('pae', `DSSEv1 ${payloadType.length} ${payloadType} ${Buffer.byteLength(bytes)} ${bytes}`);
  writeFileSync(join(place, 'sig'), Buffer.from(signatures[0].sig, 'base64'));
  expect(
    execFileSync('openssl', ['dgst', '-sha256', '-verify', 'p256.pub', '-signature', 'sig', 'pae'], { cwd: place }).toString(),
  ).toContain('Verified OK');
});
