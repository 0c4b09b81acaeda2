import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commit, git, temporaryDirectory } from '../support/git.ts';
import { openStage, play, posted, results, type Checkout, type Stage } from './setup.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** A workspace that is no checkout, with one in `app` that holds the results. */
function workspace(): Checkout {
  const path = temporaryDirectory();
  const app = join(path, 'app');
  mkdirSync(join(app, 'build'), { recursive: true });
  git(app, ['init', '--quiet', '--initial-branch', 'main']);
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
