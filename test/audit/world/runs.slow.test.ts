import { expect, onTestFinished, test } from 'vitest';
import { faults } from './faults.ts';
import { judge, play } from './play.ts';
import { silent } from './silent.ts';
import { alice, bob, openStory, type Story } from './story.ts';

const timeout = 120_000;

async function story(): Promise<Story> {
  const one = await openStory();
  onTestFinished(() => one.close());
  return one;
}

const statuses = (findings: readonly { readonly rule: string; readonly status: string; readonly subject: { readonly id: string } }[]) =>
  findings.map(({ rule, status, subject }) => `${status} ${rule} ${subject.id}`).toSorted();

test('a second audit says exactly what was fixed, and a third one calls nothing fixed that it did not look at', { timeout }, async () => {
  const it = await story();
  const [late] = (await faults['no evidence']?.(it)) ?? [];
  const [alone] = (await faults['nobody who looked']?.(it)) ?? [];
  const aside = it.open(alice, { 'src/aside.ts': '1' });
  it.release('v0.9.0', aside.head());
  const first = await play(it);
  expect(statuses(first.audit.findings)).toEqual([`new ${late}`, `new ${alone}`, 'new release-outside-population v0.9.0'].toSorted());

  const sha = late?.split(' ')[1] ?? '';
  await it.record(sha);
  await it.record(aside.head());
  aside.review(bob, 'APPROVED');
  aside.merge('merge', bob);
  const second = await play(it, { previous: first.report });
  const half = [`fixed ${late}`, `open ${alone}`, 'fixed release-outside-population v0.9.0', `new evidence-after-merge ${sha}`];
  expect(statuses(second.audit.findings)).toEqual(half.toSorted());

  const third = await play(it, { previous: second.report, since: it.now() });
  expect(third.audit.complete).toBe(true);
  expect(statuses(third.audit.findings)).toEqual([`open ${alone}`, `open evidence-after-merge ${sha}`].toSorted());
  expect(third.audit.findings.every(({ carried }) => carried)).toBe(true);
});

test('where one update of a branch is missing, the audit is unknown', { timeout }, async () => {
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

test('where one landing is missing in the file, the audit is unknown', { timeout }, async () => {
  const it = await story();
  for (let change = 0; change < 3; change += 1) await silent['a squash']?.(it);
  const { lines } = await play(it);
  expect((await judge(lines)).complete).toBe(true);
  for (const line of lines.filter(({ kind }) => kind === 'landing').slice(0, -1))
    expect((await judge(lines.filter((one) => one !== line))).complete).toBe(false);
});
