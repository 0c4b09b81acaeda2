import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resultJson } from '../../../src/cli/show-result.ts';
import type { RawOptions } from '../../../src/options/index.ts';
import { playNamed } from '../play-named.ts';
import { checkout, openStage, type Checkout, type Stage } from '../setup.ts';

let stage: Stage;
let at: Checkout;
beforeAll(async () => {
  stage = await openStage();
  await stage.flow('shop', ['unit']);
  at = checkout();
});
afterAll(() => stage.close());

const begin = (raw: RawOptions, env: NodeJS.ProcessEnv = {}) =>
  playNamed('trail begin', { ...where(), flow: 'shop', ...raw }, { workspace: at.path, env });
const where = (): RawOptions => ({ 'base-url': stage.url, 'api-token': stage.token, org: 'acme' });
async function stored(name: string): Promise<unknown> {
  const { result } = await playNamed('trail get', { ...where(), flow: 'shop', name });
  return result.kind === 'shown' ? result.json : result;
}

describe('trail begin', () => {
  it('names the trail after the commit, and says all that is known', async () => {
    const { result } = await begin({
      description: 'Release 1',
      'origin-url': 'https://ci.example/1',
      'external-urls': 'ticket=https://tickets.example/7',
      'user-data': '{"team": "shop"}',
    });
    expect(result).toMatchObject({ kind: 'reported', resource: 'trail', name: at.sha, change: 'begun', dryRun: false });
    expect(await stored(at.sha)).toMatchObject({
      name: at.sha,
      description: 'Release 1',
      origin_url: 'https://ci.example/1',
      external_urls: { ticket: { href: 'https://tickets.example/7' } },
      user_data: { team: 'shop' },
      git_commit_info: { sha1: at.sha, message: expect.stringContaining('Change') },
      repo_ids: [expect.any(String)],
      compliance_status: { attestations_statuses: [{ attestation_name: 'unit', status: 'MISSING' }] },
    });
  });

  it('says more of a trail that was begun, and leaves what it does not say', async () => {
    await begin({ trail: 'again', description: 'First', 'user-data': '{"kept": true}' });
    const { result } = await begin({ trail: 'again', description: 'Second' });
    expect(result).toMatchObject({ kind: 'reported', change: 'updated' });
    expect(await stored('again')).toMatchObject({ description: 'Second', user_data: { kept: true } });
  });

  it('gives a trail a template of its own', async () => {
    at.write('release.yml', 'version: 1\ntrail:\n  attestations:\n    - name: sign-off\n      type: generic\n');
    await begin({ trail: 'release', 'template-file': 'release.yml' });
    expect(await stored('release')).toMatchObject({
      compliance_status: { attestations_statuses: [{ attestation_name: 'sign-off', status: 'MISSING' }] },
    });
  });

  it('takes the page of the run for its origin on GitHub', async () => {
    await begin({ trail: 'run' }, { GITHUB_EVENT_NAME: 'push', GITHUB_SHA: at.sha, GITHUB_REPOSITORY: 'acme/shop', GITHUB_RUN_ID: '7' });
    expect(await stored('run')).toMatchObject({ origin_url: 'https://github.com/acme/shop/actions/runs/7' });
  });

  it('is begun without a commit where none is known, but not without a name', async () => {
    const away = { workspace: '/' };
    const named = await playNamed('trail begin', { ...where(), flow: 'shop', trail: 'bare' }, away);
    expect(named.result).toMatchObject({ kind: 'reported', change: 'begun' });
    expect(named.events).toContainEqual({ kind: 'notice', message: expect.stringContaining('without one') });
    const { result } = await playNamed('trail begin', { ...where(), flow: 'shop' }, away);
    expect(result).toMatchObject({ kind: 'stopped', ending: 'usage', fix: expect.stringContaining('Give trail or commit') });
  });

  it('sends nothing in a dry run, and shows what it would', async () => {
    const { result } = await begin({ trail: 'dry', 'dry-run': 'true' });
    expect(result).toMatchObject({ kind: 'reported', dryRun: true, sent: { kind: 'nothing' }, data: { name: 'dry' } });
    if (result.kind !== 'reported') throw new Error(`it ended as ${result.kind}`);
    expect(resultJson(result)).toMatchObject({ verdict: 'would-record', dry_run: true });
    expect(await stored('dry')).toMatchObject({ kind: 'stopped', message: expect.stringContaining("'dry'") });
  });

  it('hides a token in what people wrote, and says so', async () => {
    const { events } = await begin({ trail: 'secret', description: `with ${stage.token}` });
    expect(events).toContainEqual({ kind: 'warning', message: expect.stringContaining('description') });
    expect(JSON.stringify(await stored('secret'))).not.toContain(stage.token);
  });

  it.each([
    ['an empty one, which would require nothing', '# nothing\n', /would require nothing/],
    ['one that is not there', undefined, /cannot be read \(ENOENT\)/],
  ])('takes no template file that is %s', async (_, text, message) => {
    if (text !== undefined) at.write('empty.yml', text);
    const { result } = await begin({ trail: 'wrong', 'template-file': text === undefined ? 'none.yml' : 'empty.yml' });
    expect(result).toMatchObject({ kind: 'stopped', ending: 'usage', message: expect.stringMatching(message) });
  });

  it('takes no empty name of a template file: a variable that is not set is one', async () => {
    expect((await begin({ trail: 'wrong', 'template-file': ' ' })).result).toMatchObject({ message: '--template-file is empty' });
    expect(await stored('wrong')).toMatchObject({ kind: 'stopped' });
  });

  it('names what is wrong with a template, by its line', async () => {
    at.write('bad.yml', 'version: 1\ntrail:\n  attestations:\n    - name: unit\n');
    const { result } = await begin({ trail: 'wrong', 'template-file': 'bad.yml' });
    expect(result).toMatchObject({ kind: 'stopped', message: expect.stringContaining('line 4') });
  });
});
