import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { htmlReport } from '../../../src/audit/reports/html/html.ts';
import { readPrevious } from '../../../src/audit/previous/read-previous.ts';
import { play, type Played, type Playing } from '../world/play.ts';
import { alice, bob, carol, openStory, type Story } from '../world/story.ts';
import { textOf } from '../reports/html/page.ts';

let story: Story;
beforeEach(async () => {
  story = await openStory();
});
afterEach(() => story.close());

/** A reviewed and tested change that landed; gives the commit that was tested, and the one that landed. */
async function land(name: string, how: 'merge' | 'squash'): Promise<{ readonly head: string; readonly landed: string }> {
  const pull = story.open(alice, { [`src/${name}.ts`]: '1' });
  const head = pull.head();
  await story.record(head);
  pull.review(bob, 'APPROVED');
  const landed = pull.merge(how, carol);
  story.wait(60);
  return { head, landed };
}

const ofTrail = (trail: string, more: Playing = {}): Promise<Played> =>
  play(story, { scope: { kind: 'trail', flow: 'unit', trail }, flows: ['unit'], ...more });

const landings = ({ lines }: Played): readonly (string | null)[] =>
  lines.flatMap((line) => (line.kind === 'landing' ? [line.landing.after] : []));
const holes = ({ audit }: Played): readonly string[] => audit.world.holes.map(({ what, why }) => `${what}: ${why}`);

describe('an audit of one trail', () => {
  test.each(['merge', 'squash'] as const)('is about the landing of its commit alone, after a %s', async (how) => {
    await land('before', 'squash');
    const { head, landed } = await land('this', how);
    await land('after', 'merge');
    const played = await ofTrail(head);
    expect([landings(played), holes(played), played.audit.complete]).toEqual([[landed], [], true]);
    const [change] = await Array.fromAsync(played.audit.changes());
    expect(change).toMatchObject({ sha: landed, approved: 'yes', reviewers: ['bob'], tested: { tested: 'yes' }, state: 'covered' });
    expect(played.audit.totals.changes).toBe(1);
    expect(played.breaches).toEqual([]);
  });

  test('says on its first page that it says nothing of other changes, and is no audit to begin after', async () => {
    const { head } = await land('this', 'merge');
    const played = await ofTrail(head);
    const text = textOf((await Array.fromAsync(htmlReport(played.audit))).join(''));
    expect(text).toContain(`Landed with the commits of the trail ${head} of flow unit alone, up to`);
    expect(text).toContain(`Only what landed with the trail ${head} of flow unit was asked for.`);
    expect(text).toContain('This says nothing of any other change');
    expect(text).toContain(`compliance-evidence audit \\ --trail ${head} \\ --branch main \\ --flow unit`);
    expect(JSON.parse(played.report)).toMatchObject({
      completeUntil: null,
      header: { scope: { kind: 'trail', flow: 'unit', trail: head } },
    });
    expect(() => readPrevious(played.report, '0'.repeat(64))).toThrow('is of one trail or artifact');
  });

  test('has what was deployed of it, and of no other change', async () => {
    const { head, landed } = await land('this', 'merge');
    story.deploy(landed);
    const other = await land('other', 'merge');
    story.deploy(other.landed);
    story.release('v1', landed);
    story.wait(60);
    story.release('v2', other.landed);
    const { lines } = await ofTrail(head);
    expect(lines.flatMap((line) => (line.kind === 'deployment' ? [line.sha] : []))).toEqual([landed]);
    expect(lines.flatMap((line) => (line.kind === 'release' ? [[line.tag, line.branch]] : []))).toEqual([['v1', 'main']]);
    expect(lines.flatMap((line) => (line.kind === 'tag' ? [line.name] : []))).toEqual(['v1']);
    expect(lines.filter(({ kind }) => kind === 'notification')).toEqual([]);
  });

  test('of several commits is about the landing of each', async () => {
    const [one, two] = [await land('one', 'merge'), await land('two', 'squash')];
    await land('three', 'merge');
    for (const { head } of [one, two]) await story.record(head, { trail: 'both' });
    const played = await ofTrail('both');
    expect([new Set(landings(played)), holes(played)]).toEqual([new Set([one.landed, two.landed]), []]);
  });

  test('is told by git alone where there is no token, and a squash is a hole then', async () => {
    const merged = await land('merged', 'merge');
    const played = await ofTrail(merged.head, { withoutGitHub: true });
    expect([landings(played), holes(played)]).toEqual([[merged.landed], []]);
    expect((await Array.fromAsync(played.audit.changes()))[0]).toMatchObject({ approved: 'not known', tested: { tested: 'not known' } });
    const squashed = await land('squashed', 'squash');
    const other = await ofTrail(squashed.head, { withoutGitHub: true });
    expect(other.audit.complete).toBe(false);
    expect(holes(other)).toEqual([
      `landing of commit ${squashed.head}: no audited branch holds it, and GitHub was not asked with which pull request it landed`,
    ]);
  });

  test('whose commit landed nowhere is unknown, and says so', async () => {
    await land('other', 'merge');
    const pull = story.open(alice, { 'src/open.ts': '1' });
    await story.record(pull.head());
    const played = await ofTrail(pull.head());
    expect([landings(played), played.audit.complete]).toEqual([[], false]);
    expect(holes(played)).toEqual([`landing of commit ${pull.head()}: no audited branch holds it, and no pull request with it was merged`]);
  });

  test('that is not there, or is about no commit, is an error with a fix', async () => {
    await expect(ofTrail('nowhere')).rejects.toThrow('The organization acme has no trail nowhere in a flow unit');
    const text = 'trail:\n  attestations:\n    - name: tests\n      type: junit\n';
    await story.send('PUT', '/trails/acme/unit', { name: 'bare', description: '' }, { name: 'template_file', text });
    await expect(ofTrail('bare')).rejects.toThrow('The trail bare of flow unit is about no commit');
  });
});

describe('an audit of one artifact', () => {
  const ofArtifact = (letter: string): Promise<Played> => play(story, { scope: { kind: 'artifact', fingerprint: letter.repeat(64) } });

  test('is about the landing of the commit that it is made from, with its approvals', async () => {
    await land('before', 'merge');
    const { landed } = await land('this', 'merge');
    await story.artifact('a', 'unit', landed);
    await story.record(landed);
    const other = await land('other', 'merge');
    await story.artifact('b', 'unit', other.landed);
    const played = await ofArtifact('a');
    expect([landings(played), holes(played)]).toEqual([[landed], []]);
    expect(played.audit.world.artifacts.map(({ fingerprint }) => fingerprint)).toEqual(['a'.repeat(64)]);
  });

  test('that no flow was told of is an error with a fix', async () => {
    await expect(ofArtifact('c')).rejects.toThrow(`No flow of the organization acme was told of an artifact ${'c'.repeat(64)}`);
  });
});
