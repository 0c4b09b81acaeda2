import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Line } from '../../../src/audit/facts/line.ts';
import type { TrailFact } from '../../../src/audit/facts/trail.ts';
import { reports } from '../../../src/audit/formats.ts';
import { judgeAudit } from '../../../src/audit/judge/judge-audit.ts';
import { readLines } from '../../../src/audit/lines/read-lines.ts';
import { packedAudit } from '../../../src/audit/package/account.ts';
import { reportFiles } from '../../../src/audit/package/manifest.ts';
import { outcomeWords } from '../../../src/audit/package/outcome.ts';
import { given } from '../../../src/text/index.ts';
import { heldSpool } from '../judge/held-spool.ts';
import { manifestChanged } from '../package/packing.ts';
import { good, mappedBranches, openMappedStory } from '../world/mapped.ts';
import { alice, bob, carol, type Story } from '../world/story.ts';
import { audited, hex, madeAnew, opened, packed, verified, withFacts, type Opened } from './packed-story.ts';

let story: Story;
let made: Opened;
let head = '';
let red = '';
let early = '';

beforeAll(async () => {
  story = await openMappedStory();
  const sha = (await good(story, story.open(alice, { 'release/b.ts': '1' }), 'release')).merge('squash', bob);
  await story.record(sha, { flow: 'release' });
  await story.artifact('b', 'release', sha);
  await story.approve('b', 'release', 'bob');
  const change = story.open(carol, { 'src/red.ts': '1' });
  red = change.head();
  await story.record(red);
  early = story.now();
  await story.record(red, { failed: 1 });
  change.review(bob, 'APPROVED');
  change.merge('squash', bob);
  made = await opened(await packed(await audited(story, { branches: mappedBranches })));
  head = made.manifest.log?.to.link ?? '';
});
afterAll(() => story.close());

/** The package with other lines of facts, as texts, and with the reports that this program makes of them. */
async function withLines(change: (texts: readonly string[]) => readonly string[]): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'forged-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const texts = change((made.contents.get('collected.ndjson')?.toString() ?? '').trim().split('\n'));
  const file = join(folder, 'collected.ndjson');
  const content = texts.map((text) => `${text}\n`).join('');
  writeFileSync(file, content);
  const contents = new Map(made.contents).set('collected.ndjson', Buffer.from(content));
  const audit = await judgeAudit((wanted) => readLines(file, wanted), { people: 'login', previous: null, spool: heldSpool() });
  for (const [path, form] of reportFiles) contents.set(path, Buffer.from((await Array.fromAsync(reports[form](audit))).join('')));
  return madeAnew({ ...made, contents }, { audit: packedAudit(audit) });
}

/** With other counts at the end. */
const counted = (texts: readonly string[], more: Readonly<{ [kind: string]: number }>): readonly string[] =>
  texts.map((text) => {
    const line = JSON.parse(text);
    if (line.kind !== 'end') return text;
    const counts = { ...line.counts };
    for (const [kind, count] of Object.entries(more)) counts[kind] = (counts[kind] ?? 0) + count;
    return JSON.stringify({ ...line, counts });
  });

describe('a line of facts with a field twice is none of this program, because it would be read in two ways:', () => {
  const kindTwice = (text: string, kind: string): string => `{"kind":"${kind}",${text.slice(1)}`;

  test('an approval that only the reports see', async () => {
    const bytes = await withLines((texts) => {
      const one = texts.find((text) => text.startsWith('{"kind":"approval"')) ?? '';
      const added = JSON.stringify({ ...JSON.parse(one), number: 2 });
      return counted([...texts.slice(0, -1), kindTwice(added, 'record'), texts.at(-1) ?? ''], { approval: 1 });
    });
    const { code, recomputed } = await verified(bytes, head);
    expect([code, recomputed?.problems[0]]).toEqual([1, expect.stringMatching(/^collected\.ndjson, line \d+: no audit writes it so/)]);
  });

  test('an artifact that the reports do not see', async () => {
    const bytes = await withLines((texts) => {
      const hidden = texts.map((text) => (text.startsWith('{"kind":"artifact"') ? kindTwice(text, 'landing') : text));
      return counted(hidden, { artifact: -1, landing: 1 });
    });
    const { code, recomputed } = await verified(bytes, head);
    expect([code, recomputed?.problems[0]]).toEqual([1, expect.stringMatching(/^collected\.ndjson, line \d+: no audit writes it so/)]);
  });
});

test('records before the first one of a package are not there, not even as hashes, which is no yes', async () => {
  const lines = (made.contents.get('records.ndjson')?.toString() ?? '').trim().split('\n');
  const { log } = made.manifest;
  if (log === null) throw new Error('The package has no log');
  let link = '0'.repeat(64);
  const links = lines.map((line) => {
    const { body, body_sha256: sha256 = hex(body), sequence } = JSON.parse(line);
    return (link = hex(`${link}\n${sequence}\n${sha256}`));
  });
  const contents = new Map(made.contents).set('records.ndjson', Buffer.from(`${lines.slice(1).join('\n')}\n`));
  const from = { sequence: 1, link: links[0] ?? '' };
  const { code, outcome, recomputed } = await verified(await madeAnew({ ...made, contents }, { log: { ...log, from } }), head);
  expect([code, outcome]).toEqual([2, 'not-recomputed']);
  expect(recomputed?.not_proved).toContainEqual(expect.stringMatching(/^The records up to 1 are not in the package, not even as hashes/));
});

describe('the scope', () => {
  const scope = { kind: 'trail', flow: 'release', trail: 'v1' } as const;

  test('of the manifest and of the facts is the same', async () => {
    const { code, recomputed } = await verified(await madeAnew(made, { scope }), head);
    expect([code, recomputed?.problems[0]]).toEqual([
      1,
      expect.stringContaining('disagree on the scope: trail ["release","v1"] and 2030-01-08T00:00:00Z to '),
    ]);
  });

  test('of one trail has the landings of all its commits', async () => {
    const own = { kind: 'trail', flow: 'unit', trail: red } as const;
    const without = await withFacts(made, (lines) =>
      lines.flatMap((line) => {
        if (line.kind === 'audit') return { ...line, scope: own };
        return line.kind === 'landing' && line.trails.some(({ name }) => name === red) ? [] : line;
      }),
    );
    const { code, recomputed } = await verified(await madeAnew(await opened(without), { scope: own }), head);
    expect([code, recomputed?.not_proved]).toEqual([
      2,
      [expect.stringMatching(/^(?:No landing of the facts is about|The landing of commit)/)],
    ]);
  });

  test('of one artifact has the landings of all its commits', async () => {
    const own = { kind: 'artifact', fingerprint: 'b'.repeat(64) } as const;
    const without = await withFacts(made, (lines) =>
      lines.flatMap((line) => {
        if (line.kind === 'audit') return { ...line, scope: own };
        return line.kind === 'landing' && line.trails.some(({ flow }) => flow === 'release') ? [] : line;
      }),
    );
    const { code, recomputed } = await verified(await madeAnew(await opened(without), { scope: own }), head);
    expect([code, recomputed?.not_proved]).toEqual([
      2,
      [expect.stringMatching(/^(?:No landing of the facts is about|The landing of commit)/)],
    ]);
  });
});

const noRecords = { head: { sequence: 0, link: '' }, attached: new Set<string>(), problems: [] } as const;

describe('the moment of the audit', () => {
  const moment = '2030-01-09T08:12:30Z';
  /** By GitHub's answers up to that moment it was not there yet. */
  const laterLanding = /^Landing \d+ of main was added: collected\.ndjson speaks of it/;
  const lied = (lines: readonly Line[], until?: string): readonly Line[] =>
    lines.map((line) => {
      if (line.kind === 'audit') return { ...line, at: moment, period: { ...line.period, ...given({ until }) } };
      if (line.kind !== 'landing') return line;
      const without = ({ records, ...trail }: TrailFact): TrailFact => ({
        ...trail,
        state: 'COMPLIANT',
        records: records.filter(({ compliant }) => compliant !== false),
      });
      return { ...line, trails: line.trails.map((trail) => (trail.name === red ? without(trail) : trail)) };
    });

  // Facts may be as at the moment when the audit began: before the record that says no.
  test('is not before the end of the time that it is about', async () => {
    const { code, recomputed } = await verified(
      await madeAnew(await opened(await withFacts(made, (all) => lied(all))), { at: moment }),
      head,
    );
    expect([code, recomputed?.problems]).toEqual([
      1,
      [expect.stringMatching(/^The audited time ends at 2030-.*: they cannot know it$/), expect.stringMatching(laterLanding)],
    ]);
  });

  test('and the end of that time are not before a landing', async () => {
    const forged = await opened(await withFacts(made, (all) => lied(all, moment)));
    const { code, recomputed } = await verified(
      await madeAnew(forged, { at: moment, scope: { kind: 'period', since: '2030-01-08T00:00:00Z', until: moment } }),
      head,
    );
    expect([code, recomputed?.problems]).toEqual([
      1,
      [expect.stringMatching(/^A landing is of 2030-.*, and the audited time ends at 2030/), expect.stringMatching(laterLanding)],
    ]);
  });
});

/** Somebody hides the one record of an audited trail that says no, and writes the facts as they would be without it. */
test('a record of an audited trail that is made a hash is found by the number of hashes alone, and the answer says so', async () => {
  const facts = await opened(
    await withFacts(made, (lines) =>
      lines.map((line) => {
        if (line.kind === 'flow' && line.name === 'unit')
          return { ...line, ...given({ templates: line.templates?.map((one, at) => ({ ...one, from: at === 0 ? early : one.from })) }) };
        if (line.kind !== 'landing') return line;
        const trails = line.trails.map((trail) =>
          trail.name === red
            ? { ...trail, state: 'COMPLIANT', records: trail.records.filter(({ compliant }) => compliant !== false) }
            : trail,
        );
        return { ...line, trails };
      }),
    ),
  );
  const lines = (facts.contents.get('records.ndjson')?.toString() ?? '').trim().split('\n');
  const hidden = lines.map((text) => {
    const { body = '', sequence } = JSON.parse(text);
    return String(body).includes('"is_compliant":false') ? JSON.stringify({ sequence, body_sha256: hex(body) }) : text;
  });
  const contents = new Map(facts.contents).set('records.ndjson', Buffer.from(`${hidden.join('\n')}\n`));
  const { code, recomputed, records } = await verified(await madeAnew({ ...facts, contents }), head);
  expect([code, recomputed?.problems, records?.hidden]).toEqual([0, [], 2]);
  const { log } = made.manifest;
  const checked = { problems: [], members: 0, bytes: 0, records: { ...noRecords, shown: 1, hidden: 2, head: log?.to ?? noRecords.head } };
  expect(outcomeWords(checked).join(' ')).toContain('nor whether they are about an audited change: `audit --reperform` asks the service');
});

test('members that no audit writes are found, and those that nobody works out again are counted where they are many', async () => {
  const contents = new Map(made.contents);
  for (let number = 10; number < 40; number += 1) contents.set(`a${number}.html`, Buffer.from('<p>All is well'));
  const { code, recomputed } = await verified(await madeAnew({ ...made, contents: contents }), head);
  expect([code, recomputed?.not_recomputed.at(-1)]).toEqual([1, expect.stringMatching(/^Other members: .*, and \d+ more$/)]);
  expect(recomputed?.problems[0]).toBe('a10.html was added: no audit of this program gives a package such a member');
});

test('a package that this very program wrote is of the version that it writes: an earlier one demands less', async () => {
  const bytes = manifestChanged(await madeAnew(made), (text) =>
    text.replace('"version": 2', '"version": 1').replace(/ "audit": [^]*?\n },\n/, ''),
  );
  const { code, in_itself: inItself, recomputed } = await verified(bytes, head);
  expect([code, inItself, recomputed?.problems]).toEqual([
    1,
    'witnessed',
    ['The package is of version 1, and this program writes version 2'],
  ]);
});
