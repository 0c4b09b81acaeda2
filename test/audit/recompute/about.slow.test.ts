import { afterAll, beforeAll, expect, test } from 'vitest';
import { mappedBranches, openMappedStory } from '../world/mapped.ts';
import { play } from '../world/play.ts';
import { bob, carol, type Story } from '../world/story.ts';
import { audited, madeAnew, opened, packed, verified, withFacts, type Opened } from './packed-story.ts';

let story: Story;
let bytes: Buffer;
let made: Opened;
let head = '';

beforeAll(async () => {
  story = await openMappedStory();
  const red = story.open(carol, { 'src/red.ts': '1' });
  await story.record(red.head(), { failed: 1 });
  red.review(bob, 'APPROVED');
  red.merge('squash', bob);
  bytes = await packed(await audited(story, { branches: mappedBranches }));
  made = await opened(bytes);
  head = made.manifest.log?.to.link ?? '';
});
afterAll(() => story.close());

test('what the package is about follows from its facts, and a manifest that says otherwise does not hold', async () => {
  const { audit, scope } = made.manifest;
  const { about } = await verified(bytes, head);
  expect(about).toEqual({ by: 'facts', scope, ...audit, previous: null });
  expect(audit).toMatchObject({ repository: 'acme/shop', branches: ['main', 'develop', 'release/1'], basis: 'github', since_sha: null });
  expect([audit.verdict, audit.findings]).toEqual([
    'failing',
    JSON.parse(made.contents.get('audit.json')?.toString() ?? '').findings.length,
  ]);
  for (const [lie, words] of [
    [{ repository: 'acme/other' }, 'the repository: acme/other and acme/shop'],
    [{ branches: ['main'] }, 'the branches: main and main, develop, release/1'],
    [{ basis: 'git' }, 'the basis: git and github'],
    [{ since_sha: 'a'.repeat(40) }, `the commit that the period begins after: ${'a'.repeat(40)} and none`],
    [{ verdict: 'clear' }, 'the verdict: clear and failing'],
    [{ findings: 0 }, `the number of findings: 0 and ${audit.findings}`],
  ] as const) {
    const lied = await verified(await madeAnew(made, { audit: { ...audit, ...lie } }), head);
    expect([lied.code, lied.recomputed?.problems]).toEqual([1, [`manifest.json and collected.ndjson disagree on ${words}`]]);
  }
});

test('a package that names the audit before no more is no yes, whatever its reports are, until its reader says that there was none', async () => {
  const { report } = await play(story, { branches: mappedBranches, withLog: true });
  const from = await opened(await packed(await audited(story, { branches: mappedBranches }), report));
  const log = from.manifest.log?.to.link;
  const contents = new Map(from.contents);
  contents.delete('previous.json');
  const alone = await withFacts({ contents, manifest: { ...from.manifest, previous: null } }, (lines) => lines);
  const said = await verified(alone, log, {});
  expect([said.code, said.outcome, said.about?.['previous'], said.recomputed?.not_proved]).toEqual([
    2,
    'not-recomputed',
    null,
    [expect.stringMatching(/^The package names no audit before/)],
  ]);
  expect((await verified(alone, log)).code).toBe(0);
  const named = await verified(await madeAnew(from), log);
  expect([named.code, named.outcome, named.unexpected]).toEqual([
    1,
    'unexpected',
    [`The package names an audit before, SHA-256 ${from.manifest.previous?.report}, and none was expected`],
  ]);
});
