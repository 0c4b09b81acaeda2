import { describe, expect, it } from 'vitest';
import { readArtifact, readReport } from '../../src/options/artifacts.ts';
import { readCommon, readEvidence } from '../../src/options/evidence.ts';
import { readJobs, refuseJobs } from '../../src/options/gate.ts';
import { openReader, uses, type FileText, type RawOptions } from '../../src/options/index.ts';
import { userDataOption } from '../../src/options/record.ts';
import { legOptions } from '../../src/options/results.ts';
import { templateFileOption } from '../../src/options/service.ts';
import { options, reading, said } from '../support/commands.ts';

const deep = `${'{"a":'.repeat(70)}1${'}'.repeat(70)}`;
const digits = 'ab'.repeat(32);

describe('an artifact', () => {
  it.each<[RawOptions, unknown]>([
    [
      { 'artifact-path': 'a', exclude: 'x\ny' },
      { kind: 'path', path: 'a', exclude: ['x', 'y'] },
    ],
    [{ fingerprint: `SHA256:${digits}` }, { kind: 'fingerprint', fingerprint: digits }],
    [
      { 'artifact-path': 'a', fingerprint: digits },
      'Input artifact-path and the fingerprint are both given: Give one of them: the fingerprint of a path is taken here',
    ],
    [
      {},
      'Input artifact-path is missing, and so is the fingerprint: Give one of them: the path of a file or directory, or its fingerprint',
    ],
    [
      { fingerprint: digits, exclude: 'x' },
      'Input exclude does nothing without a path: Leave it out, or give the path in place of the fingerprint',
    ],
    [{ fingerprint: digits.slice(1) }, 'Input fingerprint is not a SHA-256: Write 64 hexadecimal digits'],
  ])('of %j is one alone', (raw, artifact) => {
    expect(said(() => readArtifact(reading(raw)))).toEqual(artifact);
  });

  it.each<[RawOptions, unknown]>([
    [{ 'artifact-path': 'a' }, undefined],
    [{ 'artifact-path': 'a', filename: 'x'.repeat(1024) }, 'x'.repeat(1024)],
    [{ fingerprint: digits, filename: 'shop:1' }, 'shop:1'],
    ...['x'.repeat(1025), 'a\nb', 'a\rb'].map((filename): [RawOptions, string] => [
      { 'artifact-path': 'a', filename },
      'Input filename is not a name: Write one line of at most 1024 characters',
    ]),
    [{ fingerprint: digits }, 'Input filename is missing: a fingerprint alone has no name: Give it: the name of the file, or of the image'],
  ])('of %j has a name of one line', (raw, filename) => {
    expect(said(() => readReport(reading(raw)).filename)).toEqual(filename);
  });
});

describe('evidence of another type than test results', () => {
  const fix = 'Leave it out, or leave attestation-type out';
  it.each([
    [{ 'test-outcome': 'success' }, `Input test-outcome is about test results, which are evidence of the type junit: ${fix}`],
    [{ 'junit-paths': 'a.xml' }, `Input junit-paths names test results, which are evidence of the type junit: ${fix}`],
  ])('takes no %j', (raw, words) => {
    expect(said(() => readCommon(reading({ 'attestation-name': 'scan', ...raw })))).toBe(words);
  });

  it.each([
    [{}, undefined],
    [{ jobs: 'none', 'allowed-skips': 'none' }, undefined],
    [{ jobs: '{}' }, `Input jobs is about test results, which are evidence of the type junit: ${fix}`],
    [{ 'allowed-skips': 'docs' }, `Input allowed-skips is about test results, which are evidence of the type junit: ${fix}`],
  ])('asks after no jobs: %j', (raw, words) => {
    expect(said(() => refuseJobs(reading(raw)))).toBe(words);
  });
});

it('the jobs before a gate are bounded, and at least one', () => {
  const of = (size: number): string => `{"a":{"result":"${'x'.repeat(size - 19)}"}}`;
  expect(said(() => readJobs(reading({ jobs: of(8_000_000) })))).toMatchObject({ allowedSkips: [] });
  expect([of(8_000_001), '{}', '[]'].map((jobs) => said(() => readJobs(reading({ jobs }))))).toEqual([
    'Input jobs is longer than 8 MB: Let the jobs before the gate write smaller outputs',
    'Input jobs names no job: Let the job of the gate need the jobs that record: `needs: [tests, lint]`',
    'Input jobs is not the JSON of the jobs that this one needs: Write `jobs: ${{ toJSON(needs) }}` in the job of the gate',
  ]);
});

describe('a file that an option names', () => {
  const howTo = 'Name a JSON file, by its path relative to the workspace';
  const of = (raw: RawOptions, file: FileText) => openReader(uses(options), { raw, naming: (name) => name }, () => file);
  it.each<[FileText, string]>([
    [{ kind: 'too-large' }, 'data names a file of more than 8 MiB: Attach large files instead: attachments'],
    [{ kind: 'no-regular-file' }, `data names something that is no regular file: a directory, a pipe or a device: ${howTo}`],
    [{ kind: 'unreadable', code: 'EACCES' }, `data names a file that cannot be read (EACCES): ${howTo}`],
    [{ kind: 'text', text: deep }, `data names a file that is nested more than 64 deep: ${howTo}`],
    [{ kind: 'text', text: 'null' }, `data names a file that holds null: ${howTo}`],
    [{ kind: 'text', text: '{"a":1,"a":2}' }, `data names a file that is not clear: a is there twice: say it once.: ${howTo}`],
  ])('is read as evidence, or why not: %j', (file, words) => {
    const raw = { 'attestation-type': 'snyk', data: 'a.json' };
    expect(said(() => readEvidence(Object(of(raw, file))))).toBe(words);
  });

  const example = 'Write {"key": "value"}, or a path relative to the workspace';
  it.each<[FileText, string]>([
    [{ kind: 'too-large' }, 'user-data is more than 256 KiB: Attach large files instead: attachments'],
    [{ kind: 'no-regular-file' }, `user-data names something that is no regular file: a directory, a pipe or a device: ${example}`],
  ])('is read as data of the user, or why not: %j', (file, words) => {
    expect(said(() => userDataOption.read(of({ 'user-data': 'a.json' }, file)))).toBe(words);
  });

  it('is not read where the shell reads none', () => {
    const words = said(() =>
      userDataOption.read(openReader(uses([userDataOption]), { raw: { 'user-data': 'a.json' }, naming: (name) => name })),
    );
    expect(words).toContain('names something that is no regular file');
  });

  it.each(['', '\n', '# nothing\n  # more\n\n'])('is no template where it asks nothing: %j', (text) => {
    expect(said(() => templateFileOption.read(of({ 'template-file': 'a.yml' }, { kind: 'text', text })))).toBe(
      'template-file names a file without a template: the trail would require nothing: Write the template, or leave template-file out',
    );
  });

  it('is a template where it asks something', () => {
    const text = '# ours\nversion: 1\n';
    expect(templateFileOption.read(of({ 'template-file': 'a.yml' }, { kind: 'text', text }))).toBe(text);
    expect(templateFileOption.read(of({}, { kind: 'too-large' }))).toBeUndefined();
  });
});

describe('a leg', () => {
  const [matrix, leg] = legOptions;
  it.each([
    [deep, 'Input matrix is nested more than 64 deep: Write a short label for this leg'],
    ['{"a":1,"a":2}', 'Input matrix is not clear: a is there twice: say it once.: Write `matrix: ${{ toJSON(matrix) }}`'],
    [`"${'x'.repeat(16_383)}"`, 'Input matrix is longer than 16 KiB: Write a short label for this leg'],
    [`"${'x'.repeat(16_382)}"`, 'x'.repeat(16_382)],
  ])('has a matrix that can be read', (text, words) => {
    expect(said(() => matrix.read(reading({ matrix: text })))).toBe(words);
  });

  it.each(['x'.repeat(256), 'a\nb', 'a\rb'])('has a label of one line', (text) => {
    expect(said(() => leg.read(reading({ leg: text })))).toBe('Input leg is not a short label: Write one line of at most 255 characters');
    expect(leg.read(reading({ leg: 'x'.repeat(255) }))).toBe('x'.repeat(255));
  });
});
