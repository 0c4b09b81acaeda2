import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Judged } from '../../../src/commands/index.ts';
import { fingerprintOf } from '../../../src/files/index.ts';
import type { RawOptions } from '../../../src/options/index.ts';
import { fault } from '../../support/fault-server.ts';
import { collisions, type Entries } from '../../files/trees.ts';
import { playNamed } from '../play-named.ts';
import { checkout, openStage, play, type Checkout, type Stage } from '../setup.ts';

// Directories with one fingerprint on the real service, reported and judged by the real commands.

let stage: Stage;
let at: Checkout;
/** A flow that no other test has. */
let flow: string;
let made = 0;
beforeAll(async () => {
  stage = await openStage();
});
beforeEach(async () => {
  stage.script = fault.pass;
  at = checkout();
  flow = await newFlow();
});
afterAll(() => stage.close());

/** A flow with a green trail of the commit. */
async function newFlow(): Promise<string> {
  made += 1;
  const name = `shop-${made}`;
  await stage.flow(name, ['unit']);
  await play('attest', stage, at, { flow: name });
  return name;
}

/** Makes a directory in the checkout, and returns its path from there. Contents differ from test to test, and so do fingerprints. */
function directory(entries: Entries): string {
  const path = mkdtempSync(join(at.path, 'build-'));
  for (const [name, entry] of Object.entries(entries)) {
    const place = join(path, name);
    mkdirSync(dirname(place), { recursive: true });
    if (typeof entry === 'string') writeFileSync(place, entry);
    else if ('link' in entry) symlinkSync(entry.link, place);
    else mkdirSync(place, { recursive: true });
  }
  writeFileSync(join(path, '0'), flow);
  return path.slice(at.path.length + 1);
}

const where = (): RawOptions => ({ 'base-url': stage.url, 'api-token': stage.token, org: 'acme', flow });

async function act(name: 'artifact report' | 'approval report' | 'approval request', raw: RawOptions): Promise<void> {
  const { result } = await playNamed(name, { ...where(), ...raw }, { workspace: at.path });
  if (result.kind === 'stopped') throw new Error(result.message);
}
const report = (raw: RawOptions) => act('artifact report', { 'build-url': 'https://ci.example/1', ...raw });
const approve = (path: string) => act('approval report', { 'artifact-path': path, 'approved-by': 'bob' });
const gate = async (raw: RawOptions): Promise<Judged> => (await play('gate', stage, at, { flow, subject: 'artifact', ...raw })).result;
const verdictOf = ({ verdict }: Judged) => [verdict.name, verdict.reasons.map(({ code }) => code)];
const notices = ({ verdict }: Judged) => verdict.notices;
const fingerprintAt = async (path: string): Promise<string> => (await fingerprintOf(join(at.path, path))).sha256;

/** Reports over the interface, as another client does. */
async function post(fingerprint: string, tree: unknown, trail = at.sha): Promise<void> {
  const said = tree === undefined ? {} : { user_data: { compliance_evidence: { tree } } };
  const body = JSON.stringify({
    fingerprint,
    filename: 'x',
    build_url: '',
    commit_url: '',
    git_commit: at.sha,
    trail_name: trail,
    ...said,
  });
  const headers = { authorization: `Bearer ${stage.token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${stage.url}/api/v2/artifacts/acme/${flow}`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(await answer.text());
}

describe.each(collisions)('$what', ({ one, other }) => {
  it('are not one artifact: the gate on the other one does not know', async () => {
    const [judged, shipped] = [directory(one), directory(other)];
    expect(await fingerprintAt(judged)).toBe(await fingerprintAt(shipped));
    await report({ 'artifact-path': judged });
    await approve(judged);
    const approved = { 'require-approval': 'true' };
    const honest = await gate({ 'artifact-path': judged, ...approved });
    expect([...verdictOf(honest), notices(honest)]).toEqual(['compliant', [], []]);
    const wrong = await gate({ 'artifact-path': shipped, ...approved });
    expect(verdictOf(wrong)).toEqual(['unknown', ['other-tree']]);
    expect(wrong.fails).toBe(true);
    expect(wrong.verdict.reasons[0]).toMatchObject({
      message: expect.stringMatching(
        new RegExp(`artifact-path is of the tree 1:[0-9a-f]{12}, and the report on trail ${at.sha} of flow ${flow} is of`),
      ),
      fix: expect.stringContaining('one more file'),
    });
  });

  it.each([
    ['on one trail, of which the second report took the place of the first', {}, false],
    ['on two trails', { trail: 'release' }, false],
    ['in two flows', {}, true],
  ])('do not pass without a path either, reported %s', async (_, more, isElsewhere) => {
    const [first, second] = [directory(one), directory(other)];
    await report({ 'artifact-path': first });
    const fingerprint = await fingerprintAt(first);
    expect(verdictOf(await gate({ fingerprint }))).toEqual(['compliant', []]);
    await play('attest', stage, at, { flow, ...more });
    await report({ 'artifact-path': second, ...more, ...(isElsewhere ? { flow: await newFlow() } : {}) });
    for (const raw of [{ fingerprint }, { 'artifact-path': first }, { 'artifact-path': second }])
      expect(verdictOf(await gate(raw))).toEqual(['unknown', ['other-tree']]);
  });

  it('do not pass where one was reported and the other one approved', async () => {
    const [reported, approved] = [directory(one), directory(other)];
    await report({ 'artifact-path': reported });
    await approve(approved);
    const fingerprint = await fingerprintAt(reported);
    expect(verdictOf(await gate({ fingerprint }))).toEqual(['compliant', []]);
    expect(verdictOf(await gate({ fingerprint, 'require-approval': 'true' }))).toEqual(['unknown', ['other-tree']]);
  });

  it('are two artifacts with one more file, as the fix says', async () => {
    const [judged, shipped] = [directory(one), directory({ ...other, build: '7' })];
    await report({ 'artifact-path': judged });
    expect(verdictOf(await gate({ 'artifact-path': shipped }))).toEqual(['incomplete', ['artifact-missing']]);
    await report({ 'artifact-path': shipped });
    await approve(shipped);
    expect(verdictOf(await gate({ 'artifact-path': shipped, 'require-approval': 'true' }))).toEqual(['compliant', []]);
  });
});

describe('a file', () => {
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

  /** A file and a directory with one fingerprint. */
  async function both(): Promise<{ readonly file: string; readonly folder: string }> {
    const folder = directory({});
    at.write('digests', `${sha256('0')}${sha256(flow)}`);
    expect(await fingerprintAt('digests')).toBe(await fingerprintAt(folder));
    return { file: 'digests', folder };
  }

  it('passes without a word, by its path and by its fingerprint', async () => {
    at.write('shop.tgz', flow);
    await report({ 'artifact-path': 'shop.tgz' });
    await approve('shop.tgz');
    for (const raw of [{ 'artifact-path': 'shop.tgz' }, { fingerprint: sha256(flow) }]) {
      const result = await gate({ ...raw, 'require-approval': 'true' });
      expect([...verdictOf(result), notices(result)]).toEqual(['compliant', [], []]);
    }
  });

  it.each([
    ['file', 'folder'],
    ['folder', 'file'],
  ] as const)('and a directory with its fingerprint are two: the %s was reported, and the gate asks for the %s', async (one, other) => {
    const paths = await both();
    await report({ 'artifact-path': paths[one] });
    expect(verdictOf(await gate({ 'artifact-path': paths[one] }))).toEqual(['compliant', []]);
    const { verdict } = await gate({ 'artifact-path': paths[other] });
    expect(verdict.reasons).toMatchObject([{ code: 'other-tree', message: expect.stringContaining('is of a single file') }]);
    await report({ 'artifact-path': paths[other] });
    expect(verdictOf(await gate({ 'artifact-path': paths[other] }))).toEqual(['unknown', ['other-tree']]);
  });
});

describe('a directory', () => {
  const entries: Entries = { 'app/main.js': 'x', 'app/empty': { directory: true }, here: { link: 'app' }, main: { link: 'app/main.js' } };

  it('passes where it was reported again, on its trail, on another one and in another flow', async () => {
    const [path, copy] = [directory(entries), directory(entries)];
    await report({ 'artifact-path': path });
    await report({ 'artifact-path': copy });
    await play('attest', stage, at, { flow, trail: 'release' });
    await report({ 'artifact-path': copy, trail: 'release' });
    await report({ 'artifact-path': copy, flow: await newFlow() });
    const result = await gate({ 'artifact-path': path });
    expect([...verdictOf(result), notices(result)]).toEqual(['compliant', [], []]);
  });

  it('passes with a link to a file in the place of that file', async () => {
    await report({ 'artifact-path': directory(entries) });
    const result = await gate({ 'artifact-path': directory({ ...entries, main: 'x' }) });
    expect([...verdictOf(result), notices(result)]).toEqual(['compliant', [], []]);
  });

  it('passes with other files that do not count', async () => {
    const ignoring = { ...entries, '.kosli_ignore': '*.log\n' };
    await report({ 'artifact-path': directory({ ...ignoring, 'a.log': '1', 'b.map': '1' }), exclude: '*.map' });
    const result = await gate({ 'artifact-path': directory({ ...ignoring, 'c.log': '2' }), exclude: '*.map' });
    expect([...verdictOf(result), notices(result)]).toEqual(['compliant', [], []]);
  });

  it.each<readonly [string, unknown, RegExp]>([
    ['no tree', undefined, /names no tree\. Report it by artifact-path/],
    ['what is no tree', { a: 1 }, /names no tree/],
    ['a tree in another form', `2:${'ab'.repeat(32)}`, /names it in form 2, and .* makes form 1/],
  ])('passes with a notice where a report names %s', async (_, tree, notice) => {
    const path = directory(entries);
    const fingerprint = await fingerprintAt(path);
    await post(fingerprint, tree);
    for (const raw of [{ 'artifact-path': path }, { fingerprint }]) {
      const result = await gate(raw);
      expect([...verdictOf(result), notices(result)]).toEqual(['compliant', [], [expect.stringMatching(notice)]]);
    }
  });

  it('does not pass where two reports name different trees in another form', async () => {
    const path = directory(entries);
    const fingerprint = await fingerprintAt(path);
    await post(fingerprint, `2:${'ab'.repeat(32)}`);
    await post(fingerprint, `2:${'cd'.repeat(32)}`);
    expect(verdictOf(await gate({ 'artifact-path': path }))).toEqual(['unknown', ['other-tree']]);
  });

  it('is looked for in the whole organization where the search cannot say where it is', async () => {
    const [first, second] = collisions.slice(0, 1).flatMap(({ one, other }) => [directory(one), directory(other)]);
    if (first === undefined || second === undefined) throw new Error('there is no collision');
    await report({ 'artifact-path': first });
    const elsewhere = await newFlow();
    stage.script = ({ url }) => (url.includes('/search/') ? fault.status(404, {}, { message: 'no such path' }) : fault.pass());
    expect(verdictOf(await gate({ 'artifact-path': first }))).toEqual(['compliant', []]);
    await report({ 'artifact-path': second, flow: elsewhere });
    expect(verdictOf(await gate({ 'artifact-path': first }))).toEqual(['unknown', ['other-tree']]);
  });

  it('does not pass while the reports of the organization cannot be read', async () => {
    const path = directory(entries);
    await report({ 'artifact-path': path });
    stage.script = ({ url }) =>
      url.includes('/search/') || (url.includes('/artifacts/acme?') && !url.includes('flow_name'))
        ? fault.status(403, {}, {})
        : fault.pass();
    const { verdict } = await gate({ 'artifact-path': path });
    expect(verdict.reasons).toMatchObject([
      { code: 'service-failed', verdict: 'unknown', message: expect.stringContaining('in organization acme could not be read') },
    ]);
  });
});
