import { describe, expect, test } from 'vitest';
import { listingOf, makePlan, type PlanRequest } from '../../../src/audit/organization/make-plan.ts';
import { missingIn } from '../../../src/audit/organization/merge.ts';
import {
  planText,
  readPlan,
  scopeDigest,
  sealed,
  type ListedRepository,
  type OrganizationPlan,
} from '../../../src/audit/organization/plan.ts';
import { pick } from '../../../src/text/index.ts';
import { listed, planOf, request } from './plans.ts';

const plan = planOf([3, 1, 2, 4]);
const read = (value: unknown): unknown => readPlan(typeof value === 'string' ? value : JSON.stringify(value), 'plan.json');

test('a plan is read as it was written, its repositories by their ids', () => {
  expect(read(planText(plan))).toEqual(plan);
  expect(plan.repositories.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
});

test('the digest is the SHA-256 of the canonical JSON of the rest, so that the order of keys does not matter', () => {
  expect(read(Object.fromEntries(Object.entries(plan).toReversed()))).toEqual(plan);
  // By Python: sha256(json.dumps(plan, sort_keys=True, separators=(',', ':'))).
  expect(plan.digest).toBe('ca8164f2881a39e89c040316423fdf297dff8216f06287aa446bc48b1a424553');
});

test('the scope is the same however it is shared out, and another one with another period', () => {
  expect(scopeDigest(planOf([3, 1, 2, 4], { shards: 4 }))).toBe(scopeDigest(plan));
  expect(planOf([3, 1, 2, 4], { shards: 4 }).digest).not.toBe(plan.digest);
  const period = { since: '2026-11-02T00:00:00Z', until: '2026-11-08T00:00:00Z' };
  expect(scopeDigest(planOf([3, 1, 2, 4], { period }))).not.toBe(scopeDigest(plan));
});

const { digest: _, ...content } = plan;
const first = plan.repositories[0];

test.each<[string, unknown, RegExp]>([
  ['changed', { ...plan, at: '2026-11-09T00:00:00Z' }, /its digest is not that of its content/],
  ['one with another field', { ...plan, more: 1 }, /its digest is not that of its content/],
  ['of another version', { ...plan, version: 2 }, /\.version is none of 1/],
  ['no plan', { format: 'compliance-evidence-organization-part' }, /\.format is none of/],
  ['cut off', planText(plan).slice(0, -40), /it is no JSON, or was cut off/],
  ['nested too deeply', '['.repeat(100_000), /./],
  ['one with a key twice', planText(plan).replace('"version": 1', '"version": 1, "version": 1'), /version/],
  ['a list', [], /is no object/],
  [
    'one that leaves a repository out of its shards',
    sealed({ ...content, shards: [[1, 2, 3]] }),
    /its shards do not have the audited repositories/,
  ],
  [
    'one with a repository in two shards',
    sealed({
      ...content,
      shards: [
        [1, 2],
        [2, 3, 4],
      ],
    }),
    /its shards share a repository/,
  ],
  ['one without a shard', sealed({ ...content, shards: [] }), /or there is none/],
  [
    'one with a repository twice',
    sealed({ ...content, repositories: first === undefined ? [] : [...plan.repositories, first] }),
    /it has a repository twice/,
  ],
  ['one with a path as a name', { ...plan, repositories: [{ ...first, name: 'acme/..' }] }, /\.name is no owner\/name/],
  ['one with an option as a name', { ...plan, repositories: [{ ...first, name: '--upload-pack=x' }] }, /\.name is no owner\/name/],
  ['one with a number as a text', { ...plan, repositories: [{ ...first, id: '1' }] }, /\.id is no id/],
])('a plan that is %s is refused', (_what, value, why) => {
  expect(() => read(value)).toThrow(why);
});

describe('a list of the caller', () => {
  const named = [{ name: 'acme/r1' }, { name: 'acme/r2', clone: '/clones/r2' }];
  const known = new Map<string, ListedRepository | string>([
    ['acme/r1', listed(1)],
    ['acme/r2', listed(2)],
  ]);
  const planned = (told: Parameters<typeof listingOf>[2], previous: PlanRequest['previous'] = null) =>
    makePlan(listingOf('acme', named, told), { ...request, previous });
  const states = ({ repositories }: OrganizationPlan) => repositories.map(({ name, state }) => `${name} ${state}`).toSorted();

  test('has numbers of its own where GitHub was not asked, the same for the same name, and takes those of GitHub later', () => {
    const byGit = planned(null);
    expect([byGit.seenBy, byGit.kind, states(byGit)]).toEqual(['git', 'list', ['acme/r1 in scope', 'acme/r2 in scope']]);
    expect(byGit.repositories.every(({ id }) => id < 0)).toBe(true);
    expect(readPlan(planText(byGit), 'plan.json')).toEqual(byGit);
    expect(planned(null, byGit.repositories).repositories).toEqual(byGit.repositories);
    const byToken = planned(known, byGit.repositories);
    expect([byToken.repositories.map(({ id }) => id), states(byToken)]).toEqual([[1, 2], states(byGit)]);
    expect(byToken.repositories.map(({ clone }) => clone)).toEqual([undefined, '/clones/r2']);
  });

  test('is not seen where GitHub shows none, or another one has the name now, or the list before had more', () => {
    const gone = planned(new Map([...known, ['acme/r2', 'GitHub shows none']]));
    expect(states(gone)).toEqual(['acme/r1 in scope', 'acme/r2 not seen']);
    expect(missingIn(gone)).toMatchObject([{ what: 'acme/r2', why: 'GitHub shows none', fix: expect.stringContaining('in the list') }]);
    expect(states(planned(known, [{ id: 7, name: 'acme/r2' }]))).toEqual(['acme/r1 in scope', 'acme/r2 in scope', 'acme/r2 not seen']);
    expect(states(planned(null, [{ id: -5, name: 'acme/r3' }]))).toContain('acme/r3 not seen');
  });
});

test('refuses a plan whose numbers or whose evidence contradict it', () => {
  const sealedAs = (change: (plan: OrganizationPlan) => Partial<OrganizationPlan>) => {
    const { digest: _, ...plan } = planOf([1]);
    return () => readPlan(planText(sealed({ ...plan, ...change(planOf([1])) })), 'plan.json');
  };
  expect(sealedAs(() => ({ seenBy: 'git' }))).toThrow('does not say why it is audited');
  expect(sealedAs(({ audit }) => ({ audit: { ...audit, evidence: 'github' } }))).toThrow('does not name one kind of evidence');
  expect(sealedAs(({ audit }) => ({ audit: { ...pick(audit, 'baseUrl', 'flows', 'branches', 'failOn', 'people') } }))).toThrow(
    'does not name one kind of evidence',
  );
});
