import { afterAll, expect, it } from 'vitest';
import { removeRepositories } from '../support/git.ts';
import { requiredChecks, review, ruleset, status } from '../support/github-api/world/make.ts';
import { at, audited, ended, ofActions, played, type Played, type Scene } from './checked-repository.ts';

/* Weeks of a repository: each fault once, and next to it what an honest team does that looks like it. */

afterAll(removeRepositories);

const yes = { 10: 'success' } as const;
const onHead =
  (...checks: Parameters<typeof ended>[]) =>
  ({ day, head }: Played) => [
    ofActions(
      head,
      day,
      checks.map(([, ...rest]) => ended(day, ...rest)),
    ),
  ];
const codecov = { id: 254, slug: 'codecov' };

/** The state that the change should have, and the rules with a finding about it. */
const story: readonly (readonly [scene: Scene, state: string, rules: readonly string[]])[] = [
  [
    {
      name: 'squashed, and tested again by the push',
      test: yes,
      suites: ({ day, landed }) => [ofActions(landed, day, [ended(day, 13)], { begun: 12 })],
    },
    'covered',
    [],
  ],
  [{ name: 'merged', kind: 'merge', test: yes }, 'covered', []],
  [{ name: 'rebased', kind: 'rebase', test: yes }, 'covered', []],
  [{ name: 'queued', kind: 'queue', suites: ({ day, landed }) => [ofActions(landed, day, [ended(day, 11)])] }, 'covered', []],
  [
    {
      name: 'queued and red in the queue',
      kind: 'queue',
      test: yes,
      suites: ({ day, landed }) => [ofActions(landed, day, [ended(day, 11, 'failure')])],
    },
    'non-compliant',
    ['trail-non-compliant'],
  ],
  [{ name: 'red at the merge', test: { 10: 'failure' } }, 'non-compliant', ['trail-non-compliant']],
  [{ name: 'red first and green on a re-run', test: { 9: 'failure', 10: 'success' } }, 'covered', []],
  [{ name: 'green on a re-run only after the merge', test: { 10: 'failure', 14: 'success' } }, 'non-compliant', ['trail-non-compliant']],
  [{ name: 'red on a re-run after the merge', test: { 10: 'success', 14: 'failure' } }, 'covered', []],
  [{ name: 'tested only after the merge', test: { 14: 'success' } }, 'covered-later', ['evidence-after-merge']],
  [
    { name: 'of a name of before', suites: ({ day, head }) => [ofActions(head, day, [ended(day, 10, 'success', 'unit tests')])] },
    'covered',
    [],
  ],
  [
    {
      name: 'green in one workflow and red in another',
      suites: ({ day, head }) => [
        ofActions(head, day, [ended(day, 10)]),
        ofActions(head, day, [ended(day, 10, 'failure')], { path: '.github/workflows/more.yml' }),
      ],
    },
    'non-compliant',
    ['trail-non-compliant'],
  ],
  [
    {
      name: 'green by another app alone',
      suites: ({ day, head }) => [ofActions(head, day, [ended(day, 10)], { app: codecov, workflow: null })],
    },
    'unknown',
    [],
  ],
  [
    {
      name: 'green, and red by another app',
      test: yes,
      suites: ({ day, head }) => [ofActions(head, day, [ended(day, 10, 'failure')], { app: codecov, workflow: null })],
    },
    'covered',
    [],
  ],
  [
    {
      name: 'cancelled and replaced',
      suites: ({ day, head }) => [ofActions(head, day, [ended(day, 9, 'cancelled')]), ofActions(head, day, [ended(day, 10)], { begun: 9 })],
    },
    'covered',
    [],
  ],
  [{ name: 'cancelled', test: { 10: 'cancelled' } }, 'non-compliant', ['trail-non-compliant']],
  [{ name: 'skipped', test: { 10: 'skipped' } }, 'covered', ['check-skipped']],
  [{ name: 'by a deleted run' }, 'unknown', []],
  [{ name: 'that is no success and no failure', test: { 10: 'timed_out' } }, 'non-compliant', ['trail-non-compliant']],
  [
    { name: 'pushed and tested later', kind: 'push', suites: ({ day, head }) => [ofActions(head, day, [ended(day, 13)], { begun: 12 })] },
    'covered-later',
    ['evidence-after-merge', 'pushed-directly'],
  ],
  [
    { name: 'approved by its author', test: yes, reviews: ({ day, head }) => [review({ by: 'ada', commit: head, at: at(day, 11) })] },
    'covered',
    ['approved-by-author'],
  ],
  [
    { name: 'begun before its suite', suites: ({ day, head }) => [ofActions(head, day, [ended(day, 10)], { begun: 11 })] },
    'unknown',
    ['trail-unknown'],
  ],
];

const text = 'version: 1\nchecks:\n  test:\n    names: [test, unit tests]\n    app: github-actions\n';

it('each fault is found once, and nothing of the honest change next to it', async () => {
  const required = ruleset({ id: 5, rules: [requiredChecks('test')] });
  const { json, stdout } = await audited(
    played(
      story.map(([scene]) => scene),
      { text, more: { rulesets: [required] } },
    ),
  );
  const found = json.changes.map(({ findings, state, title }) => [
    title.replace(/^(?:Add|Work on) /, '').replace(/ \(#\d+\)$|, rebased$/, ''),
    state,
    [...new Set(findings.map((key) => key.replace(/:.*$/s, '')))].toSorted(),
  ]);
  expect(Object.fromEntries(found.map(([title, ...rest]) => [title, rest]))).toEqual(
    Object.fromEntries(story.map(([{ name }, state, rules]) => [name, [state, rules]])),
  );
  expect(json.findings.filter(({ change }) => change === null).map(({ rule }) => rule)).toEqual(['check-skipped']);
  expect(stdout).toContain('questions of an auditor');
});

it.each<readonly [string, readonly Scene[], string]>([
  [
    'squashes, with its tests on each push',
    ['tea', 'cup', 'pot'].map((name) => ({
      name,
      test: yes,
      suites: ({ day, landed }) => [ofActions(landed, day, [ended(day, 13)], { begun: 12 })],
    })),
    text,
  ],
  [
    'has a queue',
    ['tea', 'cup', 'pot'].map((name) => ({
      name,
      kind: 'queue',
      test: yes,
      suites: ({ day, landed }) => [ofActions(landed, day, [ended(day, 11)])],
    })),
    text,
  ],
  [
    'has a matrix',
    ['tea', 'cup', 'pot'].map((name) => ({ name, suites: onHead([0, 10, 'success', 'test (20)'], [0, 10, 'success', 'test (22)']) })),
    'version: 1\nchecks:\n  test (20):\n  test (22):\n',
  ],
  [
    'has a machine that sets a status',
    ['tea', 'cup'].map((name) => ({
      name,
      statuses: ({ day, head }) => [status({ sha: head, at: at(day, 10), context: 'test', by: 'linus' })],
    })),
    'version: 1\nchecks:\n  test:\n',
  ],
])(
  'finds nothing about a change of a team that %s, and notes at most one thing of low severity for the branch',
  async (_, scenes, owed) => {
    const contexts = owed.includes('(20)') ? ['test (20)', 'test (22)'] : ['test'];
    const { code, json } = await audited(
      played(scenes, { text: owed, more: { rulesets: [ruleset({ id: 5, rules: [requiredChecks(...contexts)] })] } }),
    );
    expect(json.findings.filter(({ change }) => change !== null)).toEqual([]);
    expect(json.findings.map(({ rule, severity }) => `${severity} ${rule}`).filter((each) => each !== 'low gate-is-loose')).toEqual([]);
    expect(json.findings.length).toBeLessThanOrEqual(1);
    expect([code, new Set(json.changes.map(({ state }) => state))]).toEqual([0, new Set(['covered'])]);
  },
);
