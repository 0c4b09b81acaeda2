import { describe, expect, test } from 'vitest';
import { openReader, readArtifactList, uses, type ArtifactList, type FileText, type RawOptions } from '../../src/options/index.ts';
import { artifactOptions, readArtifact, type ArtifactSettings } from '../../src/options/artifacts.ts';

const digits = (letter: string): string => letter.repeat(64);
const subject = (name: string, letter = 'a', kind = 'file') => ({ name, digest: `sha256:${digits(letter)}`, kind });
const text = (value: unknown): FileText => ({ kind: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) });
const listOf = (...subjects: readonly unknown[]): FileText => text({ version: 1, subjects });

describe('the list of the runner', () => {
  test('is read with its names and fingerprints', () => {
    expect(readArtifactList(listOf(subject('dist/shop.tgz'), subject('ghcr.io/acme/shop:1', 'B', 'oci')))).toEqual({
      kind: 'artifacts',
      artifacts: [
        { name: 'dist/shop.tgz', fingerprint: digits('a') },
        { name: 'ghcr.io/acme/shop:1', fingerprint: digits('b') },
      ],
    });
  });

  test.each(['', ' \n'])('is none where the runner keeps none: %j', (content) => {
    expect(readArtifactList(text(content))).toEqual({ kind: 'none' });
  });

  test.each<readonly [string, FileText]>([
    ['no JSON', text('{')],
    ['a name twice', text(`{"version":1,"subjects":[],"subjects":[${JSON.stringify(subject('a'))}]}`)],
    ['a name twice in an entry', text(`{"version":1,"subjects":[{"name":"b",${JSON.stringify(subject('a')).slice(1)}]}`)],
    ['no object', text('[]')],
    ['another version', text({ version: 2, subjects: [subject('a')] })],
    ['a version that is a text', text({ version: '1', subjects: [subject('a')] })],
    ['no subjects', text({ version: 1 })],
    ['subjects that are no list', text({ version: 1, subjects: { 0: subject('a') } })],
    ['one entry that is no object among good ones', listOf(subject('a'), null)],
    ['an entry without a name', listOf({ ...subject('a'), name: '' })],
    ['a name that is no text', listOf({ ...subject('a'), name: 7 })],
    ['a name that is too long', listOf(subject('a'.repeat(1025)))],
    ['another digest', listOf({ ...subject('a'), digest: `sha512:${digits('a')}${digits('a')}` })],
    ['a digest without its algorithm', listOf({ ...subject('a'), digest: digits('a') })],
    ['a digest that is too short', listOf({ ...subject('a'), digest: `sha256:${digits('a').slice(1)}` })],
    ['a digest with something behind it', listOf({ ...subject('a'), digest: `sha256:${digits('a')}\n` })],
    ['a kind that nobody here knows', listOf(subject('a', 'a', 'directory'))],
    ['more than the runner keeps', listOf(...Array.from({ length: 501 }, (_, index) => subject(`a${index}`)))],
    ['too many bytes', { kind: 'too-large' }],
    ['a file that is no file', { kind: 'no-regular-file' }],
    ['a file that is not there', { kind: 'unreadable', code: 'ENOENT' }],
  ])('is unusable with %s', (_, file) => {
    expect(readArtifactList(file)).toEqual({ kind: 'unusable', wrong: expect.stringMatching(/^it/) });
  });
});

describe('the artifact that is meant', () => {
  const meant = (file: FileText | undefined, raw: RawOptions = {}): ArtifactSettings => {
    const listed: ArtifactList = file === undefined ? { kind: 'none' } : readArtifactList(file);
    const given = { raw, naming: (name: string) => `Input ${name}` };
    return readArtifact(openReader(uses(artifactOptions), given, () => ({ kind: 'no-regular-file' }), listed));
  };
  const complaint = (list: FileText | undefined, raw: RawOptions = {}): string => {
    try {
      return `took ${JSON.stringify(meant(list, raw))}`;
    } catch (error) {
      return error instanceof Error ? `${error.message}: ${String(Reflect.get(error, 'fix'))}` : '';
    }
  };

  test('is the one that an earlier step declared', () => {
    const expected = { kind: 'fingerprint', fingerprint: digits('a'), listedAs: 'a.tgz' };
    expect(meant(listOf(subject('a.tgz')))).toEqual(expected);
    expect(meant(listOf(subject('a.tgz')), { fingerprint: 'none', 'artifact-path': 'none' })).toEqual(expected);
  });

  test('is one also where it has several names', () => {
    expect(meant(listOf(subject('a.tgz'), subject('copy.tgz')))).toMatchObject({ fingerprint: digits('a'), listedAs: 'a.tgz' });
  });

  test('is the one that is named, whatever the list says', () => {
    for (const list of [listOf(), listOf(subject('a'), subject('b', 'b')), text('{')]) {
      expect(meant(list, { fingerprint: digits('f') })).toEqual({ kind: 'fingerprint', fingerprint: digits('f') });
      expect(meant(list, { 'artifact-path': 'x' })).toEqual({ kind: 'path', path: 'x', exclude: [] });
    }
  });

  test.each<readonly [string, FileText | undefined, RawOptions, RegExp]>([
    ['none is declared', listOf(), {}, /^Input fingerprint is missing, and no earlier step .*: Give fingerprint: /],
    [
      'several are',
      listOf(subject('a'), subject('b', 'b')),
      {},
      /^Input fingerprint is missing, and .* declared 2 artifacts: "a" and "b": Give fingerprint: .* of the one that is meant$/,
    ],
    [
      'the list is unusable',
      text('{'),
      {},
      /^Input fingerprint is missing, and the list .* is unusable: it is not of the form .*: Give fingerprint: /,
    ],
    ['the fingerprint is an empty text', listOf(subject('a')), { fingerprint: '' }, /^Input fingerprint is empty/],
    ['the path is an empty text', listOf(subject('a')), { 'artifact-path': '' }, /^Input artifact-path is empty/],
    ['patterns are given without a path', listOf(subject('a')), { exclude: 'x' }, /^Input exclude does nothing/],
    ['there is no list', undefined, {}, /^Input artifact-path is missing, and so is the fingerprint/],
  ])('is unknown where %s', (_, list, raw, message) => {
    expect(complaint(list, raw)).toMatch(message);
  });

  test('names no more than ten of those that were found, each on one line and cut', () => {
    const many = Array.from({ length: 500 }, (_, index) => subject(`${index}\n::error::${'x'.repeat(1000)}`, (index % 10).toString()));
    const message = complaint(listOf(...many));
    expect(message).toContain('declared 500 artifacts: "0\\n::error::');
    expect([message.includes('\n'), message.includes('and 490 more'), message.length < 2000]).toEqual([false, true, true]);
  });
});
