import { describe, expect, it, test } from 'vitest';
import { ContractError } from '../../src/errors/index.ts';
import { draftSummary, draftTestResult, readStatement, signStatement } from '../../src/statement/index.ts';
import { answer, run, sha, written } from './build.ts';
import { hostileFiles } from './hostile.ts';

const verdict = JSON.parse(written(draftSummary(answer)).statement);
const tests = JSON.parse(written(draftTestResult(run)).statement);
const envelope = signStatement(JSON.stringify(verdict), () => Buffer.from('signature'));
const bundle = {
  mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
  verificationMaterial: { publicKey: { hint: 'aGludA==' } },
  dsseEnvelope: envelope,
};

test('an envelope may be in either alphabet of base64, as DSSE lets its signer choose', () => {
  const name = '~?>'.repeat(5) + ' ~?>';
  const payload = Buffer.from(JSON.stringify({ ...verdict, subject: [{ ...verdict.subject[0], name }] }));
  for (const alphabet of ['base64', 'base64url'] as const) {
    const text = payload.toString(alphabet);
    expect(text).toMatch(alphabet === 'base64' ? /[+/]/ : /[_-]/);
    expect(readStatement(Buffer.from(JSON.stringify({ ...envelope, payload: text }))).statement.subject[0]?.name).toBe(name);
  }
});

function refusalOf(value: unknown): ContractError {
  const bytes = value instanceof Uint8Array ? value : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
  try {
    readStatement(bytes);
  } catch (error) {
    if (error instanceof ContractError) return error;
    throw error;
  }
  throw new Error('It was taken.');
}

/** Every file is refused with the path of what is wrong. */
test.each<[string, string, unknown]>([
  ['another version of statements', '$._type', { ...verdict, _type: 'https://in-toto.io/Statement/v0.1' }],
  ['a type that is not known', '$.predicateType', { ...verdict, predicateType: 'https://slsa.dev/provenance/v1' }],
  ['a type that begins like a known one', '$.predicateType', { ...verdict, predicateType: `${verdict.predicateType}.1` }],
  ['the type of the other predicate', '$.predicate.result', { ...verdict, predicateType: tests.predicateType }],
  ['the predicate of the other type', '$.predicate.verifier', { ...tests, predicateType: verdict.predicateType }],
  ['a name that is not of a statement', '$["createdAt"]', { ...verdict, createdAt: '2026-11-02T12:00:00Z' }],
  ['no subject', '$.subject', { ...verdict, subject: [] }],
  ['subjects that are no list', '$.subject', { ...verdict, subject: verdict.subject[0] }],
  ['a name that is not of a subject', '$.subject[0]["gitCommit"]', { ...verdict, subject: [{ ...verdict.subject[0], gitCommit: sha }] }],
  ['a subject without a digest', '$.subject[0].digest', { ...verdict, subject: [{ name: 'a' }] }],
  ['a map of no digest', '$.subject[0].digest', { ...verdict, subject: [{ digest: {} }] }],
  [
    'a commit and an artifact in one map',
    '$.subject[0].digest',
    { ...verdict, subject: [{ digest: { gitCommit: sha, sha256: 'a'.repeat(64) } }] },
  ],
  [
    'two digests in one map',
    '$.subject[0].digest',
    { ...verdict, subject: [{ digest: { sha256: 'a'.repeat(64), sha512: 'a'.repeat(128) } }] },
  ],
  ['a digest of another kind', '$.subject[0].digest["sha1"]', { ...verdict, subject: [{ digest: { sha1: sha } }] }],
  ['a digest that is inherited', '$.subject[0].digest["constructor"]', { ...verdict, subject: [{ digest: { constructor: sha } }] }],
  ['a commit of 41 digits', '$.subject[0].digest.gitCommit', { ...verdict, subject: [{ digest: { gitCommit: `${sha}0` } }] }],
  ['a digest in capitals', '$.subject[0].digest.sha256', { ...verdict, subject: [{ digest: { sha256: 'A'.repeat(64) } }] }],
  ['a digest with a line break', '$.subject[0].digest.sha256', { ...verdict, subject: [{ digest: { sha256: `${'a'.repeat(64)}\n` } }] }],
  ['a predicate that is a list', '$.predicate', { ...verdict, predicate: [] }],
  ['a result that is no word of it', '$.predicate.result', { ...tests, predicate: { ...tests.predicate, result: 'pass' } }],
  ['a yes next to failures', '$.predicate.result', { ...tests, predicate: { ...tests.predicate, failures: 1 } }],
  [
    'a yes next to failed tests',
    '$.predicate.result',
    { ...tests, predicate: { ...tests.predicate, result: 'WARNED', failedTests: ['a'] } },
  ],
  ['a pure yes next to a retry', '$.predicate.result', { ...tests, predicate: { ...tests.predicate, warnings: 1 } }],
  ['a pure yes next to a test that warned', '$.predicate.result', { ...tests, predicate: { ...tests.predicate, warnedTests: ['a'] } }],
  ['a yes of no test', '$.predicate.result', { ...tests, predicate: { ...tests.predicate, successes: 0 } }],
  ['counts that are none', '$.predicate.failures', { ...tests, predicate: { ...tests.predicate, failures: '0' } }],
  ['no configuration', '$.predicate.configuration', { ...tests, predicate: { ...tests.predicate, configuration: undefined } }],
  [
    'WARNED as a verdict',
    '$.predicate.verificationResult',
    { ...verdict, predicate: { ...verdict.predicate, verificationResult: 'WARNED' } },
  ],
  [
    'a verdict without a repository',
    '$.predicate.resourceUri',
    { ...verdict, predicate: { ...verdict.predicate, resourceUri: undefined } },
  ],
  [
    'a yes with the word of a no',
    '$.predicate.verifiedLevels',
    { ...verdict, predicate: { ...verdict.predicate, verifiedLevels: ['FAILED', 'A'] } },
  ],
  ...['COMPLIANCE_EVIDENCE_COMPLIANT', 'COMPLIANCE_EVIDENCE_OVERRIDDEN'].map((word): [string, string, unknown] => [
    `a no with the word of a yes, ${word}`,
    '$.predicate.verifiedLevels',
    { ...verdict, predicate: { ...verdict.predicate, verificationResult: 'FAILED', verifiedLevels: ['FAILED', word] } },
  ]),
  [
    'a no without its word',
    '$.predicate.verifiedLevels',
    { ...verdict, predicate: { ...verdict.predicate, verificationResult: 'FAILED' } },
  ],
  [
    'a yes that stands by an override and does not',
    '$.predicate.verifiedLevels',
    {
      ...verdict,
      predicate: { ...verdict.predicate, verifiedLevels: ['COMPLIANCE_EVIDENCE_COMPLIANT', 'COMPLIANCE_EVIDENCE_OVERRIDDEN'] },
    },
  ],
  ['a moment that is none', '$.predicate.timeVerified', { ...verdict, predicate: { ...verdict.predicate, timeVerified: 'yesterday' } }],
  [
    'a day that no calendar has',
    '$.predicate.timeVerified',
    { ...verdict, predicate: { ...verdict.predicate, timeVerified: '2026-02-30T00:00:00Z' } },
  ],
  ['an envelope of another type', '$.payloadType', { ...envelope, payloadType: 'application/vnd.in-toto.bundle' }],
  ['an envelope without a signature', '$.signatures', { ...envelope, signatures: [] }],
  ['an envelope with two signatures', '$.signatures', { ...envelope, signatures: [...envelope.signatures, ...envelope.signatures] }],
  ['an envelope in another alphabet', '$.payload', { ...envelope, payload: 'a*b=' }],
  ['an envelope with more in it', '$["signature"]', { ...envelope, signature: '' }],
  ['a bundle of another version', '$.mediaType', { ...bundle, mediaType: 'application/vnd.dev.sigstore.bundle+json;version=0.2' }],
  ['a bundle of a file', '$["messageSignature"]', { ...bundle, messageSignature: {} }],
  ['a bundle without material', '$.verificationMaterial', { ...bundle, verificationMaterial: undefined }],
  ['a bundle with a statement next to its envelope', '$["_type"]', { ...bundle, ...verdict }],
])('%s is refused', (_, path, value) => {
  const refusal = refusalOf(value);
  expect([refusal.code, refusal.path]).toEqual(['wrong-shape', path]);
  expect(refusal.fix).toMatch(/^Take it again from who made it/);
});

describe('a text', () => {
  it.each<[string, string | Uint8Array, string]>([
    ['no JSON', '{', 'The file is no JSON in UTF-8'],
    ['nothing', '', 'The file is no JSON in UTF-8'],
    ['two statements', `${JSON.stringify(verdict)}\n${JSON.stringify(verdict)}`, 'The file is no'],
    ['no UTF-8', Buffer.from('{"a":"\xff"}', 'latin1'), 'The file is no JSON in UTF-8'],
    ['UTF-16', Buffer.from('{}', 'utf16le'), 'The file is no JSON in UTF-8'],
    ['a name twice', '{"_type":1,"\\u005ftype":2}', 'The file is not read: _type is there twice: say it once.'],
    ['half of a surrogate pair', '{"a":"\\ud800"}', 'The file is not read: a has half of a surrogate pair, which is no text.'],
    ['a payload that is no JSON', JSON.stringify({ ...envelope, payload: 'aaaa' }), 'The statement is no JSON in UTF-8'],
  ])('that is %s is refused', (_, text, message) => {
    const refusal = refusalOf(text);
    expect(refusal.code).toBe('not-json');
    expect(refusal.message.startsWith(message)).toBe(true);
  });

  it('keeps the cause of its refusal, and shows nothing that a terminal would act on', () => {
    expect(refusalOf('{').cause).toBeInstanceOf(SyntaxError);
    const twice = '"\\u001b[2J\\n::error::now":1';
    expect(refusalOf(`{${twice},${twice}}`).message).toBe('The file is not read:  ⏎ \\::error::now is there twice: say it once.');
  });

  it('of a name that every object has is not taken for one', () => {
    const own = JSON.stringify(verdict).replace(/^\{/, '{"__proto__":{"admin":true},');
    expect(refusalOf(own).path).toBe('$["__proto__"]');
    expect(refusalOf('{"__proto__":{"mediaType":"a","payload":"b"}}').path).toBe('$["__proto__"]');
    const inside = JSON.stringify(verdict).replace('"predicate":{', '"predicate":{"__proto__":{"verificationResult":"PASSED"},');
    expect(readStatement(Buffer.from(inside)).statement.predicate).not.toHaveProperty('admin');
    const moved = JSON.stringify(tests).replace('"result":"PASSED"', '"__proto__":{"result":"PASSED"}');
    expect(refusalOf(moved).path).toBe('$.predicate.result');
  });

  it.each(hostileFiles(3_000_000))('of 3 MB is refused in a sentence: %s', (_, text, word) => {
    const { message } = refusalOf(text);
    expect(message).toContain(word);
    expect(message.length).toBeLessThanOrEqual(500);
  });

  it('of more than 24 MiB is refused before it is read', () => {
    expect(refusalOf(Buffer.alloc(24 * 1024 * 1024 + 1)).message).toBe('The file has more than 25165824 bytes');
    const long = Buffer.alloc(16 * 1024 * 1024 + 1, ' ').toString('base64');
    expect(refusalOf({ ...envelope, payload: long }).message).toBe('The statement has more than 16777216 bytes');
  });
});

describe('a statement', () => {
  it('of others is taken: other words, more in the predicate, and a certificate that is looked at elsewhere', () => {
    const levels = ['SLSA_SOURCE_LEVEL_2', 'ORG_SOURCE_TESTED'];
    const other = { ...verdict, predicate: { ...verdict.predicate, verifiedLevels: levels, dependencyLevels: {}, slsaVersion: '1.2' } };
    const subject = [{ name: 'a', mediaType: 'a/b', annotations: { any: [1] }, digest: { sha512: 'a'.repeat(128) } }];
    const signed = signStatement(JSON.stringify({ ...other, subject }), () => Buffer.from('s'));
    const verificationMaterial = { certificate: { rawBytes: 'AA==' }, tlogEntries: [], timestampVerificationData: {} };
    const found = readStatement(Buffer.from(JSON.stringify({ ...bundle, verificationMaterial, dsseEnvelope: signed })));
    expect(found.statement).toEqual({ ...other, subject });
    expect(found.bundle?.verificationMaterial).toEqual(verificationMaterial);
  });

  it('may be written over several lines', () => {
    expect(readStatement(Buffer.from(JSON.stringify(bundle, undefined, 2))).statement).toEqual(verdict);
  });
});
