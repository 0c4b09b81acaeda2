import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Judged, Recorded } from '../../../src/commands/index.ts';
import { commit, git, makeRepository, temporaryDirectory } from '../../support/git.ts';
import { checkout, openStage, play, posted, results, type Checkout, type Played, type Stage } from '../setup.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** A workspace that is not a checkout, with one in `app` that holds the results. */
function workspace(): Checkout {
  const path = temporaryDirectory();
  const app = join(path, 'app');
  cpSync(makeRepository(), app, { recursive: true });
  mkdirSync(join(app, 'build'));
  const sha = commit(app, 'A change');
  const write: Checkout['write'] = (name, content) => writeFileSync(join(path, name), content);
  write('app/build/green.xml', results(3, 0));
  return { path, sha, write };
}

const nested = { 'junit-paths': 'app/build/*.xml' } as const;

describe('results that lie in a checkout of their own below the workspace', () => {
  it('are usable where that checkout is at the commit', async () => {
    const at = workspace();
    const { result } = await play('attest', stage, at, { ...nested, commit: at.sha });
    expect(result.evidence?.problems).toEqual([]);
    expect(posted(stage.server).at(-1)).toMatchObject({ git_commit_info: { sha1: at.sha }, junit_results: [{ total: 3, failures: 0 }] });
  });

  it.each([
    ['an input', false],
    ['the event', true],
  ])('are unusable where that checkout is at another commit than %s says', async (_, onGithub) => {
    const at = workspace();
    const other = 'f'.repeat(40);
    const { result } = await play(
      'attest',
      stage,
      onGithub ? { ...at, sha: other } : at,
      onGithub ? nested : { ...nested, commit: other },
      onGithub ? { github: {} } : {},
    );
    expect(result).toMatchObject({ fails: true, verdict: { name: 'unusable' }, evidence: { problems: [{ code: 'wrong-commit' }] } });
    expect(result.evidence?.problems[0]?.message).toContain(at.sha.slice(0, 7));
  });

  it('are usable where no checkout is anywhere: nothing speaks against the commit', async () => {
    const path = temporaryDirectory();
    writeFileSync(join(path, 'green.xml'), results(3, 0));
    const { result } = await play('attest', stage, { path, sha: 'f'.repeat(40), write: () => undefined }, { commit: 'f'.repeat(40) });
    expect(result.evidence?.problems).toEqual([]);
  });
});

/** A checkout in a folder of another one, with green results in it. Gives its commit. */
function checkoutIn(at: Checkout, name: string, origin?: string): string {
  const path = join(at.path, name);
  cpSync(makeRepository(origin === undefined ? {} : { origin }), path, { recursive: true });
  at.write(`${name}/green.xml`, results(3, 0));
  return commit(path, `A change in ${name}`);
}

function problemsOf({ result }: Played<Judged | Recorded>): readonly string[] {
  return (result.evidence?.problems ?? []).map(({ code, message }) => `${code}: ${message}`);
}

function noticesOf({ events }: Played): readonly string[] {
  return events.flatMap((event) => (event.kind === 'notice' && event.message.startsWith('The results in') ? [event.message] : []));
}

describe('each work tree that results come from is held to the commit', () => {
  const shop = 'https://github.com/acme/shop';

  it('the second as well as the first, and each is named once', async () => {
    const at = workspace();
    const wrong = [checkoutIn(at, 'lib', `${shop}.git`), checkoutIn(at, 'zoo', 'git@github.com:Acme/Shop.git')];
    at.write('lib/more.xml', results(1, 0));
    const played = await play('attest', stage, at, { 'junit-paths': '**/*.xml' }, { github: {} });
    expect(problemsOf(played)).toEqual([
      expect.stringContaining(`wrong-commit: The checkout in lib is of another commit: it is at ${wrong[0]}`),
      expect.stringContaining(`wrong-commit: The checkout in zoo is of another commit: it is at ${wrong[1]}`),
    ]);
    expect(played.result.evidence?.problems[0]?.fix).toContain('path: lib');
    expect(played.result).toMatchObject({ kind: 'judged', verdict: { name: 'unusable' } });
  });

  it.each([
    ['of the same repository', shop],
    ['whose remote nobody knows', undefined],
    ['of the same repository on a mirror', 'https://mirror.example/github/acme/shop.git'],
  ])('one %s below a checkout that is right', async (_, origin) => {
    const at = checkout();
    checkoutIn(at, 'baseline', origin);
    const played = await play('attest', stage, at, { 'junit-paths': '**/green.xml' }, { github: {} });
    expect(problemsOf(played)).toEqual([expect.stringContaining('The checkout in baseline is of another commit: it is at')]);
  });

  it('also where a symbolic link leads into it', async () => {
    const at = checkout();
    checkoutIn(at, 'baseline', shop);
    symlinkSync('baseline/green.xml', join(at.path, 'link.xml'));
    const played = await play('attest', stage, at, { 'junit-paths': 'link.xml' }, { github: {} });
    expect(problemsOf(played)).toEqual([expect.stringContaining('The checkout in baseline is of another commit: it is at')]);
  });

  it('also the fork that a pull request comes from', async () => {
    const at = checkout();
    checkoutIn(at, 'head', 'https://github.com/guest/shop');
    const payload = {
      repository: { full_name: 'acme/shop' },
      pull_request: { head: { sha: at.sha, ref: 'topic', repo: { full_name: 'guest/shop' } }, base: { repo: { full_name: 'acme/shop' } } },
    };
    at.write('event.json', JSON.stringify(payload));
    const github = { GITHUB_EVENT_NAME: 'pull_request', GITHUB_EVENT_PATH: join(at.path, 'event.json') };
    const played = await play('attest', stage, at, { 'junit-paths': 'head/*.xml' }, { github });
    expect(problemsOf(played)).toEqual([expect.stringContaining('The checkout in head is of another commit: it is at')]);
  });

  it('but one of another repository is told and no problem, be it the first or not', async () => {
    for (const name of ['another', 'zoo']) {
      const at = checkout();
      checkoutIn(at, name, 'https://github.com/acme/tools');
      const played = await play('attest', stage, at, { 'junit-paths': '**/green.xml' }, { github: {} });
      expect(problemsOf(played)).toEqual([]);
      expect(noticesOf(played)).toEqual([
        expect.stringContaining(`The results in ${name} come from another repository, https://github.com/acme/tools`),
      ]);
      expect(posted(stage.server).at(-1)).toMatchObject({ git_commit_info: { sha1: at.sha }, junit_results: [{ total: 3 }, { total: 3 }] });
    }
  });

  it('and no problem either is a submodule, whatever its remote; what has it is held', async () => {
    const at = checkout();
    const library = checkoutIn(at, 'library', shop);
    const allow = ['-c', 'protocol.file.allow=always'];
    git(at.path, [...allow, 'submodule', '--quiet', 'add', join(at.path, 'library'), 'vendor/lib']);
    git(join(at.path, 'vendor/lib'), ['remote', 'set-url', 'origin', shop]);
    const sha = commit(at.path, 'Take the library');
    at.write('vendor/lib/green.xml', results(3, 0));
    const right = await play('attest', stage, { ...at, sha }, { 'junit-paths': 'vendor/**/*.xml' }, { github: {} });
    expect(problemsOf(right)).toEqual([]);
    expect(noticesOf(right)).toEqual([expect.stringContaining('The results in vendor/lib come from a submodule')]);
    expect(library).not.toBe(sha);

    // The same below a folder: the superproject there is not looked at as a checkout of its own.
    const outer = temporaryDirectory();
    git(outer, ['clone', '--quiet', at.path, 'app']);
    git(join(outer, 'app'), [...allow, 'submodule', '--quiet', 'update', '--init']);
    writeFileSync(join(outer, 'app/vendor/lib/green.xml'), results(3, 0));
    const raw = { 'junit-paths': 'app/vendor/**/*.xml' };
    const of = (commitSha: string): Promise<Played<Judged | Recorded>> =>
      play('attest', stage, { ...at, path: outer, sha: commitSha }, raw, { github: {} });
    expect(problemsOf(await of(sha))).toEqual([]);
    expect(problemsOf(await of('f'.repeat(40)))).toEqual([expect.stringContaining('The checkout in app is of another commit: it is at')]);
  });

  it('and the workspace itself, which is told once', async () => {
    const at = checkout();
    const played = await play('attest', stage, { ...at, sha: 'f'.repeat(40) }, { 'junit-paths': '*.xml' }, { github: {} });
    expect(problemsOf(played)).toEqual([expect.stringContaining(`The checkout is of another commit: it is at ${at.sha}`)]);
    expect(posted(stage.server).at(-1)).toMatchObject({ junit_results: [{ errors: 1 }] });
    expect(played.result).toMatchObject({ kind: 'judged', verdict: { reasons: [{}] } });
  });
});
