import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeRepositories } from '../../support/git.ts';
import { requiredChecks, ruleset, ruleSuite } from '../../support/github-api/world/make.ts';
import { readRulesets } from '../../../src/github/audit/index.ts';
import { asking, history, whole } from './world.ts';

afterAll(removeRepositories);

let gitDirectory: string;
let sha: string;

/** After the last change of a ruleset, where a test does not say otherwise. */
const within = { since: '2026-11-01T00:00:00Z', now: '2026-11-20T00:00:00Z' };

beforeAll(() => {
  const { shas, ...made } = history(1);
  ({ gitDirectory } = made);
  sha = shas[0] ?? '';
});

test('the rules of a branch are told with their rulesets, their checks and who may bypass them', async () => {
  const team = { kind: 'Team', id: 7, mode: 'always' } as const;
  const admin = { kind: 'OrganizationAdmin', id: null, mode: 'pull_request' } as const;
  const { port } = await asking({
    gitDirectory,
    rulesets: [
      ruleset({ id: 5, rules: [{ type: 'deletion' }, requiredChecks('test', 'lint')], bypass: [team, admin] }),
      ruleset({
        id: 6,
        name: 'all',
        source: 'acme',
        changedAt: '2026-09-01T00:00:00Z',
        rules: [{ type: 'workflows', parameters: { workflows: [{ path: '.github/workflows/scan.yml', repository_id: 9 }] } }],
      }),
      ruleset({ id: 7, branches: ['release'] }),
    ],
  });
  const [told] = whole(await port.rulesOf('main', within));
  expect(told?.rules).toEqual([
    { type: 'deletion', ruleset: '5', checks: [], workflows: [], strict: false },
    {
      type: 'required_status_checks',
      ruleset: '5',
      checks: [
        { name: 'test', app: 15_368 },
        { name: 'lint', app: 15_368 },
      ],
      workflows: [],
      strict: false,
    },
    { type: 'workflows', ruleset: '6', checks: [], workflows: ['.github/workflows/scan.yml'], strict: false },
  ]);
  expect(told?.rulesets).toEqual([
    {
      id: '5',
      name: 'main',
      source: 'acme/app',
      changedAt: '2026-10-01T00:00:00Z',
      bypass: ['Team 7 always', 'OrganizationAdmin pull_request'],
    },
    { id: '6', name: 'all', source: 'acme', changedAt: '2026-09-01T00:00:00Z', bypass: [] },
  ]);
  expect(told?.classic).toEqual([]);
});

test('who may bypass a ruleset is not nobody where the token does not see it, and a hidden ruleset is left out', async () => {
  const { port } = await asking({ gitDirectory, rulesets: [ruleset({ id: 5, bypass: null }), ruleset({ id: 6, hidden: true })] });
  const [told] = whole(await port.rulesOf('main', within));
  expect(told?.rulesets.map(({ bypass, id }) => [id, bypass])).toEqual([['5', null]]);
  expect(told?.rules.map((rule) => rule.ruleset)).toEqual(['5', '6']);
});

test('checks of classic protection are told by their names alone, and those of rulesets are not told twice', async () => {
  const { port } = await asking({ gitDirectory, protection: new Map([['main', ['test', 'old']]]), rulesets: [ruleset({ id: 5 })] });
  const [told] = whole(await port.rulesOf('main', within));
  expect(told?.classic).toEqual(['old']);
});

test('a branch without rules has none', async () => {
  const { port } = await asking({ gitDirectory });
  expect(whole(await port.rulesOf('feature/a b', within))).toEqual([
    { kind: 'branch-rules', branch: 'feature/a b', rules: [], rulesets: [], classic: [], bypasses: { since: within.since, found: [] } },
  ]);
});

test('more rules than a page are all told', async () => {
  const rules = Array.from({ length: 130 }, (_, index) => requiredChecks(`check ${index}`));
  const { port } = await asking({ gitDirectory, rulesets: [ruleset({ rules })] });
  expect(whole(await port.rulesOf('main', within))[0]?.rules).toHaveLength(130);
});

test.each([
  ['a rule without a type', { type: undefined }],
  ['checks that are no list', { type: 'required_status_checks', parameters: {} }],
  ['a check without a name', { type: 'required_status_checks', parameters: { required_status_checks: [{}] } }],
])('%s makes the answer one that is not whole', async (_, rule) => {
  const { double, port } = await asking({ gitDirectory, rulesets: [ruleset({ id: 5 })] });
  double.twist('/rules/branches/main', () => [{ ruleset_id: 5, ...rule }]);
  expect((await port.rulesOf('main', within)).kind).toBe('cut');
});

test('a ruleset that was changed within the period is told as it was before too, and others cost no question about it', async () => {
  const lint = requiredChecks('lint');
  const { double, port } = await asking({
    gitDirectory,
    rulesets: [
      ruleset({
        id: 5,
        changedAt: '2026-11-20T00:00:00Z',
        earlier: [
          { at: '2026-11-18T00:00:00Z', enforcement: 'disabled' },
          { at: '2026-11-16T00:00:00Z', include: 'refs/heads/release' },
          { at: '2026-10-30T00:00:00Z', rules: [lint], bypass: [{ kind: 'Team', id: 7, mode: 'always' }] },
          { at: '2026-10-20T00:00:00Z', rules: [] },
        ],
      }),
      ruleset({ id: 6 }),
    ],
  });
  const [told] = whole(await port.rulesOf('main', within));
  const [five, six] = told?.rulesets ?? [];
  expect(five?.history?.map(({ at, inForce }) => [at, inForce])).toEqual([
    ['2026-11-20T00:00:00Z', true],
    ['2026-11-18T00:00:00Z', false],
    ['2026-11-16T00:00:00Z', null],
    ['2026-10-30T00:00:00Z', true],
  ]);
  const oldest = five?.history?.at(-1);
  expect([oldest?.rules.map(({ checks }) => checks), oldest?.bypass]).toEqual([[[{ name: 'lint', app: 15_368 }]], ['Team 7 always']]);
  expect(six?.history).toBeUndefined();
  expect(double.asked.filter((line) => line.includes('/history'))).toHaveLength(5);
});

test('the history of a ruleset is left out where the token may not see it', async () => {
  const { port } = await asking({
    gitDirectory,
    rulesets: [ruleset({ id: 5, changedAt: '2026-11-20T00:00:00Z' })],
    administration: 'read',
  });
  expect(whole(await port.rulesOf('main', within))[0]?.rulesets.map(({ history }) => history)).toEqual([undefined]);
});

test.each<readonly [string, RegExp, unknown]>([
  ['that does not end with what GitHub says now', /history\/1$/, { state: { enforcement: 'active', rules: [requiredChecks('lint')] } }],
  ['whose newest version is not in force', /history\/1$/, { state: { enforcement: 'disabled', rules: [requiredChecks('test')] } }],
  ['with a version that cannot be read', /history\/1$/, {}],
  ['without a version', /history\?/, []],
  ['that is no list', /history\?/, {}],
])('a history %s makes the answer one that is not whole', async (_, place, answer) => {
  const { double, port } = await asking({ gitDirectory, rulesets: [ruleset({ id: 5, changedAt: '2026-11-20T00:00:00Z' })] });
  double.twist(place, () => answer);
  expect((await port.rulesOf('main', within)).kind).toBe('cut');
});

describe('landings that bypassed the rules of a branch', () => {
  const at = '2026-11-03T00:00:00Z';

  test('are told with who did it and which rules they did not keep', async () => {
    const failed = [{ type: 'required_status_checks', ruleset: 'main' }, { type: 'pull_request' }];
    const { port } = await asking({
      gitDirectory,
      ruleSuites: [
        ruleSuite({ id: 7, after: sha, at, by: 'dependabot', failed }),
        ruleSuite({ id: 8, after: sha, at, by: null, failed: [] }),
        ruleSuite({ after: sha, at, result: 'pass' }),
        ruleSuite({ after: sha, at, ref: 'refs/heads/other' }),
        ruleSuite({ after: '0'.repeat(40), at }),
        ruleSuite({ after: sha, at: '2026-10-31T00:00:00Z' }),
      ],
    });
    expect(whole(await port.rulesOf('main', within))[0]?.bypasses).toEqual({
      since: within.since,
      found: [
        {
          id: '7',
          at,
          by: { id: 49_699_333, login: 'dependabot[bot]', kind: 'bot' },
          after: sha,
          rules: ['required_status_checks of main', 'pull_request of protected_branch'],
        },
        { id: '8', at, by: null, after: sha, rules: [] },
      ],
    });
  });

  test('are told for four weeks, however long the period is', async () => {
    const { port } = await asking({ gitDirectory });
    const told = async (since: string | null) => whole(await port.rulesOf('main', { ...within, since }))[0]?.bypasses?.since;
    expect(await told('2026-08-01T00:00:00Z')).toBe('2026-10-23T00:00:00.000Z');
    expect(await told(null)).toBe('2026-10-23T00:00:00.000Z');
  });

  test('are not told where the token may not see them, with the right that is missing', async () => {
    const { port } = await asking({ gitDirectory, administration: 'none' });
    const { bypasses } = whole(await port.rulesOf('main', within))[0] ?? {};
    expect(bypasses).toMatchObject({ since: null, found: [], why: expect.stringContaining('administration: read') });
  });

  test.each([
    ['a list that is none', /rule-suites\?/, {}],
    ['one of them that cannot be read', /rule-suites\?/, [{ id: 7 }]],
    ['one of them without its rules', /rule-suites\/7/, {}],
  ])('%s makes the answer one that is not whole', async (_, place, answer) => {
    const { double, port } = await asking({ gitDirectory, ruleSuites: [ruleSuite({ id: 7, after: sha, at })] });
    double.twist(place, () => answer);
    const told = await port.rulesOf('main', within);
    expect([told.kind, told.kind === 'refused' ? null : told.items[0]?.bypasses?.since]).toEqual(['cut', null]);
  });
});

describe('an export of rulesets', () => {
  const one = {
    id: 5,
    name: 'gate',
    source: 'acme/app',
    enforcement: 'active',
    updated_at: '2026-10-01T00:00:00Z',
    bypass_actors: [{ actor_id: 7, actor_type: 'Team', bypass_mode: 'exempt' }],
  };

  test('is one answer of GitHub, or a list of these', () => {
    const read = { id: '5', name: 'gate', source: 'acme/app', changedAt: '2026-10-01T00:00:00Z', bypass: ['Team 7 exempt'] };
    expect(readRulesets(JSON.stringify(one))).toEqual([read]);
    expect(readRulesets(JSON.stringify([one, { ...one, id: 6, bypass_actors: [] }]))).toEqual([read, { ...read, id: '6', bypass: [] }]);
  });

  test.each<readonly [string, unknown, string]>([
    ['no JSON', undefined, 'it is no ruleset with id, name, source and updated_at'],
    ['a number', 7, 'it is no ruleset with id, name, source and updated_at'],
    ['an empty list', [], 'no ruleset is in it'],
    ['one without a moment', { ...one, updated_at: undefined }, 'it is no ruleset with id, name, source and updated_at'],
    ['one without a number', [one, { ...one, id: 'five' }], 'entry 2 is no ruleset with id, name, source and updated_at'],
    [
      'one of somebody who may not see it',
      { ...one, bypass_actors: undefined },
      'it has no bypass_actors, which GitHub shows only to who may change the ruleset',
    ],
  ])('is not %s', (_, value, why) => {
    expect(readRulesets(JSON.stringify(value) ?? '{')).toBe(why);
  });
});
