import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LandingFact, Line } from '../../../src/audit/facts/line.ts';
import type { JudgedFinding, ReportedChange } from '../../../src/audit/judge/audit.ts';
import { csv } from '../../../src/audit/reports/csv.ts';
import { firstPage } from '../../../src/audit/reports/first-page/first-page.ts';
import { judge } from '../world/play.ts';
import { alice, bob, bot, openStory, type Story } from '../world/story.ts';
import { audited, madeAnew, opened, packed, verified, withFacts, type Opened } from './packed-story.ts';

const file = `version: 1
ticket:
  patterns: ['SHOP-\\d+', '#\\d+']
  except:
    - { accounts: [${bot.id}], paths: [CHANGELOG.md], reason: The bot writes the changes. }
`;

let story: Story;
let lines: readonly Line[];
let made: Opened;
let head = '';

beforeAll(async () => {
  story = await openStory({ files: { '.github/compliance-audit.yml': file } });
  story.wait(24 * 60);
  const land = (path: string, more: Parameters<Story['open']>[2] = {}, message?: string): void => {
    const pull = story.open(alice, { [path]: '1' }, more);
    if (message !== undefined) pull.commit(alice, { [path]: '2' }, message);
    pull.review(bob, 'APPROVED');
    pull.merge('squash', bob);
  };
  land('a', { branch: 'feature/SHOP-1-tea' });
  story.repository.git(['update-ref', '-d', 'refs/heads/feature/SHOP-1-tea']);
  land('b', { pull: { title: 'SHOP-2: Add a cup' } });
  land('c', { pull: { body: 'Personal words.\n\nCloses #77, by mona@example.com.' } });
  land('d', {}, 'Pour\n\nTicket: SHOP-4');
  land('e');
  land('f', { pull: { body: 'SHOP-6', editedAt: '2031-01-01T00:00:00Z' } });
  land('g', {
    pull: {
      title: 'SHOP-7: Add',
      events: [{ kind: 'renamed', at: '2031-01-01T00:00:00Z', by: 'alice', from: 'Add', to: 'SHOP-7: Add' }],
    },
  });
  story.open(bot, { 'CHANGELOG.md': '1' }).merge('squash', bot);
  story.push(alice, { h: '1' }, 'Push it\n\nSHOP-9');
  lines = await audited(story);
  made = await opened(await packed(lines));
  head = made.manifest.log?.to.link ?? '';
});
afterAll(() => story.close());

test('each change names its ticket where it was written, as it was at the merge', async () => {
  const audit = await judge(lines);
  const changes: readonly ReportedChange[] = await Array.fromAsync(audit.changes());
  const told = changes.map(({ pull, ticket }) => `${pull?.number ?? 'push'} ${ticket?.state} ${ticket?.named.join()} ${ticket?.why ?? ''}`);
  expect(told.toSorted()).toEqual([
    '1 named SHOP-1 ',
    '2 named SHOP-2 ',
    '3 named #77 ',
    '4 named SHOP-4 ',
    '5 without  it names none where the audit’s file says',
    '6 not known  its body was edited after the merge',
    '7 without  it names none where the audit’s file says',
    '8 excepted  The bot writes the changes.',
    'push named SHOP-9 ',
  ]);
  const found = audit.findings.filter(({ rule }: JudgedFinding) => rule === 'change-without-ticket');
  expect(new Set(found.map(({ change }) => change?.pull))).toEqual(new Set([5, 7]));
  expect(audit.rules.find(({ rule }) => rule === 'change-without-ticket')).toMatchObject({ result: 'not tested', tested: 7, found: 2 });
  expect(JSON.stringify(lines.filter(({ kind }) => kind !== 'answer'))).not.toMatch(/Personal words|mona@example/);
  expect((await Array.fromAsync(csv(audit))).join('')).toContain('"ticket","tickets","ticket_why"');
  expect(JSON.stringify((await firstPage(audit)).parts)).toMatch(
    /7\. Was it authorized\?.*Not all:.*Without: 2\. Not known: 1\. Need none, for a reason: 1\./,
  );
});

test('GitHub is asked for the texts once, and never where no ticket is asked for', async () => {
  const asked = (of: readonly Line[]) =>
    of.flatMap((line) => (line.kind === 'query' && line.text.includes('TextsOfPull') ? [line.times] : []));
  expect(asked(lines)).toEqual([1]);
  const other = await openStory({});
  try {
    const pull = other.open(alice, { a: '1' });
    pull.merge('squash', bob);
    const told = await audited(other);
    expect(asked(told)).toEqual([]);
    expect(JSON.stringify(told)).not.toContain('"tickets"');
    expect((await judge(told)).rules.map(({ rule }) => rule)).not.toContain('change-without-ticket');
  } finally {
    await other.close();
  }
});

const tickets = (change: (of: NonNullable<LandingFact['tickets']>) => LandingFact['tickets']) => (all: readonly Line[]) =>
  all.map((line): Line => {
    if (line.kind !== 'landing' || line.tickets === undefined) return line;
    const { tickets: told, ...fact } = line;
    const changed = change(told);
    return changed === undefined ? fact : { ...fact, tickets: changed };
  });

describe('a package', () => {
  test('with them holds', async () => {
    const { code, recomputed } = await verified(await madeAnew(made), head);
    expect([recomputed?.problems, recomputed?.not_proved, code]).toEqual([[], [], 0]);
  });

  test.for<readonly [string, ReturnType<typeof tickets>]>([
    ['another ticket', tickets((of) => ('5' in of ? { 5: [{ in: 'title', named: ['SHOP-5'] }] } : of))],
    [
      'a reason that is gone',
      tickets((of) => ('6' in of ? { 6: (of['6'] ?? []).map(({ named, ...place }) => ({ in: place.in, named })) } : of)),
    ],
    ['none of them', tickets(() => undefined)],
  ])('with %s does not', async ([, tell]) => {
    const { code, recomputed } = await verified(await withFacts(made, tell), head);
    expect(code).toBe(1);
    expect(recomputed?.problems).toContainEqual(expect.stringMatching(/^The tickets that pull request \d names: /));
  });

  test('without the answers about them proves nothing', async () => {
    const contents = new Map(made.contents);
    const answers = (contents.get('github.ndjson')?.toString() ?? '').trim().split('\n');
    const left = answers.filter((line) => !line.includes('TextsOfPullRequests'));
    expect(left.length).toBeLessThan(answers.length);
    contents.set('github.ndjson', Buffer.from(left.map((line) => `${line}\n`).join('')));
    const { code, recomputed } = await verified(await madeAnew({ ...made, contents }), head);
    expect([code, recomputed?.problems]).toEqual([2, []]);
    expect(recomputed?.not_proved).toContainEqual(
      expect.stringMatching(/^The tickets that pull request 1 names: github\.ndjson does not have/),
    );
  });
});
