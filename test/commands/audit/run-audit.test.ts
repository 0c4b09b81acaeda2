import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Line } from '../../../src/audit/index.ts';
import { runAudit } from '../../../src/commands/audit/run-audit.ts';
import { exitCodeOf, type Result } from '../../../src/commands/index.ts';
import { TransportError } from '../../../src/errors/index.ts';
import type { RawOptions } from '../../../src/options/index.ts';
import { approval, artifact, fingerprint } from '../../audit/rules/shipped-facts.ts';
import { auditOf, endLine, finding, flow, headerLine, service, stage, type Played } from './stage.ts';

async function* lines(...all: readonly (Line | Error)[]): AsyncGenerator<Line> {
  for (const line of all) {
    if (line instanceof Error) throw line;
    yield line;
  }
}

const whole = (): AsyncIterable<Line> => lines(headerLine, flow, endLine);
const lost = new TransportError('unreachable', 'The service could not be reached', { request: 'GET /flows', fix: 'Look at its address' });

function audit(played: Played, raw: RawOptions = service): Promise<Result> {
  return runAudit(played.settings(raw), played.context, played.parts);
}

test.each([
  ['a finding that fails', auditOf([finding('high')]), { ending: 'non-compliant', fails: true }, 1],
  ['a finding that is not so severe', auditOf([finding('medium')]), { ending: 'audited', fails: false }, 0],
  ['no finding', auditOf([]), { ending: 'audited', fails: false }, 0],
  ['no change', auditOf([], { changes: 0 }), { ending: 'not-applicable', fails: false }, 0],
  ['a finding where nothing landed', auditOf([finding('high')], { changes: 0 }), { ending: 'non-compliant', fails: true }, 1],
  ['a fixed finding', auditOf([finding('critical', { status: 'fixed' })]), { ending: 'audited', fails: false }, 0],
  [
    'an accepted finding',
    auditOf([finding('critical', { accepted: { reason: 'r', owner: 'o', until: 'u' } })]),
    { ending: 'audited', fails: false },
    0,
  ],
  [
    'a hole, whatever else',
    auditOf([], { holes: [{ kind: 'hole', what: 'w', why: 'y', fix: 'f' }] }),
    { ending: 'unknown', fails: true },
    3,
  ],
])('%s ends the audit as it should', async (_, judged, expected, exitCode) => {
  const result = await audit(stage(whole, () => judged));
  expect(result).toMatchObject(expected);
  expect(exitCodeOf(result)).toBe(exitCode);
});

test.each([
  ['low', 'low', true],
  ['critical', 'high', false],
  ['none', 'critical', false],
])('fail-on-severity %s: a finding of severity %s fails: %s, and is never good news', async (failOn, severity, fails) => {
  const played = stage(whole, () => auditOf([finding(severity === 'low' ? 'low' : severity === 'high' ? 'high' : 'critical')]));
  expect(await audit(played, { ...service, 'fail-on-severity': failOn })).toMatchObject({ ending: 'non-compliant', fails });
});

test('an acceptance that ends soon is a notice in the log', async () => {
  const until = new Date(Date.parse(headerLine.at) + 86_400_000).toISOString();
  const played = stage(whole, () => auditOf([finding('low', { accepted: { reason: 'r', owner: 'o', until } })]));
  await audit(played);
  expect(played.events.filter(({ kind }) => kind === 'notice').map(({ message }) => message)).toContainEqual(
    expect.stringContaining(`On ${until.slice(0, 10)} the acceptance of `),
  );
});

test('an audit of one artifact says in the log who approved it', async () => {
  const judged = auditOf([]);
  const header = { ...judged.world.header, scope: { kind: 'artifact', fingerprint } as const };
  const played = stage(whole, () => ({ ...judged, world: { ...judged.world, header, artifacts: [artifact()], approvals: [approval()] } }));
  await audit(played);
  expect(played.events).toContainEqual({
    kind: 'info',
    message: expect.stringMatching(/^shop .* carol said APPROVED .* with the token of ci$/),
  });
});

test('a hole fails the job also where no finding does', async () => {
  const judged = auditOf([], { holes: [{ kind: 'hole', what: 'w', why: 'y', fix: 'f' }] });
  expect(
    await audit(
      stage(whole, () => judged),
      { ...service, 'fail-on-severity': 'none' },
    ),
  ).toMatchObject({ ending: 'unknown', fails: true });
});

test('every report is written where it was asked for, in folders that are made, and nothing else is left', async () => {
  const played = stage(whole, () => auditOf([finding('high')]));
  const result = await audit(played, { ...service, html: 'out/deep/a.html', 'json-file': 'a.json', badge: 'b.svg' });
  const at = (name: string): string => readFileSync(join(played.folder, name), 'utf8');
  expect([at('out/deep/a.html'), at('a.json'), at('b.svg')]).toEqual([
    'html: 1 findings\n',
    'json: 1 findings\n',
    'badge-svg: 1 findings\n',
  ]);
  expect(result).toMatchObject({
    summary: 'summary: 1 findings\n',
    reports: [{ option: 'html' }, { option: 'json-file' }, { option: 'badge' }],
  });
  expect(readdirSync(played.folder).toSorted()).toEqual(['a.json', 'b.svg', 'out']);
});

test('what is collected is kept, and reported from again without asking anybody', async () => {
  const played = stage(whole, () => auditOf([]));
  await audit(played, { ...service, 'keep-collected': 'kept.ndjson' });
  expect(played.asked).toHaveLength(1);
  expect(await audit(played, { collected: 'kept.ndjson', csv: 'a.csv' })).toMatchObject({ ending: 'audited' });
  expect(played.asked).toHaveLength(1);
  expect(existsSync(join(played.folder, 'kept.ndjson'))).toBe(true);
});

test('where an answer stays out, what came until then is reported as unknown, and said', async () => {
  const played = stage(
    () => lines(headerLine, flow, lost),
    (all) => auditOf([], { holes: all.flatMap((line) => (line.kind === 'hole' ? [line] : [])) }),
  );
  const result = await audit(played, { ...service, html: 'a.html', 'keep-collected': 'kept.ndjson' });
  expect(result).toMatchObject({ ending: 'unknown', holes: [{ why: 'The service could not be reached', fix: 'Look at its address' }] });
  expect(exitCodeOf(result)).toBe(3);
  expect(existsSync(join(played.folder, 'a.html'))).toBe(true);
  const kept = readFileSync(join(played.folder, 'kept.ndjson'), 'utf8').trim().split('\n');
  expect(JSON.parse(kept.at(-1) ?? '')).toEqual({ kind: 'end', counts: { audit: 1, flow: 1, untold: 13, hole: 1 }, trailsElsewhere: 0 });
  expect(played.events).toContainEqual({ kind: 'warning', message: expect.stringContaining('Until then 0 landings could be collected') });
});

test('where nobody answers at all there is no report, and an error', async () => {
  const played = stage(
    () => lines(lost),
    () => auditOf([]),
  );
  await expect(audit(played, { ...service, html: 'a.html' })).rejects.toBe(lost);
  expect(readdirSync(played.folder)).toEqual([]);
});

test('a fault of ours is not taken for an answer that stayed out', async () => {
  const fault = new RangeError('a fault of ours');
  await expect(
    audit(
      stage(
        () => lines(headerLine, fault),
        () => auditOf([]),
      ),
    ),
  ).rejects.toBe(fault);
});

test.each<[string, (folder: string) => RawOptions, RegExp]>([
  ['a directory', () => ({ html: '.' }), /is a directory/],
  ['a name that ends as a directory', () => ({ html: 'out/' }), /is a directory/],
  ['a device', () => ({ csv: '/dev/null' }), /no regular file/],
  [
    'a folder that is a file',
    (folder) => (writeFileSync(join(folder, 'f'), ''), { html: 'f/a.html' }),
    /cannot be written: (?:ENOTDIR|EEXIST)/,
  ],
  [
    'one file under two names',
    (folder) => (mkdirSync(join(folder, 'a')), symlinkSync('a', join(folder, 'b')), { html: 'a/x', csv: 'b/x' }),
    /is the file of html too/,
  ],
  [
    'the file of the audit before',
    (folder) => (writeFileSync(join(folder, 'old.json'), '{}'), { previous: 'old.json', 'json-file': './old.json' }),
    /is the file of previous too/,
  ],
  ['an audit before that is not there', () => ({ previous: 'gone.json' }), /cannot be read: ENOENT/],
])('%s is refused before anybody is asked', async (_, options, message) => {
  const played = stage(whole, () => auditOf([]));
  await expect(audit(played, { ...service, ...options(played.folder) })).rejects.toThrow(message);
  expect(played.asked).toEqual([]);
});

test('every place that is wrong is named at once', async () => {
  const played = stage(whole, () => auditOf([]));
  await expect(audit(played, { ...service, html: '.', csv: '/dev/null', previous: 'gone' })).rejects.toMatchObject({
    parts: { length: 3 },
  });
});

test('an audit begins where the last complete one ended; the first one 7 days ago', async () => {
  const played = stage(whole, () => auditOf([]));
  const about = { repository: null, repositoryId: null, serverUrl: null, org: null };
  const completeTips = { main: 'a'.repeat(40) };
  const old = {
    about,
    completeUntil: '2026-11-01T00:00:00.000Z',
    completeTips,
    since: '2026-10-01T00:00:00.000Z',
    until: '2026-11-09T00:00:00.000Z',
  };
  writeFileSync(join(played.folder, 'old.json'), JSON.stringify(old));
  writeFileSync(join(played.folder, 'never.json'), JSON.stringify({ ...old, completeUntil: null }));
  await audit(played, { ...service, previous: 'old.json' });
  await audit(played, { ...service, previous: 'never.json', since: 'last' });
  await audit(played);
  await audit(played, { ...service, previous: 'old.json', since: '2026-11-01' });
  const [after, never, first, named] = played.asked;
  expect([after, never, first, named].map((asked) => asked?.earlier)).toEqual([
    { tips: completeTips, isBegin: true },
    { tips: completeTips, isBegin: false },
    undefined,
    { tips: completeTips, isBegin: false },
  ]);
  expect([after?.since, never?.since]).toEqual([
    { kind: 'moment', at: old.completeUntil },
    { kind: 'moment', at: old.since },
  ]);
  const days = first?.since.kind === 'moment' ? (Date.parse(first.at) - Date.parse(first.since.at)) / 86_400_000 : 0;
  expect(days).toBe(7);
});

test('an audited time that ends in the future is refused: the next audit would begin there', async () => {
  const played = stage(whole, () => auditOf([]));
  await expect(audit(played, { ...service, until: '2999-01-01' })).rejects.toThrow('ends in the future');
  expect(played.asked).toEqual([]);
});

test('a token without a repository is refused: the audit would look smaller than it was meant', async () => {
  const played = stage(whole, () => auditOf([]));
  await expect(audit(played, { ...service, 'github-token': 'ghs_x' })).rejects.toThrow('the repository is not known');
});
