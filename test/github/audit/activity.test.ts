import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeRepositories } from '../../support/git.ts';
import { update } from '../../support/github-api/world/make.ts';
import type { WorldUpdate } from '../../support/github-api/world/model.ts';
import { asking, history, whole } from './world.ts';

afterAll(removeRepositories);

const [since, until] = ['2026-11-02T00:00:00Z', '2026-11-09T00:00:00Z'];
let gitDirectory: string;
let shas: readonly string[];

beforeAll(() => {
  ({ gitDirectory, shas } = history(4));
});

/** Updates of `main`, the oldest first, each from where the one before it left the branch. */
function updates(...moments: readonly string[]): WorldUpdate[] {
  return moments.map((at, index) => update({ at, before: shas[index] ?? null, after: shas[index + 1] ?? null }));
}

test('updates of the period are told, the newest first, and one that is older', async () => {
  const activity = [
    ...updates('2026-10-01T00:00:00Z', '2026-11-02T00:00:00Z', '2026-11-08T23:59:59Z'),
    update({ at: '2026-11-09T00:00:00Z', before: shas[3] ?? '', after: shas[0] ?? '' }),
    update({ at: '2026-11-05T00:00:00Z', before: null, after: shas[0] ?? '', ref: 'refs/heads/other' }),
    update({ at: '2026-09-01T00:00:00Z', before: shas[1] ?? '', after: shas[0] ?? '' }),
  ];
  const { port } = await asking({ gitDirectory, activity });
  const found = whole(await port.branchUpdates('main', since, until));
  expect(found.map(({ at }) => at)).toEqual(['2026-11-08T23:59:59Z', '2026-11-02T00:00:00Z', '2026-10-01T00:00:00Z']);
  expect(found[0]).toMatchObject({
    name: 'main',
    kind: 'push',
    actor: { id: 101, login: 'ada', kind: 'person' },
    before: shas[2],
    after: shas[3],
  });
});

test.each([
  ['push', 'push'],
  ['force_push', 'force-push'],
  ['pr_merge', 'pull-request'],
  ['merge_queue_merge', 'merge-queue'],
] as const)('%s is told as %s', async (type, kind) => {
  const { port } = await asking({
    gitDirectory,
    activity: [
      update({ at: '2026-11-01T00:00:00Z', before: null, after: shas[0] ?? '' }),
      update({ type, at: '2026-11-03T00:00:00Z', before: shas[0] ?? '', after: shas[1] ?? '' }),
    ],
  });
  expect(whole(await port.branchUpdates('main', since, until))[0]?.kind).toBe(kind);
});

test('a branch that was made within the period has no older update, and its list is whole', async () => {
  const made = update({
    at: '2026-11-03T00:00:00Z',
    before: null,
    after: shas[0] ?? '',
    type: 'branch_creation',
    by: 'github-merge-queue',
  });
  const { port } = await asking({ gitDirectory, activity: [made] });
  expect(whole(await port.branchUpdates('main', since, until))).toEqual([
    {
      id: String(made.id),
      name: 'main',
      kind: 'creation',
      at: made.at,
      actor: { id: 118_344_674, login: 'github-merge-queue[bot]', kind: 'bot' },
      before: null,
      after: shas[0],
    },
  ]);
});

test('where GitHub keeps nothing of how the branch came to its first update, the list is cut', async () => {
  const { port } = await asking({ gitDirectory, activity: updates('2026-11-03T00:00:00Z') });
  expect(await port.branchUpdates('main', since, until)).toMatchObject({ kind: 'cut', why: expect.stringContaining(`was at ${shas[0]}`) });
});

test('a branch without any update is whole within the past year, and cut before that', async () => {
  const { port } = await asking({ gitDirectory });
  const ago = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
  expect(await port.branchUpdates('main', ago(7), ago(0))).toEqual({ kind: 'whole', items: [] });
  expect(await port.branchUpdates('main', ago(366), ago(0))).toMatchObject({ kind: 'cut', why: expect.stringContaining('past year') });
});

test('pages are followed by their cursors, and no further than one older update', async () => {
  const activity = Array.from({ length: 350 }, (_, index) =>
    update({ at: new Date(Date.UTC(2026, 10, 8) - index * 3_600_000).toISOString(), before: shas[0] ?? '', after: shas[1] ?? '' }),
  );
  const { double, port } = await asking({ gitDirectory, activity });
  expect(whole(await port.branchUpdates('main', since, until)).length).toBe(146);
  expect(double.asked.length).toBe(2);
});

test('the oldest updates of all refs are one page, the oldest first, and more of them are no fault', async () => {
  const activity = Array.from({ length: 150 }, (_, index) =>
    update({
      ref: 'refs/heads/topic',
      at: new Date(Date.UTC(2026, 10, 8) - index * 3_600_000).toISOString(),
      before: null,
      after: shas[0] ?? '',
    }),
  );
  const { double, port } = await asking({ gitDirectory, activity });
  const found = whole(await port.firstUpdates());
  expect([found.length, found[0]?.at, found[0]?.name]).toEqual([100, activity.at(-1)?.at.replace('.000Z', 'Z'), 'refs/heads/topic']);
  expect(double.asked.length).toBe(1);
  double.twist('/activity', (body) => (Array.isArray(body) ? body.toReversed() : body));
  expect(await port.firstUpdates()).toMatchObject({ kind: 'cut', why: expect.stringContaining('not in order') });
});

test('the account that is gone is told as nobody', async () => {
  const activity = [update({ at: '2026-11-03T00:00:00Z', before: null, after: shas[0] ?? '', by: null })];
  const { port } = await asking({ gitDirectory, activity });
  expect(whole(await port.branchUpdates('main', since, until))[0]?.actor).toBeNull();
});

const first = (change: (one: object) => object) => (body: unknown) =>
  Array.isArray(body) ? body.map((one: object, index) => (index === 0 ? change(one) : one)) : body;

test.each([
  ['a SHA that is none', first((one) => ({ ...one, after: 'main' }))],
  ['a moment that is none', first((one) => ({ ...one, timestamp: 'yesterday' }))],
  ['a kind that nobody knows', first((one) => ({ ...one, activity_type: 'magic' }))],
  ['another ref', first((one) => ({ ...one, ref: 'refs/heads/other' }))],
  ['an actor without a number', first((one) => ({ ...one, actor: { login: 'ada' } }))],
  ['an update from nowhere to nowhere', first((one) => ({ ...one, before: '0'.repeat(40), after: '0'.repeat(40) }))],
  ['an empty one', first(() => ({}))],
  ['the same update twice', (body: unknown) => (Array.isArray(body) ? [body[0], ...body] : body)],
  ['another order', (body: unknown) => (Array.isArray(body) ? body.toReversed() : body)],
  ['no list', () => ({})],
])('%s makes the list cut', async (_, change) => {
  const { double, port } = await asking({
    gitDirectory,
    activity: updates('2026-10-01T00:00:00Z', '2026-11-03T00:00:00Z', '2026-11-04T00:00:00Z'),
  });
  double.twist('/activity', change);
  expect(await port.branchUpdates('main', since, until)).toMatchObject({ kind: 'cut', why: expect.stringMatching(/main/) });
});

test('a list that says it goes on, and comes again, is cut', async () => {
  const { double, port } = await asking({ gitDirectory, activity: updates('2026-11-03T00:00:00Z', '2026-11-04T00:00:00Z') });
  double.twist('/activity', () => []);
  double.addHeaders('/activity', { link: '<http://127.0.0.1/repos/acme/app/activity?after=again>; rel="next"' });
  expect(await port.branchUpdates('main', since, until)).toMatchObject({
    kind: 'cut',
    why: expect.stringContaining('go on, and they do not'),
  });
});

test('without the permission the list is refused, and the permission is named', async () => {
  const { double, port } = await asking({ gitDirectory });
  double.forbid('/activity');
  expect(await port.branchUpdates('main', since, until)).toMatchObject({
    kind: 'refused',
    fix: expect.stringContaining('permissions:\n  contents: read'),
  });
});

test('a server that does not know activity refuses it', async () => {
  const { double, port } = await asking({ gitDirectory });
  double.refuse('/activity', { status: 404, message: 'Not Found' });
  expect((await port.branchUpdates('main', since, until)).kind).toBe('refused');
});

const moved = (at: string, ref = 'refs/tags/v1'): WorldUpdate =>
  update({ ref, type: 'force_push', at, before: shas[0] ?? '', after: shas[1] ?? '' });

test('updates of tags are found among those of all refs, in one request however many tags there are', async () => {
  const activity = [moved('2026-11-03T00:00:00Z'), moved('2026-11-04T00:00:00Z', 'refs/heads/v1'), moved('2026-10-01T00:00:00Z')];
  const { double, port } = await asking({ gitDirectory, activity });
  const [found] = whole(await port.tagUpdates('2026-11-02T00:00:00Z'));
  expect(found?.updates.map(({ at, kind, name }) => [name, kind, at])).toEqual([
    ['v1', 'force-push', '2026-11-03T00:00:00Z'],
    ['v1', 'force-push', '2026-10-01T00:00:00Z'],
  ]);
  expect([found?.told, double.asked.length]).toEqual([true, 1]);
});

test('a list without any tag does not say that no tag moved', async () => {
  const { port } = await asking({ gitDirectory, activity: [moved('2026-11-03T00:00:00Z', 'refs/heads/v1')] });
  expect(whole(await port.tagUpdates('2026-11-02T00:00:00Z'))).toEqual([{ updates: [], told: false }]);
});

test('of very many updates the newest are looked through: what they tell counts, and no more', async () => {
  const busy = Array.from({ length: 1_100 }, () => moved('2026-11-03T00:00:00Z', 'refs/heads/busy'));
  const { double, port } = await asking({ gitDirectory, activity: [...busy, moved('2026-11-04T00:00:00Z')] });
  const [found] = whole(await port.tagUpdates('2026-11-02T00:00:00Z'));
  expect([found?.told, found?.updates.length, double.asked.length]).toEqual([false, 1, 10]);
});
