import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { good, mappedBranches, openMappedStory } from '../world/mapped.ts';
import { play } from '../world/play.ts';
import { alice, bob, carol, type Story } from '../world/story.ts';
import { audited, hex, madeAnew, opened, packed, verified, withFacts, type Opened } from './packed-story.ts';

let story: Story;
let made: Opened;
let head = '';
let red = '';

beforeAll(async () => {
  story = await openMappedStory();
  (await good(story, story.open(alice, { 'src/a.ts': '1' }))).merge('merge', bob);
  const change = story.open(carol, { 'src/red.ts': '1' });
  red = change.head();
  await story.record(red, { failed: 1 });
  change.review(bob, 'APPROVED');
  change.merge('squash', bob);
  made = await opened(await packed(await audited(story, { branches: mappedBranches })));
  head = made.manifest.log?.to.link ?? '';
});
afterAll(() => story.close());

type Record = { readonly sequence: number; readonly body?: string };

/** The package with other lines of records, whose hashes stay those of the chain. */
function withRecords(change: (record: Record) => object): Promise<Buffer> {
  const contents = new Map(made.contents);
  const lines = (contents.get('records.ndjson')?.toString() ?? '').trim().split('\n');
  contents.set('records.ndjson', Buffer.from(lines.map((line) => `${JSON.stringify(change(JSON.parse(line)))}\n`).join('')));
  const attachments = [...contents].filter(([path]) => path.startsWith('attachments/')).map(([path]) => path);
  for (const path of attachments) contents.delete(path);
  return madeAnew({ ...made, contents });
}

const hide = ({ body = '', sequence }: Record): object => ({ sequence, body_sha256: hex(body) });

describe('records that are hidden', () => {
  test('of a trail that the facts have are no proof of it', async () => {
    const bytes = await withRecords((record) => (record.body?.includes(red) === true ? hide(record) : record));
    const { code, recomputed } = await verified(bytes, head);
    expect([code, recomputed?.problems]).toEqual([1, [expect.stringMatching(new RegExp(`^Trail ${red} of flow unit was added`))]]);
  });

  test('of a flow that trails need make that nothing can be worked out, which is no yes', async () => {
    const bytes = await withRecords((record) => (record.body?.includes('"kind":"flow_reported"') === true ? hide(record) : record));
    const { code, outcome, recomputed } = await verified(bytes, head);
    expect([code, outcome, recomputed?.agrees]).toEqual([2, 'not-recomputed', null]);
    expect(recomputed?.not_proved).toContainEqual(
      expect.stringMatching(
        /^The facts of the service could not be worked out from the records: Record \d+: its flow unit is in no record before it/,
      ),
    );
  });

  // Nobody can see in a hash what it hides: the page and the docs say so, and an audit of the auditor's own is the answer.
  test('of a trail that is taken out of the facts too are counted, and are all that is left of it', async () => {
    const facts = await opened(
      await withFacts(made, (lines) =>
        lines.map((line) => (line.kind === 'landing' ? { ...line, trails: line.trails.filter(({ name }) => name !== red) } : line)),
      ),
    );
    const before = made;
    const hidden = (await verified(await madeAnew(made), head)).records?.hidden ?? 0;
    made = facts;
    try {
      const bytes = await withRecords((record) => (record.body?.includes(red) === true ? hide(record) : record));
      const { code, records } = await verified(bytes, head);
      expect([code, records?.hidden]).toEqual([0, hidden + 2]);
    } finally {
      made = before;
    }
  });
});

/** The package with other bodies of its records, and a chain that was written anew around them; with its head. */
async function withBodies(change: (body: string) => string): Promise<readonly [bytes: Buffer, link: string]> {
  const contents = new Map(made.contents);
  const lines = (contents.get('records.ndjson')?.toString() ?? '').trim().split('\n');
  let link = '0'.repeat(64);
  const changed = lines.map((line) => {
    const { body, body_sha256: sha256, sequence } = JSON.parse(line);
    const text: unknown = typeof body === 'string' ? change(body) : undefined;
    link = hex(`${link}\n${sequence}\n${typeof text === 'string' ? hex(text) : sha256}`);
    return `${JSON.stringify({ sequence, ...(typeof text === 'string' ? { body: text } : { body_sha256: sha256 }) })}\n`;
  });
  contents.set('records.ndjson', Buffer.from(changed.join('')));
  const { log } = made.manifest;
  if (log === null) throw new Error('The package has no log');
  return [await madeAnew({ ...made, contents }, { log: { ...log, to: { ...log.to, link } } }), link];
}

test('a record whose verdict is not that of its own data is found, also where its chain was written anew', async () => {
  const [lied, link] = await withBodies((body) => body.replace('"is_compliant":false', '"is_compliant":true'));
  const { code, in_itself: inItself, recomputed } = await verified(lied, link);
  expect([code, inItself]).toEqual([1, 'witnessed']);
  expect(recomputed?.problems).toContainEqual(
    expect.stringMatching(/^Record \d+: it says that its evidence is compliant, and by its own data it is not compliant$/),
  );
});

test('a record that says yes with data that give no verdict at all is found', async () => {
  const [lied, link] = await withBodies((body) =>
    body.replace('"is_compliant":false', '"is_compliant":true').replace('"junit_results":[', '"found":['),
  );
  const { code, in_itself: inItself, recomputed } = await verified(lied, link);
  expect([code, inItself]).toEqual([1, 'witnessed']);
  expect(recomputed?.problems).toContainEqual(expect.stringMatching(/^Record \d+: its data give no verdict of the type junit$/));
});

describe('a package by another program', () => {
  const other = 'compliance-evidence/0.9.0';
  const renamed = (): Promise<Buffer> =>
    withFacts(made, (lines) => lines.map((line) => (line.kind === 'audit' ? { ...line, tool: { ...line.tool, version: '0.9.0' } } : line)));

  test('with the same bytes of all reports is as good as one by this', async () => {
    const { code, recomputed } = await verified(await madeAnew(await opened(await renamed()), { tool: other }), head);
    expect([code, recomputed?.agrees]).toEqual([0, true]);
  });

  test('is compared as data where a report has other bytes, and not all of it is proved', async () => {
    const from = await opened(await renamed());
    const contents = new Map(from.contents).set('index.html', Buffer.from('<p>Another report'));
    const { code, outcome, recomputed } = await verified(await madeAnew({ ...from, contents }, { tool: other }), head);
    expect([code, outcome, recomputed?.problems]).toEqual([2, 'not-recomputed', []]);
    expect(recomputed?.not_proved).toEqual([
      `index.html: made by ${other}; this is compliance-evidence/1.0.0: take that one to compare their bytes`,
    ]);
  });

  test('does not hold where its findings are others', async () => {
    const from = await opened(await renamed());
    const report = JSON.parse(from.contents.get('audit.json')?.toString() ?? '');
    const findings = report.findings.filter(({ rule }: { readonly rule: string }) => rule !== 'trail-non-compliant');
    expect(findings.length).toBeLessThan(report.findings.length);
    const contents = new Map(from.contents).set('audit.json', Buffer.from(JSON.stringify({ ...report, findings })));
    const { code, recomputed } = await verified(await madeAnew({ ...from, contents }, { tool: other }), head);
    expect(code).toBe(1);
    expect(recomputed?.problems).toEqual([
      expect.stringMatching(/^The finding trail-non-compliant\S* follows from the facts, and audit\.json does not have it$/),
    ]);
  });
});

describe('a package that was compared with an audit before', () => {
  test('has what it took from it, and gives the same reports', async () => {
    const { report } = await play(story, { branches: mappedBranches, withLog: true });
    const bytes = await packed(await audited(story, { branches: mappedBranches }), report);
    const from = await opened(bytes);
    expect(from.contents.has('previous.json')).toBe(true);
    const log = from.manifest.log?.to.link;
    const honest = await verified(bytes, log, {});
    expect([honest.code, honest.recomputed?.not_recomputed]).toEqual([
      0,
      expect.arrayContaining([expect.stringContaining(`from the report with the SHA-256 ${from.manifest.previous?.report}: compare`)]),
    ]);
    const contents = new Map(from.contents);
    contents.delete('previous.json');
    const without = await verified(await madeAnew({ ...from, contents }), log);
    expect([without.code, without.problems]).toEqual([
      1,
      ['The manifest has previous.json without an audit before, or an audit before without it'],
    ]);
    const kept = await verified(await madeAnew({ ...from, contents }, { previous: null }), log);
    expect([kept.code, kept.recomputed?.problems[0]]).toEqual([1, expect.stringMatching(/^index\.html is not what the facts give/)]);
    const previous = JSON.parse(from.contents.get('previous.json')?.toString() ?? '');
    expect(previous.findings.length).toBeGreaterThan(0);
    contents.set('previous.json', Buffer.from(JSON.stringify({ ...previous, findings: [] })));
    const lied = await verified(await madeAnew({ ...from, contents }), log, {});
    expect([lied.code, lied.recomputed?.problems[0]]).toEqual([1, expect.stringMatching(/^index\.html is not what the facts give/)]);
  });
});

test('the package that was written once and is kept has facts that its records give, and reports of another build', async () => {
  const bytes = gunzipSync(readFileSync(new URL('../package/fixtures/version-1.tgz', import.meta.url)));
  const {
    code,
    in_itself: inItself,
    outcome,
    recomputed,
  } = await verified(bytes, '7bfe1475be03144e78105833e6e5a4e89e902ddee115bcb3c23eadea301a18cc');
  expect([recomputed?.facts, recomputed?.records]).toEqual([4, 6]);
  expect([code, inItself, outcome, recomputed?.problems]).toEqual([2, 'witnessed', 'not-recomputed', []]);
  expect(recomputed?.not_proved).toEqual([
    'collected.ndjson has no fact about the log, and the package has its records',
    'The facts of GitHub could not be worked out: the package has no answers of GitHub',
    expect.stringMatching(/^index\.html, .*: made by another build of compliance-evidence\/1\.0\.0; this is compliance-evidence\/1\.0\.0/),
  ]);
});
