import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Line } from '../../../src/audit/facts/line.ts';
import { rows } from '../../support/runs.ts';
import { root } from '../../support/sources.ts';
import { good, mappedBranches, openMappedStory } from './mapped.ts';
import { play, type Playing } from './play.ts';
import { alice, bob, carol, type Story } from './story.ts';

/*
 * A story is audited from end to end: real git, the real service, and GitHub's double. The facts that are collected are compared with
 * test/fixtures/audit/collected, a file for each question: `npx vitest run --mode slow test/audit/world/played.test.ts -u` writes them,
 * look at what changed. `npm test` asks two of them. The slow tests play hundreds of scenes.
 */
let story: Story;
let red = '';
let whole: readonly string[] = [];
let head = '';

beforeAll(async () => {
  story = await openMappedStory();
  const sha = (await good(story, story.open(alice, { 'release/b.ts': '1' }), 'release')).merge('squash', bob);
  await story.record(sha, { flow: 'release' });
  await story.artifact('b', 'release', sha);
  await story.approve('b', 'release', 'bob');
  await story.runs('production', 'b');
  story.deploy(sha);
  story.release('v1', sha);
  const forced = await good(story, story.open(alice, { 'src/a.ts': '1' }));
  forced.event('labeled', 'emergency', bob);
  const old = forced.head();
  forced.commit(alice, { 'src/a.ts': '2' });
  forced.force(old, alice);
  forced.merge('merge', bob);
  const change = story.open(carol, { 'src/red.ts': '1' });
  red = change.head();
  await story.record(red);
  await story.record(red, { failed: 1 });
  change.review(bob, 'CHANGES_REQUESTED');
  change.merge('squash', bob);
  story.push(alice, { 'src/pushed.ts': '1' });
  await story.record('e'.repeat(40), { flow: 'unit' });
}, 120_000);
afterAll(() => story.close());

const hidden: readonly (readonly [what: RegExp, name: string])[] = [
  [/127\.0\.0\.1:\d+/g, 'HOST'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]+/g, 'ID'],
  [/(?<=")[0-9a-f]{64}(?=")/g, 'HASH'],
  // GitHub's double counts on where other tests ended.
  [/(?<="(?:id|review|landing)":")\d+(?=")/g, 'NUMBER'],
  [/(?<="times":)\d+/g, 'N'],
  [/20(?!30)\d\d-\d\d-\d\dT[\d:.]+Z/g, 'TIME'],
];

/** The facts as lines, those of people and machines that are others in each run by a word. */
async function collected(playing: Playing): Promise<readonly string[]> {
  const { breaches, lines } = await play(story, playing);
  expect(breaches).toEqual([]);
  const log = lines.find((line): line is Extract<Line, { kind: 'log' }> => line.kind === 'log');
  head = log?.chain?.link ?? head;
  return lines
    .filter(({ kind }) => kind !== 'record' && kind !== 'answer')
    .map((line) => hidden.reduce((text, [what, name]) => text.replaceAll(what, name), JSON.stringify(line)));
}

/** The questions of an audit. Each takes an hour of the story. */
const questions: Readonly<Record<string, () => Playing>> = {
  whole: () => ({ branches: mappedBranches, withLog: true }),
  'git alone': () => ({ withoutGitHub: true }),
  trail: () => ({ branches: mappedBranches, flows: ['unit'], scope: { kind: 'trail', flow: 'unit', trail: red } }),
  artifact: () => ({ branches: mappedBranches, scope: { kind: 'artifact', fingerprint: 'b'.repeat(64) } }),
  'with witnesses': () => ({ withLog: true, witnesses: [head, 'f'.repeat(64)] }),
};

test.each(rows(Object.entries(questions), ([name]) => name === 'whole' || name === 'git alone'))(
  '%s',
  { timeout: 60_000 },
  async (name, playing) => {
    const lines = await collected(playing());
    if (name === 'whole') whole = lines;
    const text = [
      ...lines.filter((line) => name === 'whole' || !whole.includes(line)),
      ...whole.filter((line) => !lines.includes(line)).map((line) => `gone: ${line.slice(0, 150)}`),
    ];
    await expect(`${text.join('\n')}\n`).toMatchFileSnapshot(
      join(root, `test/fixtures/audit/collected/${name.replaceAll(' ', '-')}.ndjson`),
    );
  },
);
