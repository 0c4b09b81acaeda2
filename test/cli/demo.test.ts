import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { demoAudit } from '../../src/cli/demo/demo-audit.ts';
import { demo } from '../../src/cli/demo/demo.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import { rows } from '../support/runs.ts';
import { root } from '../support/sources.ts';
import { listening } from './listening.ts';

/*
 * The demos in this process, and all that they print, compared with test/fixtures/demo.txt and demo-audit.txt. `npx vitest run --mode slow
 * test/cli/demo.test.ts -u` writes them, look at what changed. The slow tests alone play the week.
 */

const never = new AbortController().signal;
let folder = '';
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'evidence-demo-')));
  vi.stubEnv('TMPDIR', folder);
  vi.stubEnv('npm_lifecycle_event', undefined);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });
});

it('lets a green change pass and fails a red one, with the place of the failing test and what to do next, and leaves nothing', async () => {
  const { err, out, terminal } = listening();
  expect(await demo(false, never, terminal)).toBe(0);
  expect([err, readdirSync(folder)]).toEqual([[], []]);
  await expect(withNames(out)).toMatchFileSnapshot(join(root, 'test/fixtures/demo.txt'));
});

it.each(rows(['all but the change by hand is tested and recorded on its day'], () => false))('plays a week and audits it: %s', async () => {
  const { err, out, terminal } = listening();
  const place = join(folder, 'example');
  expect(await demoAudit(place, never, terminal)).toBe(0);
  expect([err, readdirSync(folder), readdirSync(place).toSorted()]).toEqual([[], ['example'], ['audit.tgz', 'head.txt', 'report.html']]);
  const today = new Date().toISOString().slice(0, 10);
  const daysAgo = (day: string): string => `${(Date.parse(today) - Date.parse(day)) / 86_400_000} days ago`;
  const text = withNames(out)
    .replaceAll(folder, 'FOLDER')
    .replaceAll(/\d{4}-\d\d-\d\d/g, daysAgo)
    .replaceAll(/(?<= 0 days ago[ T])\d\d:\d\d(?::\d\d\.\d+)?/g, 'NOW')
    .replace(/ as the user \S+/, ' as the user USER');
  await expect(text).toMatchFileSnapshot(join(root, 'test/fixtures/demo-audit.txt'));
});

/** With names in place of what differs from run to run. */
function withNames(out: readonly string[]): string {
  const text = out
    .join('\n')
    .replaceAll(root, 'ROOT/')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'SERVICE')
    .replaceAll(/\b[0-9a-f]{64}\b/g, 'HASH')
    .replaceAll(/\b[0-9a-f]{40}\b/g, 'COMMIT')
    .replaceAll(/\b[0-9a-f]{12}\b/g, 'SHORT')
    .replaceAll(/(?<=[Cc]ommit )[0-9a-f]{7}\b/g, 'SHORTER')
    .replaceAll(/[\d.]+ KiB/g, 'SIZE')
    .replaceAll(/(?<=compliance-evidence )\d+\.\d+\.\d+/g, 'VERSION');
  return `${text}\n`;
}

type Play = (interrupt: AbortSignal, terminal: Terminal) => Promise<number>;
const play: Play = (interrupt, terminal) => demo(false, interrupt, terminal);
const playAudit: Play = (interrupt, terminal) => demoAudit(join(folder, 'example'), interrupt, terminal);

it.each([
  ['demo', play, '3. ', 'Interrupted. Nothing is left of the demo.'],
  ['demo --audit', playAudit, '2. ', 'Interrupted. Nothing of the week is left.'],
])('%s leaves nothing when it is stopped on its way', async (_, run, at, said) => {
  const interrupt = new AbortController();
  const { err, terminal } = listening();
  const stopping: Terminal = { ...terminal, out: (text) => void (text.startsWith(at) && interrupt.abort()) };
  expect(await run(interrupt.signal, stopping)).toBe(130);
  expect([err, readdirSync(folder)]).toEqual([[said], []]);
});

it.each([
  ['demo', play],
  ['demo --audit', playAudit],
])('%s says what is missing where there is no git, and leaves nothing', async (_, run) => {
  vi.stubEnv('PATH', folder);
  await expect(run(never, listening().terminal)).rejects.toThrow(/^The demo could not run git: .*ENOENT/);
  expect(readdirSync(folder)).toEqual([]);
});

it('demo --audit says which folder it cannot make', async () => {
  writeFileSync(join(folder, 'file'), '');
  const asked = demoAudit(join(folder, 'file', 'example'), never, listening().terminal);
  await expect(asked).rejects.toMatchObject({
    message: expect.stringMatching(/^The folder \S*example cannot be made: ENOTDIR/),
    fix: 'Name another one: demo --audit FOLDER',
  });
});
