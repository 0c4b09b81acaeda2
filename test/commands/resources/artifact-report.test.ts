import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resultJson } from '../../../src/cli/show-result.ts';
import { fingerprintOf } from '../../../src/files/index.ts';
import type { RawOptions } from '../../../src/options/index.ts';
import { playNamed } from '../play-named.ts';
import { checkout, openStage, posts, type Checkout, type Stage } from '../setup.ts';

let stage: Stage;
let at: Checkout;
beforeAll(async () => {
  stage = await openStage();
  await stage.flow('shop', []);
  at = checkout();
  at.write('dist/shop.js', 'ship it');
  at.write('site/index.html', '<p>');
  at.write('site/logs/a.log', 'noise');
  at.write('site/.kosli_ignore', 'logs\n');
});
afterAll(() => stage.close());

const page = { 'build-url': 'https://ci.example/1' };
const where = (): RawOptions => ({ 'base-url': stage.url, 'api-token': stage.token, org: 'acme', flow: 'shop' });
const report = (raw: RawOptions, env: NodeJS.ProcessEnv = {}) =>
  playNamed('artifact report', { ...where(), ...raw }, { workspace: at.path, env });
async function stored(fingerprint: string, raw: RawOptions = {}): Promise<unknown> {
  const { result } = await playNamed('artifact get', { ...where(), fingerprint, ...raw });
  return result.kind === 'shown' ? result.json : result;
}
const shipped = createHash('sha256').update('ship it').digest('hex');

describe('artifact report', () => {
  it('takes the fingerprint of a file, and says all that is known of it', async () => {
    const { result } = await report({
      ...page,
      'artifact-path': 'dist/shop.js',
      'artifact-name': 'web',
      annotations: 'region=eu',
      'user-data': '{"team": "shop"}',
      'external-urls': 'ticket=https://tickets.example/7',
    });
    expect(result).toMatchObject({ kind: 'reported', resource: 'artifact', fingerprint: shipped, id: expect.any(String) });
    expect(await stored(shipped.toUpperCase())).toMatchObject({
      fingerprint: shipped,
      filename: 'shop.js',
      template_reference_name: 'web',
      trail_name: at.sha,
      git_commit: at.sha,
      build_url: 'https://ci.example/1',
      commit_url: `https://github.com/acme/shop/commit/${at.sha}`,
      repo_url: 'https://github.com/acme/shop',
      annotations: { region: 'eu' },
      user_data: { team: 'shop' },
      external_urls: { ticket: { href: 'https://tickets.example/7' } },
      git_commit_info: { sha1: at.sha },
      repo_info: { name: 'acme/shop', provider: 'github' },
    });
  });

  it('refuses a directory in which nothing counts: every other one has the same fingerprint', async () => {
    mkdirSync(join(at.path, 'nothing'));
    at.write('noise/logs/a.log', 'noise');
    for (const raw of [{ 'artifact-path': 'nothing' }, { 'artifact-path': 'noise', exclude: 'logs' }])
      expect(await report({ ...page, ...raw, 'artifact-name': 'web' })).toMatchObject({
        result: { kind: 'stopped', ending: 'usage', code: 'empty-input', message: expect.stringContaining('is empty') },
      });
  });

  it('takes that of a directory, and names what does not count', async () => {
    const { events, result } = await report({ ...page, 'artifact-path': 'site', exclude: '*.map' });
    const { sha256 } = await fingerprintOf(`${at.path}/site`);
    expect(result).toMatchObject({ kind: 'reported', name: 'site', fingerprint: sha256 });
    expect(events).toContainEqual({ kind: 'info', message: expect.stringMatching(/the directory site is .*without \*\.map and logs/) });
  });

  it('stores the tree of a directory, next to what the caller says', async () => {
    await report({ ...page, 'artifact-path': 'site', 'user-data': '{"team": "shop"}' });
    const { sha256, tree } = await fingerprintOf(`${at.path}/site`, { withTree: true });
    expect(await stored(sha256)).toMatchObject({ user_data: { team: 'shop', compliance_evidence: { tree } } });
    expect(tree).toMatch(/^1:[0-9a-f]{64}$/);
  });

  it('stores of a file that it is one, and of what is reported by its fingerprint alone, as an image is, that it was so', async () => {
    await report({ ...page, 'artifact-path': 'dist/shop.js' });
    expect(await stored(shipped)).toMatchObject({ user_data: { compliance_evidence: { kind: 'file' } } });
    expect(await stored(shipped)).not.toHaveProperty('user_data.compliance_evidence.tree');
    await report({ ...page, fingerprint: '34'.repeat(32), filename: 'shop:1.3' });
    expect(await stored('34'.repeat(32))).toMatchObject({ user_data: { compliance_evidence: { kind: 'digest' } } });
  });

  it('takes a fingerprint as it is given, under a name and on a trail of its own', async () => {
    const fingerprint = 'AB'.repeat(32);
    await report({ ...page, fingerprint, filename: 'shop:1.2', trail: 'release', 'commit-url': 'https://code.example/1' });
    expect(await stored(fingerprint, { trail: 'release' })).toMatchObject({
      fingerprint: fingerprint.toLowerCase(),
      filename: 'shop:1.2',
      trail_name: 'release',
      commit_url: 'https://code.example/1',
    });
  });

  it('takes the page of the run on GitHub for that of the build', async () => {
    const env = { GITHUB_EVENT_NAME: 'push', GITHUB_SHA: at.sha, GITHUB_REPOSITORY: 'acme/shop', GITHUB_RUN_ID: '7' };
    await report({ fingerprint: 'cd'.repeat(32), filename: 'x' }, env);
    expect(await stored('cd'.repeat(32))).toMatchObject({ build_url: 'https://github.com/acme/shop/actions/runs/7' });
  });

  it('sends nothing in a dry run, and shows what it would', async () => {
    const before = posts(stage.server.requests).length;
    const { result } = await report({ ...page, fingerprint: 'ef'.repeat(32), filename: 'x', 'dry-run': 'true' });
    expect(result).toMatchObject({ kind: 'reported', dryRun: true, sent: { kind: 'nothing' } });
    if (result.kind !== 'reported') throw new Error(`it ended as ${result.kind}`);
    expect(resultJson(result)).toMatchObject({ verdict: 'would-record', fingerprint: 'ef'.repeat(32) });
    expect(posts(stage.server.requests)).toHaveLength(before);
  });

  it.each<readonly [string, RawOptions, RegExp]>([
    ['neither a path nor a fingerprint', {}, /--artifact-path is missing, and so is the fingerprint/],
    ['both', { 'artifact-path': 'site', fingerprint: 'ab'.repeat(32) }, /both given/],
    ['an empty fingerprint, as of a variable that is not set', { fingerprint: '' }, /--fingerprint is empty/],
    ['an empty path', { 'artifact-path': ' ' }, /--artifact-path is empty/],
    ['a fingerprint that is none', { fingerprint: 'sha256:ab', filename: 'x' }, /--fingerprint is not a SHA-256/],
    ['a fingerprint without a name', { fingerprint: 'ab'.repeat(32) }, /--filename is missing/],
    ['patterns without a path', { fingerprint: 'ab'.repeat(32), filename: 'x', exclude: 'logs' }, /--exclude does nothing/],
    ['a path that is not there', { 'artifact-path': 'nowhere' }, /nowhere cannot be taken: ENOENT/],
    ['a name that no template has', { 'artifact-path': 'site', 'artifact-name': 'a.b' }, /--artifact-name is not a name/],
  ])('reports nothing with %s', async (_, raw, message) => {
    const before = posts(stage.server.requests).length;
    const { result } = await report({ ...page, ...raw });
    expect(result).toMatchObject({ kind: 'stopped', ending: 'usage', message: expect.stringMatching(message), fix: expect.any(String) });
    expect(posts(stage.server.requests)).toHaveLength(before);
  });

  it('requires the pages that nobody knows', async () => {
    const { result } = await report({ 'artifact-path': 'site' });
    expect(result).toMatchObject({ kind: 'stopped', ending: 'usage', message: expect.stringContaining('build-url is missing') });
  });

  it('does not report an artifact of another commit than the one that is checked out', async () => {
    const { result } = await report({ ...page, 'artifact-path': 'site', commit: 'a'.repeat(40) });
    expect(result).toMatchObject({ kind: 'stopped', ending: 'unusable' });
  });
});

describe('artifact get', () => {
  it('says which one is not there', async () => {
    expect(await stored('12'.repeat(32))).toMatchObject({ kind: 'stopped', message: expect.stringContaining('12'.repeat(32)) });
  });
});
