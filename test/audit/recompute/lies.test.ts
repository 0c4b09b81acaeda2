import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import type { PullRequest } from '../../../src/audit/facts/landing.ts';
import type { LandingFact, Line } from '../../../src/audit/facts/line.ts';
import type { TrailFact } from '../../../src/audit/facts/trail.ts';
import { reportFiles } from '../../../src/audit/package/manifest.ts';
import { version } from '../../../src/commands/index.ts';
import { rows } from '../../support/runs.ts';
import { root } from '../../support/sources.ts';
import { hex, madeAnew, opened, program, verified, withFacts, type Opened } from './packed-story.ts';

/*
 * The package of a story that was played once: a change that is red after it was green, one that was shipped and approved, and a
 * record about no audited commit. Its files of facts are those of then; its reports are made anew. The answers of `verify` are
 * compared with test/fixtures/audit/verified, a file each: `npx vitest run --mode slow test/audit/recompute/lies.test.ts -u` writes them,
 * look at what changed. `npm test` tells some of them. The slow tests play stories, and tell one lie at a time.
 */
let made: Opened;
let head = '';

beforeAll(async () => {
  const then = await opened(brotliDecompressSync(readFileSync(join(root, 'test/fixtures/audit/package.tar.br'))));
  head = then.manifest.log?.to.link ?? '';
  // As this very program would have written it.
  const asOurs = (line: Line): Line => (line.kind === 'audit' ? { ...line, tool: { ...line.tool, version } } : line);
  made = await opened(await withFacts({ ...then, manifest: { ...then.manifest, tool: program } }, (lines) => lines.map(asOurs)));
});

type Change = (line: Line) => Line | readonly Line[];
const told = (...changes: readonly Change[]): Promise<Buffer> =>
  withFacts(made, (lines) => changes.reduce((all: readonly Line[], change) => all.flatMap(change), lines));

const landings =
  (change: (fact: LandingFact) => LandingFact | readonly LandingFact[]): Change =>
  (line) =>
    line.kind === 'landing' ? change(line) : line;
const pulls = (change: (pull: PullRequest) => Partial<PullRequest>): Change =>
  landings((fact) => ({ ...fact, pulls: fact.pulls.map((pull) => ({ ...pull, ...change(pull) })) }));
const trails = (change: (trail: TrailFact) => TrailFact | readonly TrailFact[]): Change =>
  landings((fact) => ({ ...fact, trails: fact.trails.flatMap(change) }));
const of =
  <Kind extends Line['kind']>(kind: Kind, change: (line: Extract<Line, { readonly kind: Kind }>) => Line | readonly Line[]): Change =>
  (line) =>
    isOf(line, kind) ? change(line) : line;
function isOf<Kind extends Line['kind']>(line: Line, kind: Kind): line is Extract<Line, { readonly kind: Kind }> {
  return line.kind === kind;
}

const isRed = ({ records }: TrailFact): boolean => records.some(({ compliant }) => compliant === false);
const carol = { id: 1003, login: 'carol', kind: 'person' } as const;
const none = { version: 1, trail: { attestations: [], artifacts: [] } } as const;

/** The package with another text in place of one of its members; without it where the change gives none. */
function withMember(path: string, change: (lines: readonly string[]) => readonly string[] | undefined): Promise<Buffer> {
  const contents = new Map(made.contents);
  const lines = change((contents.get(path)?.toString() ?? '').trim().split('\n'));
  if (lines === undefined) contents.delete(path);
  else contents.set(path, Buffer.from(lines.map((line) => `${line}\n`).join('')));
  return madeAnew({ ...made, contents });
}

const answersWithout = (text: string): Promise<Buffer> =>
  withMember('github.ndjson', (lines) => lines.filter((line) => !line.includes(text)));

const packages: Readonly<Record<string, () => Promise<Buffer>>> = {
  'no lie': () => madeAnew(made),
  'a yes for a no': () =>
    told(
      trails((trail) => ({
        ...trail,
        state: 'COMPLIANT',
        records: trail.records.map((record) => ({ ...record, compliant: true, by: 'a-robot' })),
        ...(isRed(trail) ? { url: 'https://elsewhere.example/' } : {}),
      })),
    ),
  'a no left out': () =>
    told(trails((trail) => (isRed(trail) ? { ...trail, records: trail.records.filter(({ compliant }) => compliant !== false) } : trail))),
  'other facts of the service': () =>
    told(
      of('artifact', (line) => ({ ...line, state: 'NON-COMPLIANT', commit: 'f'.repeat(40) })),
      of('approval', (line) => ({ ...line, approvers: [{ name: 'carol', said: 'APPROVED', at: null }] })),
      of('deployment', (line) => ({ ...line, at: '2030-01-20T00:00:00.000Z', production: false })),
      of('flow', (line) => ({ ...line, template: none, templates: [{ from: '2030-01-07T08:00:00.000Z', template: none }] })),
    ),
  'facts of the service left out': () =>
    told(
      trails((trail) => (isRed(trail) ? [] : trail)),
      of('artifact', () => []),
      of('approval', () => []),
      of('deployment', () => []),
      of('flow', (line) => (line.name === 'release' ? [] : { ...line, templates: [] })),
    ),
  'facts of the service made up': () =>
    told(
      trails((trail) => ({ ...trail, records: trail.records.flatMap((record) => [record, { ...record, id: 'made-up', name: 'more' }]) })),
      landings((fact) => ({
        ...fact,
        trails: fact.trails.flatMap((trail) => [trail, { ...trail, name: 'made-up', commits: fact.landing.commits.map(({ sha }) => sha) }]),
      })),
      of('artifact', (line) => [line, { ...line, fingerprint: 'c'.repeat(64) }]),
      of('approval', (line) => [line, { ...line, number: 2 }]),
      of('deployment', (line) => [line, { ...line, id: 'production#2' }]),
      of('flow', (line) => [line, { ...line, name: `${line.name}-too` }]),
    ),
  'a landing without its trail': () =>
    told(
      landings((fact) => {
        const other = hex('other').slice(0, 40);
        const moved = fact.pulls.map((pull) => ({ ...pull, head: other, commits: pull.commits.map((one) => ({ ...one, sha: other })) }));
        return fact.trails.some(isRed) ? { ...fact, pulls: moved, trails: [], trees: {} } : fact;
      }),
    ),
  'other people and other times': () =>
    told(
      pulls(({ commits, reviews }) => ({
        openedBy: carol,
        forcePushes: [],
        reviews: reviews.map((one) => ({ ...one, said: 'APPROVED', by: carol })),
        commits: commits.map((one) => ({ ...one, author: { ...one.author, account: carol } })),
      })),
      landings((fact) => ({ ...fact, landing: { ...fact.landing, kind: 'push', actor: carol, at: '2030-01-09T08:05:00Z' } })),
    ),
  'what GitHub said left out': () =>
    told(
      pulls(() => ({ reviews: [], commits: [] })),
      landings((fact) => (fact.landing.branch === 'develop' ? [] : { ...fact, pulls: fact.pulls.slice(1), pullsOf: {} })),
    ),
  'what GitHub never said': () =>
    told(
      pulls(({ head: on }) => ({ reviews: [{ id: '9', by: carol, said: 'APPROVED', commit: on, at: '2030-01-08T09:00:00Z' }] })),
      landings((fact) => (fact.landing.branch === 'develop' ? [fact, { ...fact, landing: { ...fact.landing, id: '77' } }] : fact)),
    ),
  'another end of the log': () =>
    told(of('log', (line) => (line.chain === null ? line : { ...line, chain: { ...line.chain, sequence: 3 } }))),
  'other numbers of the log': () => told(of('log', (line) => ({ ...line, workedOut: { records: 3, problems: ['One'], witnesses: [] } }))),
  'no fact about the log': () => told(of('log', () => [])),
  'another moment': () =>
    told(of('audit', (line) => ({ ...line, at: '2030-01-09T08:12:30Z', period: { ...line.period, until: '2030-01-09T08:12:30Z' } }))),
  'another moment in the manifest': () => madeAnew(made, { at: '2030-02-01T00:00:00Z' }),
  'another scope in the manifest': () => madeAnew(made, { scope: { kind: 'trail', flow: 'release', trail: 'v1' } }),
  'another program': () => madeAnew(made, { tool: 'compliance-evidence/0.9.0' }),
  'other reports': () => {
    const contents = new Map(made.contents);
    for (const [path] of reportFiles) {
      const text = contents.get(path)?.toString() ?? '';
      contents.set(path, Buffer.from(text.replace(/trail-non-compliant|high|covered|"verificationResult":"FAILED"/, 'low')));
    }
    return madeAnew({ ...made, contents });
  },
  'members of nobody': () => {
    const contents = new Map(made.contents);
    for (let number = 10; number < 40; number += 1) contents.set(`a${number}.html`, Buffer.from('<p>All is well'));
    return madeAnew({ ...made, contents });
  },
  'no facts at all': () => withMember('collected.ndjson', () => undefined),
  'facts that end early': () => withMember('collected.ndjson', (lines) => lines.slice(0, -1)),
  'a line of facts that says its kind twice': () =>
    withMember('collected.ndjson', (lines) =>
      lines.map((line) => line.replace('{"kind":"artifact"', '{"kind":"landing","kind":"artifact"')),
    ),
  'no answers': () => withMember('github.ndjson', () => undefined),
  'no answers about updates': () => answersWithout('/activity'),
  'no answers about pull requests': () => answersWithout('PullRequestsOfCommits'),
  'answers that nobody can read': () => withMember('github.ndjson', (lines) => lines.map((line) => line.slice(0, 300))),
  'answers of a server that failed': () =>
    withMember('github.ndjson', (lines) => lines.map((line) => line.replace('"status":200', '"status":502'))),
  'no records': () => withMember('records.ndjson', () => undefined),
  'a no that is only a hash': () =>
    withMember('records.ndjson', (lines) =>
      lines.map((line) => {
        const { body = '', sequence } = JSON.parse(line);
        return String(body).includes('"is_compliant":false') ? JSON.stringify({ sequence, body_sha256: hex(body) }) : line;
      }),
    ),
  'all records as hashes': () =>
    withMember('records.ndjson', (lines) =>
      lines.map((line) => {
        const { body, body_sha256: sha256 = hex(body), sequence } = JSON.parse(line);
        return JSON.stringify({ sequence, body_sha256: sha256 });
      }),
    ),
  'a record that says another thing': () =>
    withMember('records.ndjson', (lines) => lines.map((line) => line.replace('\\"is_compliant\\":false', '\\"is_compliant\\":true'))),
  'records in another order': () => withMember('records.ndjson', (lines) => lines.toReversed()),
  'records that end early': () => withMember('records.ndjson', (lines) => lines.slice(0, -3)),
};

/** A lie of each kind; each field and each message is seen by the tests of what compares them as well. */
const quick = new Set([
  'no lie',
  'a yes for a no',
  'a no left out',
  'facts of the service left out',
  'a landing without its trail',
  'other people and other times',
  'what GitHub said left out',
  'no fact about the log',
  'another moment',
  'other reports',
  'no facts at all',
  'no answers',
  'answers that nobody can read',
  'no records',
  'a no that is only a hash',
  'a record that says another thing',
  'records in another order',
  'records that end early',
]);

test.each(rows(Object.entries(packages), ([name]) => quick.has(name)))('%s', async (name, make) => {
  const answer = await verified(await make(), head);
  // The honest package alone is a yes.
  expect(answer.code === 0 && answer.recomputed?.agrees === true).toBe(name === 'no lie');
  await expect(`${JSON.stringify(answer, undefined, 1)}\n`).toMatchFileSnapshot(
    join(root, `test/fixtures/audit/verified/${name.replaceAll(' ', '-')}.json`),
  );
});
