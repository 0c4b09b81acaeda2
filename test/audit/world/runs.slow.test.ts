import { expect, onTestFinished, test } from 'vitest';
import { faults, silent } from './faults.ts';
import { judge, play } from './play.ts';
import { openStory, type Story } from './story.ts';

async function story(): Promise<Story> {
  const one = await openStory();
  onTestFinished(() => one.close());
  return one;
}

const statuses = (findings: readonly { readonly rule: string; readonly status: string; readonly subject: { readonly id: string } }[]) =>
  findings.map(({ rule, status, subject }) => `${status} ${rule} ${subject.id}`).toSorted();

test('a second audit says exactly what was fixed, and a third one calls nothing fixed that it did not look at', async () => {
  const it = await story();
  const [late] = (await faults['no evidence']?.(it)) ?? [];
  const [partial] = (await faults['evidence that is not what the flow asks for']?.(it)) ?? [];
  const tip = it.repository.tip('main');
  const [alone] = (await faults['nobody who looked']?.(it)) ?? [];
  const [red] = (await faults['a test that failed']?.(it)) ?? [];
  const first = await play(it);
  expect(statuses(first.audit.findings)).toEqual([late, partial, alone, red].map((each) => `new ${each}`).toSorted());

  const sha = late?.split(' ')[1] ?? '';
  await it.record(sha);
  await it.record(partial?.split(' ')[1] ?? '');
  const second = await play(it, { previous: first.report });
  const open = [`open ${alone}`, `open ${red}`];
  const after = [sha, tip].map((each) => `evidence-after-merge ${each}`);
  expect(statuses(second.audit.findings)).toEqual(
    [...open, `fixed ${late}`, `fixed ${partial}`, ...after.map((each) => `new ${each}`)].toSorted(),
  );

  const third = await play(it, { previous: second.report, since: it.now() });
  expect(third.audit.complete).toBe(true);
  expect(statuses(third.audit.findings)).toEqual([...open, ...after.map((each) => `open ${each}`)].toSorted());
  expect(third.audit.findings.every(({ carried }) => carried)).toBe(true);
});

test('where one update of a branch is missing, the audit is unknown', async () => {
  const it = await story();
  for (let change = 0; change < 3; change += 1) await silent['a squash']?.(it);
  const { audit } = await play(it);
  expect([audit.complete, audit.totals.landings]).toEqual([true, 3]);
  for (let missing = 1; missing < it.github.activity.length; missing += 1) {
    const [update] = it.github.activity.splice(missing, 1);
    const { audit: without } = await play(it);
    expect(without.complete, `without update ${missing}`).toBe(false);
    if (update !== undefined) it.github.activity.splice(missing, 0, update);
  }
});

test('where one landing is missing in the file, the audit is unknown', async () => {
  const it = await story();
  for (let change = 0; change < 3; change += 1) await silent['a squash']?.(it);
  const { lines } = await play(it);
  expect((await judge(lines)).complete).toBe(true);
  for (const line of lines.filter(({ kind }) => kind === 'landing').slice(0, -1))
    expect((await judge(lines.filter((one) => one !== line))).complete).toBe(false);
});
