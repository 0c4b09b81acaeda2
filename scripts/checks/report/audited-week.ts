import type { Audit } from '../../../src/audit/judge/audit.ts';
import { faults, silent } from '../../../test/audit/world/faults.ts';
import { play } from '../../../test/audit/world/play.ts';
import { alice, bob, carol, openStory, type Story } from '../../../test/audit/world/story.ts';
import { removeRepositories } from '../../../test/support/git.ts';

const mapping = 'flows:\n  unit:\n    paths: [src/**]\nemergency:\n  label: emergency\n  days: 3\n';
const halfADay = 12 * 60;

export async function auditedWeek(): Promise<Audit> {
  const story = await openStory();
  try {
    await playWeek(story);
    const before = await play(story);
    const key = before.audit.findings.find(({ rule }) => rule === 'overridden')?.key ?? '';
    await accept(story, key);
    return (await play(story)).audit;
  } finally {
    await story.close();
    removeRepositories();
  }
}

export async function playWeek(story: Story): Promise<void> {
  await mergedFile(story, mapping);
  for (const scene of [
    silent['a squash'],
    faults['evidence after the merge'],
    silent['a merge commit'],
    silent['a merge queue in which all is tested'],
    faults['a base that moved'],
    silent['a deployment of what is covered'],
    faults['nobody who looked'],
    faults['an override'],
    faults['no evidence'],
    silent['co-authors, and a third who approves'],
  ]) {
    await scene?.(story);
    story.wait(halfADay);
  }
}

export async function accept(story: Story, key: string): Promise<void> {
  const day = story.now().slice(0, 10);
  const until = new Date(Date.parse(day) + 14 * 86_400_000).toISOString().slice(0, 10);
  const reason = 'The machine was replaced, and the test passes there';
  await mergedFile(
    story,
    `${mapping}accepted:\n  - key: ${key}\n    reason: ${reason}\n    owner: carol\n    since: ${day}\n    until: ${until}\n`,
  );
}

async function mergedFile(story: Story, text: string): Promise<void> {
  const pull = story.open(carol, { '.github/compliance-audit.yml': text });
  await story.record(pull.head());
  pull.review(bob, 'APPROVED');
  pull.merge('squash', alice);
}
