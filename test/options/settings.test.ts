import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { optionReader, type OptionName, type OptionReader } from '../../src/commands/index.ts';
import { attestSettings, gateSettings, serviceSettings } from '../../src/options/settings.ts';
import { UsageError } from '../../src/errors/index.ts';

const workspace = mkdtempSync(join(tmpdir(), 'evidence-settings-'));
afterAll(() => rmSync(workspace, { recursive: true }));

const whole = {
  'base-url': 'https://evidence.example',
  'api-token': 'token-of-a-service',
  org: 'acme',
  flow: 'checkout.service',
  'attestation-name': 'unit-tests',
  'junit-paths': 'build/**/*.xml',
} as const;

const reading = (changes: Partial<Record<OptionName, string>> = {}): OptionReader =>
  optionReader({ ...whole, ...changes }, (name) => `--${name}`);

async function complaint(changes: Partial<Record<OptionName, string>>): Promise<UsageError> {
  try {
    const read = reading(changes);
    serviceSettings(read);
    await attestSettings(read, workspace);
    gateSettings(read, 'gate');
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
  return expect.fail(`${JSON.stringify(changes)} was taken`);
}

describe('settings', () => {
  it('are read with all their defaults', async () => {
    expect(serviceSettings(reading())).toEqual({
      baseUrl: new URL('https://evidence.example/api/v2'),
      token: 'token-of-a-service',
      org: 'acme',
      flow: 'checkout.service',
      trail: undefined,
      commit: undefined,
      timeout: 300_000,
      dryRun: false,
    });
    expect(await attestSettings(reading(), workspace)).toMatchObject({
      name: 'unit-tests',
      junitPaths: ['build/**/*.xml'],
      onUnusable: 'post-error',
      targetArtifacts: [],
      userData: {},
      redact: [],
      matrix: null,
    });
    expect(gateSettings(reading(), 'gate')).toEqual({
      policy: { required: [], allowEmptyTemplate: false, minTests: 1 },
      failOn: new Set(['non-compliant', 'incomplete', 'unknown', 'unusable']),
      waitTimeout: 0,
      evaluationTimeout: 60_000,
    });
  });

  it('are read as given', async () => {
    const given = {
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
    } as const;
    expect(serviceSettings(reading(given))).toMatchObject({ trail: 'release-1.2~rc1', commit: given.commit.toLowerCase() });
    expect(await attestSettings(reading(given), workspace)).toMatchObject({
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
    expect(gateSettings(reading(given), 'gate')).toMatchObject({
      policy: { required: ['unit-tests', 'image.scan'], allowEmptyTemplate: true },
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
    ['fail-on', 'none,unknown'],
    ['fail-on', 'red'],
    ['redact-commit-info', 'sha'],
    ['user-data', '{"a":'],
    ['user-data', '[1]'],
    ['user-data', 'none.json'],
    ['user-data', '{"compliance_evidence":{}}'],
    ['matrix', `"${'x'.repeat(20_000)}"`],
  ] as const)('complain about %s: %j, by name and with a fix', async (name, value) => {
    const error = await complaint({ [name]: value });
    expect(error.message).toContain(name);
    expect(error.fix).toMatch(/\S{3}/);
    expect(name === 'api-token' && error.message.includes(value)).toBe(false);
  });

  // Out of expressions that were empty: `${{ vars.A }},${{ vars.B }}`.
  it.each([
    ['fail-on', ','],
    ['fail-on', ' , ,\n'],
    ['required-attestations', ','],
    ['required-attestations', '\n,\n'],
    ['test-outcome', ''],
    ['test-outcome', ' \n'],
    ['newer-than', ''],
    ['min-tests', ''],
  ] as const)('complain about %s: %j, which would loosen the check', async (name, value) => {
    expect(await complaint({ [name]: value })).toMatchObject({ code: 'empty-input', message: expect.stringContaining(name) });
  });

  it('let `none` demand nothing, and fail nothing', () => {
    expect(gateSettings(reading({ 'fail-on': 'none', 'required-attestations': 'none' }), 'gate')).toMatchObject({
      failOn: new Set(),
      policy: { required: [] },
    });
  });

  it('let `none` check neither the outcome of the test step nor the age of the files', async () => {
    const none = await attestSettings(reading({ 'test-outcome': 'none', 'newer-than': 'none' }), workspace);
    expect(none).toEqual(await attestSettings(reading(), workspace));
    expect(none).toMatchObject({ testOutcome: undefined, junit: { minTests: 1 } });
    expect(none.junit.newerThan).toBeUndefined();
    expect(await attestSettings(reading({ 'test-outcome': 'failure' }), workspace)).toMatchObject({ testOutcome: 'failure' });
  });

  it('read user-data inline and from a file of the workspace', async () => {
    writeFileSync(join(workspace, 'data.json'), '{"from": {"a": "file"}}');
    expect(await attestSettings(reading({ 'user-data': ' {"a.b": [1, null]} ' }), workspace)).toMatchObject({
      userData: { 'a.b': [1, null] },
    });
    expect(await attestSettings(reading({ 'user-data': 'data.json' }), workspace)).toMatchObject({ userData: { from: { a: 'file' } } });
    writeFileSync(join(workspace, 'large.json'), JSON.stringify({ x: 'y'.repeat(300_000) }));
    expect((await complaint({ 'user-data': 'large.json' })).message).toContain('256 KiB');
  });

  it.each([
    ['null', null],
    ['', null],
    ['{"os":"linux","node":24}', { os: 'linux', node: 24 }],
    ['linux', 'linux'],
    ['{broken', '{broken'],
  ])('take %j for the leg of a matrix', async (text, matrix) => {
    expect(await attestSettings(reading({ matrix: text }), workspace)).toMatchObject({ matrix });
  });
});
