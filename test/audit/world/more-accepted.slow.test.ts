import { expect, onTestFinished, test } from 'vitest';
import { auditFile, good, mappedBranches, openMappedStory, path } from './mapped.ts';
import { foundIn, play, type Played } from './play.ts';
import { alice, bob, carol, type Story } from './story.ts';

async function opened(): Promise<Story> {
  const story = await openMappedStory();
  onTestFinished(() => story.close());
  return story;
}

/** A change of alice without evidence; gives its SHA. */
function untested(story: Story, name: string): string {
  const pull = story.open(alice, { [`src/${name}.ts`]: '1' });
  pull.review(bob, 'APPROVED');
  return pull.merge('squash', bob);
}

const keyOf = ({ audit }: Played, subject: string): string => audit.findings.find((one) => one.subject.id === subject)?.key ?? '';

function entry(key: string, owner: string, since: string, until: string): string {
  return `  - { key: '${key}', reason: Known, owner: ${owner}, since: ${since}, until: ${until} }\n`;
}

async function accept(story: Story, entries: readonly string[]): Promise<string> {
  const pull = story.open(carol, { [path]: auditFile(`accepted:\n${entries.join('')}`) });
  await story.record(pull.head(), { flow: 'release' });
  return (await good(story, pull)).merge('squash', bob);
}

test('an acceptance counts for its days, for what is found, and not by an author; each finding stays', async () => {
  const story = await opened();
  const branches = mappedBranches;
  const [valid, own, expired] = ['valid', 'own', 'expired'].map((name) => untested(story, name));
  const first = await play(story, { branches });
  const keys = [valid, own, expired].map((sha) => keyOf(first, sha ?? ''));
  const [validKey = '', ownKey = '', expiredKey = ''] = keys;
  const unusedKey = `change-without-trail:commit:${'0'.repeat(40)}:unit`;
  const change = await accept(story, [
    entry(validKey, 'bob', '2030-01-08', '2030-04-08'),
    entry(ownKey, 'alice', '2030-01-08', '2030-02-08'),
    entry(expiredKey, 'bob', '2030-01-01', '2030-01-07'),
    entry(unusedKey, 'bob', '2030-01-08', '2030-02-08'),
  ]);
  const { audit } = await play(story, { branches, previous: first.report });
  expect(foundIn(audit)).toEqual(
    [
      ...[valid, own, expired].map((sha) => `change-without-trail ${sha}`),
      ...[ownKey, expiredKey, unusedKey].map((key) => `acceptance-not-valid ${key}`),
      `control-changed ${change}`,
    ].toSorted(),
  );
  expect(audit.findings.filter(({ accepted }) => accepted !== null).map(({ key }) => key)).toEqual([validKey]);
});

test('whoever hides behind another name, and behind a reviewer who edits the file, accepts nothing of their own', async () => {
  const story = await opened();
  const branches = mappedBranches;
  const [hidden = '', approved = ''] = ['hidden', 'approved'].map((name) => untested(story, name));
  const first = await play(story, { branches });
  const [hiddenKey, approvedKey] = [keyOf(first, hidden), keyOf(first, approved)];
  const text = (reason: string): string =>
    auditFile(`accepted:\n${[hiddenKey, approvedKey].map((key) => entry(key, 'bob', '2030-01-08', '2030-04-08')).join('')}`).replace(
      'Known',
      reason,
    );
  const own = story.open(alice, { [path]: auditFile(`accepted:\n${entry(hiddenKey, 'bob', '2030-01-08', '2030-04-08')}`) });
  own.merge('merge', alice);
  const others = await good(story, story.open(alice, { [path]: text('Known') }));
  others.merge('squash', bob);
  const edit = await good(story, story.open(carol, { [path]: text('Well known') }));
  edit.merge('squash', bob);
  const { audit } = await play(story, { branches, previous: first.report });
  expect(foundIn(audit).filter((found) => found.startsWith('acceptance-not-valid'))).toEqual([`acceptance-not-valid ${hiddenKey}`]);
  const accepted = audit.findings.flatMap((finding) => (finding.accepted === null ? [] : [[finding.key, finding.accepted.by?.author]]));
  expect(accepted).toEqual([[approvedKey, 'alice']]);
  const alone = await play(story, { branches, previous: first.report, withoutGitHub: true });
  expect(alone.audit.rules.find(({ rule }) => rule === 'acceptance-not-valid')?.why).toContain('nobody checked');
});

test('an acceptance for 91 days accepts nothing', async () => {
  const story = await opened();
  const sha = untested(story, 'long');
  const first = await play(story, { branches: mappedBranches });
  await accept(story, [entry(keyOf(first, sha), 'bob', '2030-01-08', '2030-04-09')]);
  const { audit } = await play(story, { branches: mappedBranches });
  expect(foundIn(audit)).toContain(`change-without-trail ${sha}`);
  expect(foundIn(audit)).toContain(`acceptance-not-valid ${keyOf(first, sha)}`);
  expect(audit.findings.every(({ accepted }) => accepted === null)).toBe(true);
});

test('time that no complete audit covers is a gap, and nobody can accept it', async () => {
  const story = await opened();
  const branches = mappedBranches;
  untested(story, 'before');
  const first = await play(story, { branches });
  story.wait(24 * 60);
  const since = story.now();
  const gap = await play(story, { branches, previous: first.report, since });
  const found = gap.audit.findings.filter(({ rule }) => rule === 'audit-gap');
  expect(found).toHaveLength(1);
  await accept(story, [entry(found[0]?.key ?? '', 'bob', '2030-01-08', '2030-02-08')]);
  const { audit } = await play(story, { branches, previous: first.report, since });
  expect(audit.findings.filter(({ rule }) => rule === 'audit-gap').map(({ accepted }) => accepted)).toEqual([null]);
  expect(foundIn(audit)).toContain(`acceptance-not-valid ${found[0]?.key}`);
  const joined = await play(story, { branches, previous: first.report, since: first.audit.world.header.period.until });
  expect(joined.audit.findings.filter(({ rule }) => rule === 'audit-gap')).toEqual([]);
});
