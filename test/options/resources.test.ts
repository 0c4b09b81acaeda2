import { expect, test } from 'vitest';
import { argument, openReader, placeholderOf, uses, type OptionSpec, type RawOptions } from '../../src/options/index.ts';
import { attestationFilterOptions, snapshotOption, tagOptions, toSnapshotOption } from '../../src/options/resources.ts';
import { shaOption, shortFingerprintOption } from '../../src/options/values.ts';
import { readUses } from '../../src/options/reader.ts';
import { options, said } from '../support/commands.ts';

const reader = (raw: RawOptions, ...specs: readonly OptionSpec[]) => openReader(uses(specs), { raw, naming: (name) => name });
const fix = 'Write prod, prod#3, prod~1, prod@{2026-01-31T12:00:00} or prod@{2.days.ago}';

test.each([
  ['prod', 'prod', '-1'],
  ['a.b-c_d', 'a.b-c_d', '-1'],
  ['prod#3', 'prod', '#3'],
  ['prod#-2', 'prod', '#-2'],
  ['prod#12', 'prod', '#12'],
  ['prod~10', 'prod', '~10'],
  ['prod@{2.days.ago}', 'prod', '@{2.days.ago}'],
])('the snapshot %s is one of %s: %s', (text, environment, expression) => {
  expect(snapshotOption.read(reader({ snapshot: text }, snapshotOption), 'snapshot')).toEqual({ environment, expression, text });
  expect(toSnapshotOption.read(reader({ to: text }, toSnapshotOption))).toEqual({ environment, expression, text });
});

test.each(['#3', 'a b', '-prod', 'prod#', 'prod#x', 'prod#3x', 'prod~', 'prod~-1', 'prod@{}', 'prod@{a}b', 'prod@{{a}}', 'prod#-1#2'])(
  '%s is no snapshot',
  (text) => {
    expect(said(() => snapshotOption.read(reader({ snapshot: text }, snapshotOption), 'snapshot'))).toBe(
      `snapshot is no snapshot: ${JSON.stringify(text)}: ${fix}`,
    );
  },
);

test('a snapshot is of an environment whose name is not too long, and the other one may be left out', () => {
  const named = (length: number): unknown =>
    said(() => snapshotOption.read(reader({ snapshot: 'x'.repeat(length) }, snapshotOption), 'snapshot'));
  expect(named(255)).toMatchObject({ environment: 'x'.repeat(255) });
  expect(named(256)).toMatch(/^snapshot is no snapshot/);
  expect(toSnapshotOption.read(reader({}, toSnapshotOption))).toBeUndefined();
});

test('tags are set or removed, and one at least', () => {
  const [set, remove] = tagOptions;
  const read = (raw: RawOptions): readonly unknown[] => [set, remove].map((option) => said(() => option.read(reader(raw, set, remove))));
  expect(read({ set: 'team=shop\nv1.2~a_b-c=' })).toEqual([
    new Map([
      ['team', 'shop'],
      ['v1.2~a_b-c', ''],
    ]),
    [],
  ]);
  expect(read({ remove: 'a, b' })).toEqual([new Map(), ['a', 'b']]);
  expect(read({})).toEqual(['set is missing, and so are tags to remove: Give some: --set team=shop, --remove owner', []]);
  const rule = 'Use letters, digits, -, _, . and ~, beginning with a letter or digit';
  expect(read({ set: 'ok=1\n-a=1', remove: 'ok,-b' })).toEqual([`set has the key "-a": ${rule}`, `remove has the key "-b": ${rule}`]);
});

test('SHAs may be as short as no other begins with, and not longer than they are', () => {
  const [commits] = attestationFilterOptions;
  const commit = (text: string): unknown => said(() => commits.read(reader({ commit: text }, commits)));
  const rule = 'Write all 40 hexadecimal digits, or the first 7 or more: `git rev-parse HEAD` prints them';
  expect(commit(`ABCDEF1, ${'b'.repeat(40)}`)).toEqual(['abcdef1', 'b'.repeat(40)]);
  expect(commit('abcdef1 abcdef')).toBe(`commit holds "abcdef", which is not a full commit SHA: ${rule}`);
  expect(commit('a'.repeat(41))).toContain('is not a full commit SHA');
  const sha = (text: string): unknown => said(() => shaOption.read(reader({ sha: text }, shaOption)));
  for (const text of ['abcde', 'SHA256:ABCDE', 'a'.repeat(64)]) expect(sha(text)).toBe(text.toLowerCase().replace('sha256:', ''));
  for (const text of ['abcd', 'a'.repeat(65), 'abcdefg', 'gabcdef'])
    expect(sha(text)).toBe(`sha is not a SHA: ${JSON.stringify(text)}: Write 5 to 64 hexadecimal digits`);
});

const fingerprint = (text: string) => readUses(reader({ fingerprint: text }, shortFingerprintOption), [{ use: shortFingerprintOption }]);

test.each([7, 63, 64])('%i digits may name an artifact', async (length) => {
  expect(await fingerprint('a'.repeat(length))).toEqual({ fingerprint: 'a'.repeat(length) });
});

test.each(['a'.repeat(6), 'a'.repeat(65), 'g'.repeat(10)])('%s names no artifact', async (text) => {
  await expect(fingerprint(text)).rejects.toMatchObject({
    message: 'fingerprint is not a SHA-256',
    fix: 'Write 64 hexadecimal digits, or the first 7 or more',
  });
});

test('a value has a word in capital letters, which the help shows', () => {
  const own = { name: 'a', description: '', placeholder: 'OWN' } as const;
  expect(placeholderOf({ ...own, kind: 'count' })).toBe('OWN');
  expect(placeholderOf({ name: 'a', description: '', kind: 'text', pattern: 'flowName' })).toBe('NAME');
  expect(placeholderOf({ name: 'a', description: '', kind: 'names', pattern: 'flowName' })).toBe('NAMES');
  expect(placeholderOf({ name: 'a', description: '', kind: 'text' })).toBe('TEXT');
  expect(options.map(placeholderOf).filter((word) => !/^[A-Z][A-Z0-9=/#~|@{}[\]]*$/.test(word))).toEqual([]);
});

test('an argument must be given, and has no name', () => {
  expect(argument(snapshotOption)).toEqual({ use: snapshotOption, required: true, positional: true });
  expect(uses([snapshotOption, toSnapshotOption], ['to'])).toEqual([{ use: snapshotOption }, { use: toSnapshotOption, required: true }]);
});
