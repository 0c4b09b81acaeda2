import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors/index.ts';
import { readAttest, readGate, readService, type GateSettings, type RawOptions } from '../../src/options/index.ts';
import { reading, type TableReader } from '../support/commands.ts';

const whole = {
  'base-url': 'https://evidence.example',
  'api-token': 'token-of-a-service',
  org: 'acme',
  flow: 'checkout.service',
  'attestation-name': 'unit-tests',
  'junit-paths': 'build/**/*.xml',
} as const;

/** The demands on a template where nothing else is said. */
const asked = { allowEmptyTemplate: false, template: 'current', allowOwnTemplate: false };

/** Files that options may name. */
const files = { 'data.json': '{"from": {"a": "file"}}', 'large.json': JSON.stringify({ x: 'y'.repeat(300_000) }) };

const given = (changes: RawOptions = {}): TableReader =>
  reading({ ...whole, ...changes }, { files, naming: (name) => `--${name}`, required: Object.keys(whole) });
const gateSettings = (read: TableReader): GateSettings => readGate(read, () => read.count('min-tests'));

async function complaint(changes: RawOptions): Promise<UsageError> {
  try {
    const read = given(changes);
    readService(read);
    readAttest(read);
    gateSettings(read);
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
  return expect.fail(`${JSON.stringify(changes)} was taken`);
}

describe('settings', () => {
  it('are read with all their defaults', async () => {
    expect(readService(given())).toEqual({
      baseUrl: new URL('https://evidence.example/api/v2'),
      token: 'token-of-a-service',
      org: 'acme',
      flow: 'checkout.service',
      trail: undefined,
      commit: undefined,
      timeout: 300_000,
      dryRun: false,
    });
    expect(readAttest(given())).toMatchObject({
      name: 'unit-tests',
      resultPaths: ['build/**/*.xml'],
      onUnusable: 'post-error',
      targetArtifacts: [],
      userData: {},
      redact: [],
      matrix: null,
    });
    expect(gateSettings(given())).toEqual({
      policy: { ...asked, required: [], requiredTypes: new Map(), minTests: 1 },
      jobs: undefined,
      enforceFrom: undefined,
      failOn: new Set(['non-compliant', 'incomplete', 'unknown', 'unusable']),
      waitTimeout: 0,
      evaluationTimeout: 60_000,
    });
  });

  it('are read as given', async () => {
    const changes = {
      trail: 'release-1.2~rc1',
      commit: 'C0FFEE0000000000000000000000000000000001',
      'artifact-fingerprint': 'AB'.repeat(32),
      'target-artifacts': 'image, chart',
      'external-urls': 'report=https://ci.example/1?a=b\nlogs=http://ci.example',
      annotations: 'build_no=7',
      'redact-commit-info': 'author message',
      matrix: '{"os":"linux"}',
      'fail-on': 'non-compliant',
      'required-attestations': 'unit-tests,image.scan',
      'allow-empty-template': 'true',
      template: 'decided',
      'allow-own-template': 'true',
    } as const;
    expect(readService(given(changes))).toMatchObject({ trail: 'release-1.2~rc1', commit: changes.commit.toLowerCase() });
    expect(readAttest(given(changes))).toMatchObject({
      artifactFingerprint: 'ab'.repeat(32),
      targetArtifacts: ['image', 'chart'],
      externalUrls: new Map([
        ['report', 'https://ci.example/1?a=b'],
        ['logs', 'http://ci.example'],
      ]),
      annotations: new Map([['build_no', '7']]),
      redact: ['author', 'message'],
      matrix: { os: 'linux' },
    });
    expect(gateSettings(given(changes))).toMatchObject({
      policy: { required: ['unit-tests', 'image.scan'], allowEmptyTemplate: true, template: 'decided', allowOwnTemplate: true },
      failOn: new Set(['non-compliant']),
    });
  });

  it.each([
    ['org', 'a b'],
    ['org', '../acme'],
    ['flow', 'shop/../../admin'],
    ['flow', '-shop'],
    ['trail', 'a/b'],
    ['trail', 'x'.repeat(256)],
    ['commit', 'HEAD'],
    ['commit', 'c0ffee'],
    ['attestation-name', 'unit tests'],
    ['attestation-name', 'unit.tests'],
    ['target-artifacts', 'image,a.b'],
    ['artifact-fingerprint', 'sha256:abc'],
    ['origin-url', 'javascript:alert(1)'],
    ['origin-url', 'https://user:secret@ci.example'],
    ['external-urls', 'a.b=https://ci.example'],
    ['external-urls', 'log=file:///etc/passwd'],
    ['annotations', 'a.b=c'],
    ['junit-paths', '!a.xml'],
    ['junit-paths', '# a comment\n!a.xml'],
    ['api-token', 'two words'],
    ['api-token', 'line\nbreak-in-a-token'],
    ['api-token', 'tökén'],
    ['base-url', 'http://evidence.example'],
    ['required-attestations', 'unit,none'],
    ['required-attestations', 'a.b.c'],
    ['required-attestations', 'unit-$(x)'],
    ['required-attestations', 'unit:'],
    ['required-attestations', ':junit'],
    ['required-attestations', 'none:junit'],
    ['required-attestations', 'unit:custom:'],
    ['required-attestations', 'unit:custom'],
    ['required-attestations', 'unit:Junit'],
    ['required-attestations', 'unit:junit:more'],
    ['required-attestations', 'unit:junit,unit:snyk'],
    ['fail-on', 'none,unknown'],
    ['fail-on', 'compliant'],
    ['fail-on', 'non-compliant,compliant'],
    ['fail-on', 'red'],
    ['enforce-from', 'tomorrow'],
    ['enforce-from', '2027-1-31'],
    ['enforce-from', '2027-02-30'],
    ['enforce-from', '2027-13-01'],
    ['enforce-from', '2027-01-31T09:00:00'],
    ['enforce-from', '1769853600'],
    ['jobs', 'success'],
    ['allowed-skips', 'docs'],
    ['redact-commit-info', 'sha'],
    ['user-data', '{"a":'],
    ['user-data', '[1]'],
    ['user-data', 'none.json'],
    ['user-data', '{"compliance_evidence":{}}'],
    ['matrix', 'linux, node 24'],
    ['matrix', `"${'x'.repeat(20_000)}"`],
  ] as const)('complain about %s: %j, by name and with a fix', async (name, value) => {
    const error = await complaint({ [name]: value });
    expect(error.message).toContain(name);
    expect(error.fix).toMatch(/\S{3}/);
    expect(name === 'api-token' && error.message.includes(value)).toBe(false);
  });

  const token = whole['api-token'];
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
  it.each<readonly [RawOptions, string]>([
    [{ matrix: JSON.stringify({ os: 'linux', token }) }, '--matrix holds a token, in matrix.token:'],
    [{ matrix: JSON.stringify({ env: [{ url: `https://x:${token}@evidence.example` }] }) }, 'in matrix.env.0.url:'],
    [{ matrix: JSON.stringify({ header: `AUTHORIZATION: basic ${basic}` }) }, 'in matrix.header:'],
    [{ matrix: JSON.stringify({ env: { [token]: 'x' } }) }, 'in the name of a key of matrix.env:'],
    [{ matrix: JSON.stringify(token) }, 'in matrix:'],
    [{ matrix: '{"pin":12345678}', 'api-token': '12345678' }, 'in matrix.pin:'],
    [{ leg: `with ${token}` }, '--leg holds a token, in leg:'],
    [{ leg: 'ghs_aTokenOfGitHub', 'github-token': 'ghs_aTokenOfGitHub' }, '--leg holds a token, in leg:'],
  ])('complain about a leg that holds a token: %j', async (changes, place) => {
    const { fix, message } = await complaint(changes);
    expect(message).toContain(place);
    expect(message).not.toContain(token);
    expect(fix).toContain('Take it out of');
  });

  it('take a leg that holds no token of this run, to the letter', async () => {
    const matrix = { token: 'ghs_harnessTokenThatNobodyIssued0000', basic: basic.slice(0, 24), 'x***': [null, true] };
    expect(readAttest(given({ matrix: JSON.stringify(matrix), leg: 'token-of' }))).toMatchObject({ matrix, leg: 'token-of' });
  });

  // This comes from empty expressions: `${{ vars.A }},${{ vars.B }}`.
  it.each([
    ['fail-on', ','],
    ['fail-on', ' , ,\n'],
    ['required-attestations', ','],
    ['required-attestations', '\n,\n'],
    ['jobs', ''],
    ['allowed-skips', ','],
    ['test-outcome', ''],
    ['test-outcome', ' \n'],
    ['newer-than', ''],
    ['min-tests', ''],
  ] as const)('complain about %s: %j, which would loosen the check', async (name, value) => {
    expect(await complaint({ [name]: value })).toMatchObject({ code: 'empty-input', message: expect.stringContaining(name) });
  });

  it('part what is required at the first colon: the name, and the type that it must have', () => {
    const asked = 'scan:custom:coverage, app.scan:snyk unit lint:generic lint any:* decision:system:decision';
    expect(gateSettings(given({ 'required-attestations': asked })).policy).toMatchObject({
      required: ['scan', 'app.scan', 'unit', 'lint', 'any', 'decision'],
      requiredTypes: new Map([
        ['scan', 'custom:coverage'],
        ['app.scan', 'snyk'],
        ['lint', 'generic'],
        ['any', '*'],
        ['decision', 'system:decision'],
      ]),
    });
  });

  it('let `none` demand nothing, and fail nothing', () => {
    expect(gateSettings(given({ 'fail-on': 'none', 'required-attestations': 'none' }))).toMatchObject({
      failOn: new Set(),
      policy: { required: [] },
    });
  });

  it('let `none` check neither the outcome of the test step nor the age of the files', async () => {
    const none = readAttest(given({ 'test-outcome': 'none', 'newer-than': 'none' }));
    expect(none).toEqual(readAttest(given()));
    expect(none).toMatchObject({ testOutcome: undefined, reading: { minTests: 1 } });
    expect(none.reading.newerThan).toBeUndefined();
    expect(readAttest(given({ 'test-outcome': 'failure' }))).toMatchObject({ testOutcome: 'failure' });
  });

  it('read user-data inline and from a file', async () => {
    expect(readAttest(given({ 'user-data': ' {"a.b": [1, null]} ' }))).toMatchObject({
      userData: { 'a.b': [1, null] },
    });
    expect(readAttest(given({ 'user-data': 'data.json' }))).toMatchObject({ userData: { from: { a: 'file' } } });
    expect((await complaint({ 'user-data': 'large.json' })).message).toContain('256 KiB');
  });

  it.each([
    ['null', null],
    ['', null],
    ['{}', null],
    ['{ }\n', null],
    ['{"os":"linux","node":24}', { os: 'linux', node: 24 }],
  ])('take %j for the leg of a matrix', async (text, matrix) => {
    expect(readAttest(given({ matrix: text }))).toMatchObject({ matrix });
  });
});
