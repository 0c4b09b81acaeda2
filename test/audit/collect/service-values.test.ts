import { expect, test } from 'vitest';
import { fingerprintOf, listTrailCommits, momentOf, readTrail, shaAt, shaOf } from '../../../src/audit/collect/service-values.ts';
import type { Trail } from '../../../src/contract/index.ts';

test.each<[unknown, string | null]>([
  [0, '1970-01-01T00:00:00.000Z'],
  [1.5, '1970-01-01T00:00:01.500Z'],
  ['1.5', '1970-01-01T00:00:01.500Z'],
  ['12', '1970-01-01T00:00:12.000Z'],
  [253_402_300_799, '9999-12-31T23:59:59.000Z'],
  ...(
    [253_402_300_800, -1, Number.NaN, Infinity, '', ' 1', '1.', '.5', '1e3', '-1', '1234567890123', null, undefined, true, {}] as const
  ).map((value): [unknown, null] => [value, null]),
])('the moment of %j is %j', (value, moment) => {
  expect(momentOf(value)).toBe(moment);
});

const [sha, other, print] = ['ab'.repeat(20), 'cd'.repeat(20), 'ef'.repeat(32)];

test('a SHA and a fingerprint have all of their digits, in small letters', () => {
  expect([sha, sha.toUpperCase(), `${sha}a`, sha.slice(1), 'x'.repeat(40), '', null, undefined].map(shaOf)).toEqual([
    sha,
    sha,
    ...Array(6).fill(null),
  ]);
  const prints = [print, print.toUpperCase(), `${print}a`, print.slice(1), 'x'.repeat(64), '', null, undefined];
  expect(prints.map(fingerprintOf)).toEqual([print, print, ...Array(6).fill(null)]);
  expect([shaAt({ a: { b: sha } }, 'a', 'b'), shaAt({ a: sha }, 'b'), shaAt(undefined, 'a')]).toEqual([sha, null, null]);
});

const row = { attestation_id: 'a', overridden_attestation_id: 'b', attestation_type: 'junit' };
const status = (rows: readonly object[], artifacts: Readonly<Record<string, readonly object[]>> = {}) => ({
  status: 'COMPLIANT',
  attestations_statuses: rows,
  artifacts_statuses: Object.fromEntries(Object.entries(artifacts).map(([name, own]) => [name, { attestations_statuses: own }])),
});
const trailOf = (events: unknown, more: object = {}): Trail =>
  Object.assign(Object({ name: 'main', created_at: 100, html_url: 'https://x.example', compliance_status: status([]), events }), more);
const attested = {
  type: 'trail_attestation_reported',
  attestation_id: 'a',
  attestation_name: 'tests',
  timestamp: 7,
  attestation_type: 'junit',
  is_compliant: true,
};
const reported = { type: 'artifact_reported', artifact_id: 'i', artifact_fingerprint: print, artifact_name: 'image', timestamp: 8 };

/** A trail in short: what of it was read, and whether all was. */
function told(trail: Trail): string {
  const { artifacts, at, commits, cut, records, url } = readTrail(trail, 'unit');
  const all = records.map(({ commit, compliant, fingerprint, id, name, override, target, type }) =>
    [id, name, type, compliant, commit, fingerprint, target, override && `${override.id} ${override.type} ${override.reason}`]
      .map(String)
      .join(' '),
  );
  const own = artifacts.map(({ commit, fingerprint, id, name }) => [id, name, fingerprint, commit].map(String).join(' '));
  const text = [`${at} ${url}${cut ? ' cut' : ''}`, `commits ${commits.join(' ')}`, ...all, ...own.map((one) => `artifact ${one}`)].join(
    '; ',
  );
  return text.replaceAll(sha, 'SHA').replaceAll(other, 'OTHER').replaceAll(print, 'PRINT');
}

const trails: readonly (readonly [what: string, trail: Trail])[] = [
  ['no events', trailOf([])],
  ['no list of events', trailOf(undefined)],
  ['no moment', trailOf([], { created_at: 'x', html_url: undefined })],
  ['a commit and a name that is one', trailOf([], { name: other, git_commit_info: { sha1: sha.toUpperCase() } })],
  ['a record', trailOf([attested])],
  ['a record with a name in the template', trailOf([{ ...attested, template_reference_name: 'unit tests', git_commit: sha }])],
  ['a record with commits of both forms', trailOf([{ ...attested, git_commit: sha, git_commit_info: { sha1: other } }])],
  ['a record without a verdict or a type', trailOf([{ ...attested, is_compliant: 'yes', attestation_type: undefined }])],
  ['a record of a fingerprint', trailOf([{ ...attested, artifact_fingerprint: print.toUpperCase(), target_artifact: 'image' }])],
  ['a record of a bad fingerprint', trailOf([{ ...attested, artifact_fingerprint: 'x' }])],
  ['a record of two targets', trailOf([{ ...attested, target_artifacts: ['one', 7, 'two'], target_artifact: 'three' }])],
  ['a record of one target', trailOf([{ ...attested, target_artifact: 'three' }])],
  ['a record of no targets', trailOf([{ ...attested, target_artifacts: [] }])],
  ['a record without an id', trailOf([{ ...attested, attestation_id: undefined }])],
  ['a record without a name', trailOf([{ ...attested, attestation_name: undefined }])],
  ['a record without a moment', trailOf([{ ...attested, timestamp: undefined }])],
  ['a record of another type of event', trailOf([{ ...attested, type: 'x', attestation_name: undefined }])],
  ['an event without a type', trailOf([{ ...attested, type: undefined }])],
  ['another event', trailOf([{ type: 'trail_reported', git_commit: sha }])],
  [
    'an override',
    trailOf([{ ...attested, attestation_type: 'override' }], { compliance_status: status([{ ...row, attestation_id: 'other' }, row]) }),
  ],
  [
    'an override of nothing',
    trailOf([{ ...attested, attestation_type: 'override' }], { compliance_status: status([{ ...row, overridden_attestation_id: '' }]) }),
  ],
  [
    'an override without its type',
    trailOf([{ ...attested, attestation_type: 'override' }], {
      compliance_status: status([], { image: [{ ...row, attestation_type: undefined }] }),
    }),
  ],
  ['no override by its row', trailOf([attested], { compliance_status: status([row]) })],
  ['a row without its record', trailOf([attested], { compliance_status: status([row, { ...row, attestation_id: 'gone' }]) })],
  [
    'a row of an artifact without its record',
    trailOf([attested], { compliance_status: status([], { image: [{ attestation_id: 'gone' }] }) }),
  ],
  ['rows of nothing', trailOf([attested], { compliance_status: status([{ attestation_id: null }, { attestation_id: '' }]) })],
  ['an artifact', trailOf([{ ...reported, git_commit: sha }])],
  [
    'an artifact of the older form',
    trailOf([{ ...reported, type: 'artifact_creation_reported', template_reference_name: 'app', artifact_id: undefined }]),
  ],
  ['an artifact without a name', trailOf([{ ...reported, artifact_name: undefined }])],
  ['an artifact without a fingerprint', trailOf([{ ...reported, artifact_fingerprint: 'x' }])],
  ['an artifact without a moment', trailOf([{ ...reported, timestamp: 'x' }])],
  ['the newest first', trailOf([{ ...attested, attestation_id: 'new', timestamp: 9 }, reported, attested])],
  ['the oldest first', trailOf([attested, reported, { ...attested, attestation_id: 'new', timestamp: '9' }])],
];

test('a trail is read by its events', () => {
  expect(trails.map(([what, trail]) => `${what}: ${told(trail)}`)).toMatchInlineSnapshot(`
    [
      "no events: 1970-01-01T00:01:40.000Z https://x.example; commits ",
      "no list of events: 1970-01-01T00:01:40.000Z https://x.example cut; commits ",
      "no moment: 1970-01-01T00:00:00.000Z null cut; commits ",
      "a commit and a name that is one: 1970-01-01T00:01:40.000Z https://x.example; commits SHA OTHER",
      "a record: 1970-01-01T00:01:40.000Z https://x.example; commits ; a tests junit true null null null null",
      "a record with a name in the template: 1970-01-01T00:01:40.000Z https://x.example; commits SHA; a unit tests junit true SHA null null null",
      "a record with commits of both forms: 1970-01-01T00:01:40.000Z https://x.example; commits OTHER; a tests junit true OTHER null null null",
      "a record without a verdict or a type: 1970-01-01T00:01:40.000Z https://x.example; commits ; a tests  null null null null null",
      "a record of a fingerprint: 1970-01-01T00:01:40.000Z https://x.example; commits ; a tests junit true null PRINT null null",
      "a record of a bad fingerprint: 1970-01-01T00:01:40.000Z https://x.example cut; commits ",
      "a record of two targets: 1970-01-01T00:01:40.000Z https://x.example; commits ; a tests junit true null null one null; a tests junit true null null two null",
      "a record of one target: 1970-01-01T00:01:40.000Z https://x.example; commits ; a tests junit true null null three null",
      "a record of no targets: 1970-01-01T00:01:40.000Z https://x.example; commits ; a tests junit true null null null null",
      "a record without an id: 1970-01-01T00:01:40.000Z https://x.example cut; commits ",
      "a record without a name: 1970-01-01T00:01:40.000Z https://x.example cut; commits ",
      "a record without a moment: 1970-01-01T00:01:40.000Z https://x.example cut; commits ",
      "a record of another type of event: 1970-01-01T00:01:40.000Z https://x.example cut; commits ",
      "an event without a type: 1970-01-01T00:01:40.000Z https://x.example cut; commits ; a tests junit true null null null null",
      "another event: 1970-01-01T00:01:40.000Z https://x.example; commits SHA",
      "an override: 1970-01-01T00:01:40.000Z https://x.example cut; commits ; a tests override true null null null b junit null",
      "an override of nothing: 1970-01-01T00:01:40.000Z https://x.example; commits ; a tests override true null null null null",
      "an override without its type: 1970-01-01T00:01:40.000Z https://x.example; commits ; a tests override true null null null b  null",
      "no override by its row: 1970-01-01T00:01:40.000Z https://x.example; commits ; a tests junit true null null null null",
      "a row without its record: 1970-01-01T00:01:40.000Z https://x.example cut; commits ; a tests junit true null null null null",
      "a row of an artifact without its record: 1970-01-01T00:01:40.000Z https://x.example cut; commits ; a tests junit true null null null null",
      "rows of nothing: 1970-01-01T00:01:40.000Z https://x.example; commits ; a tests junit true null null null null",
      "an artifact: 1970-01-01T00:01:40.000Z https://x.example; commits SHA; artifact i image PRINT SHA",
      "an artifact of the older form: 1970-01-01T00:01:40.000Z https://x.example; commits ; artifact  app PRINT null",
      "an artifact without a name: 1970-01-01T00:01:40.000Z https://x.example; commits ; artifact i  PRINT null",
      "an artifact without a fingerprint: 1970-01-01T00:01:40.000Z https://x.example cut; commits ",
      "an artifact without a moment: 1970-01-01T00:01:40.000Z https://x.example cut; commits ",
      "the newest first: 1970-01-01T00:01:40.000Z https://x.example; commits ; a tests junit true null null null null; new tests junit true null null null null; artifact i image PRINT null",
      "the oldest first: 1970-01-01T00:01:40.000Z https://x.example; commits ; a tests junit true null null null null; new tests junit true null null null null; artifact i image PRINT null",
    ]
  `);
  expect(listTrailCommits(trailOf([{ git_commit: sha }, { git_commit: other }, { git_commit: sha }]))).toEqual([sha, other]);
});
