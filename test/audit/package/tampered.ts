import { gzipSync } from 'node:zlib';
import type { PullRequest } from '../../../src/audit/facts/landing.ts';
import type { LandingFact, Line } from '../../../src/audit/facts/line.ts';
import type { Manifest } from '../../../src/audit/package/manifest.ts';
import { audited, madeAnew, opened, packed, withFacts, type Opened } from '../recompute/packed-story.ts';
import { good, mappedBranches, openMappedStory } from '../world/mapped.ts';
import { play } from '../world/play.ts';
import { alice, bob, carol, land } from '../world/story.ts';
import { hex, joined, split } from './packing.ts';

/** The package of an audit with findings, and with an audit before it. */
export interface Honest {
  readonly archive: Buffer;
  readonly made: Opened;
  /** The head of the log. */
  readonly link: string;
  /** The same audit, as if none was before it. */
  readonly alone: Buffer;
  /** The facts, and those of an audit that ran later and knows of one more no. */
  readonly lines: readonly Line[];
  readonly later: readonly Line[];
}

export async function playHonest(): Promise<Honest> {
  const story = await openMappedStory();
  try {
    const refused = await good(story, story.open(alice, { 'src/a.ts': '1' }));
    refused.review(carol, 'CHANGES_REQUESTED');
    await story.record(refused.merge('squash', bob));
    const red = story.open(carol, { 'src/red.ts': '1' });
    await story.record(red.head(), { failed: 1 });
    land(red);
    const green = story.open(carol, { 'src/c.ts': '1' });
    const tested = green.head();
    await story.record(tested);
    land(green, 'merge');
    story.push(alice, { 'src/direct.ts': '1' });
    const { report } = await play(story, { branches: mappedBranches, withLog: true });
    const lines = await audited(story, { branches: mappedBranches });
    const archive = await packed(lines, report);
    await story.record(tested, { failed: 1 });
    const made = await opened(archive);
    return {
      archive,
      made,
      link: made.manifest.log?.to.link ?? '',
      alone: gzipSync(await packed(lines)),
      lines,
      later: await audited(story, { branches: mappedBranches }),
    };
  } finally {
    await story.close();
  }
}

type Change = (from: Honest) => Promise<Buffer>;

const textOf = ({ contents }: Opened, path: string): string => contents.get(path)?.toString() ?? '';
const withText = (made: Opened, path: string, content: string): Opened => ({
  ...made,
  contents: new Map(made.contents).set(path, Buffer.from(content)),
});
const without = (made: Opened, path: string): Opened => ({
  ...made,
  contents: new Map([...made.contents].filter(([name]) => name !== path)),
});

const manifest =
  (change: (said: Opened['manifest']) => Partial<Manifest>): Change =>
  ({ made }) =>
    madeAnew(made, change(made.manifest));

const inShort = (change: Partial<Opened['manifest']['audit']>): Change => manifest(({ audit }) => ({ audit: { ...audit, ...change } }));

const leftOut =
  (path: string, about: Partial<Manifest> = {}): Change =>
  ({ made }) =>
    madeAnew(without(made, path), about);

const replaced =
  (path: string, one: string | RegExp, other: string): Change =>
  ({ made }) => {
    const text = textOf(made, path).replace(one, other);
    if (text === textOf(made, path)) throw new Error(`${path} does not have ${one}`);
    return madeAnew(withText(made, path, text));
  };

const facts =
  (change: (line: Line) => readonly Line[]): Change =>
  ({ made }) =>
    withFacts(made, (lines) => lines.flatMap(change));

const landings = (change: (fact: LandingFact) => Partial<LandingFact> | undefined): Change =>
  facts((line) => {
    if (line.kind !== 'landing') return [line];
    const changed = change(line);
    return changed === undefined ? [] : [{ ...line, ...changed }];
  });

const pulls = (change: (pull: PullRequest) => Partial<PullRequest>): Change =>
  landings((fact) => ({ pulls: fact.pulls.map((pull) => ({ ...pull, ...change(pull) })) }));

const by = ({ id, kind, login }: typeof bob): Pick<typeof bob, 'id' | 'kind' | 'login'> => ({ id, kind, login });

/** A text in the place of one that is as long: no header changes. */
const overwritten =
  (one: string, other: string): Change =>
  async ({ archive }) => {
    const at = archive.indexOf(one);
    return Buffer.concat([archive.subarray(0, at), Buffer.from(other), archive.subarray(at + one.length)]);
  };

/** Each thing that somebody did to it. The manifest is made anew, as far as one who lies can. */
export const tamperings: Readonly<Record<string, Change>> = {
  'another program in the manifest': manifest(() => ({ tool: 'compliance-evidence/0.9.0' })),
  'another moment in the manifest': manifest(() => ({ at: '2030-02-01T00:00:00Z' })),
  'another period in the manifest': manifest(() => ({
    scope: { kind: 'period', since: '2030-01-01T00:00:00Z', until: '2030-01-02T00:00:00Z' },
  })),
  'another organization in the manifest': manifest(({ log }) => ({ log: log && { ...log, org: 'other' } })),
  'another repository in the manifest': inShort({ repository: 'acme/other' }),
  'another branch in the manifest': inShort({ branches: ['main'] }),
  'another basis in the manifest': inShort({ basis: 'git' }),
  'another verdict in the manifest': inShort({ verdict: 'clear' }),
  'no findings in the manifest': inShort({ findings: 0 }),
  'another audit before in the manifest': manifest(() => ({ previous: { report: 'a'.repeat(64), manifest: null } })),
  'no audit before': leftOut('previous.json', { previous: null }),
  'no audit before, with reports that fit': ({ made }) =>
    withFacts({ ...without(made, 'previous.json'), manifest: { ...made.manifest, previous: null } }, (lines) => lines),
  'an audit before without findings': replaced('previous.json', /"findings":\s*\[[^]*\]/, '"findings":[]'),

  'a page with 0 findings': replaced('index.html', /\d+ open findings?/g, '0 open findings'),
  'a summary with 0 findings': replaced('audit.md', /\d+ open findings?/g, '0 open findings'),
  'a report without findings': replaced('audit.json', /"findings": \[[^]*?\n {2}\]/, '"findings": []'),
  'an OSCAL report without findings': replaced('oscal.json', /"findings":\s*\[[^]*\]/, '"findings":[]'),
  'a table without a change': replaced('changes.csv', /\n[^]*$/, '\n'),
  'an OSCAL report that is left out': leftOut('oscal.json'),
  'a page that is left out': leftOut('index.html'),
  'facts that are left out': leftOut('collected.ndjson'),

  'another author, without reports that fit': replaced('collected.ndjson', /"carol"/g, '"alice"'),
  'trails that say yes': landings(({ trails }) => ({
    trails: trails.map((trail) => ({
      ...trail,
      state: 'COMPLIANT',
      records: trail.records.map((record) => ({ ...record, compliant: true })),
    })),
  })),
  'a review that asked for changes, and is gone': pulls(({ reviews }) => ({
    reviews: reviews.filter(({ said }) => said !== 'CHANGES_REQUESTED'),
  })),
  'another author of each pull request': pulls(() => ({ openedBy: by(bob) })),
  'pull requests that are gone': landings(() => ({ pulls: [], pullsOf: {} })),
  'a landing that is gone': landings((fact) => (fact.pulls.length === 0 ? undefined : fact)),
  'somebody else who pushed': landings(({ landing }) => ({ landing: { ...landing, actor: by(bob) } })),
  'a fact about the log that is gone': facts((line) => (line.kind === 'log' ? [] : [line])),
  'facts that are older than the records': async ({ later, lines }) => {
    const isOfLog = ({ kind }: Line): boolean => ['log', 'record', 'attached', 'end'].includes(kind);
    const all = [...lines.filter((line) => !isOfLog(line)), ...later.filter(isOfLog)];
    const counts: Record<string, number> = {};
    for (const { kind } of all) if (kind !== 'end') counts[kind] = (counts[kind] ?? 0) + 1;
    return packed(all.map((line) => (line.kind === 'end' ? { ...line, counts } : line)));
  },

  'a record with a key twice': replaced('records.ndjson', '{"sequence":2', '{"sequence":9,"sequence":2'),
  'an answer with a key twice': replaced('github.ndjson', '"status":200', '"status":404,"status":200'),
  'a fact with a key twice': replaced('collected.ndjson', '"kind":"landing"', '"kind":"hole","kind":"landing"'),
  'a manifest with a key twice': overwritten('"tool": "compliance-evidence/', '"at":0,"tool":"compliance-e/'),
  'a record that is changed': replaced('records.ndjson', 'acme', 'evil'),
  'the last record cut off': replaced('records.ndjson', /[^\n]*\n$/, ''),
  'a review in an answer of GitHub that is changed': ({ made }) => {
    const lines = textOf(made, 'github.ndjson').split('\n');
    const changed = lines.map((line) => {
      if (!line.includes('CHANGES_REQUESTED')) return line;
      const answer = JSON.parse(line);
      const body = answer.body.replaceAll('CHANGES_REQUESTED', 'APPROVED');
      return JSON.stringify({ ...answer, body, sha256: hex(body) });
    });
    return madeAnew(withText(made, 'github.ndjson', changed.join('\n')));
  },
  'an answer of GitHub that is gone': replaced('github.ndjson', /[^\n]*CHANGES_REQUESTED[^\n]*\n/g, ''),
  'an answer of GitHub whose hash is another': replaced('github.ndjson', 'CHANGES_REQUESTED', 'APPROVED'),
  'no answers of GitHub': leftOut('github.ndjson'),
  'a member that was added': ({ made }) => madeAnew(withText(made, 'notes.txt', 'all is well')),
  'a member with another name': ({ made }) => madeAnew(withText(without(made, 'README.txt'), 'READ.txt', textOf(made, 'README.txt'))),
  'a file with the name of a folder': ({ made }) => madeAnew(withText(made, 'in-force', 'x')),
  'sums of something else': overwritten('  manifest.json\n', '  manifest.jsom\n'),
  'a member twice': async ({ archive }) => joined([...split(archive), ...split(archive).slice(-1)]),
  'members in another order': async ({ archive }) => joined(split(archive).toReversed()),
  'a byte of the archive': async ({ archive }) => Buffer.from(archive.map((byte, index) => (index === 5000 ? byte ^ 1 : byte))),
  'no end of the archive': async ({ archive }) => archive.subarray(0, -1024),
};
