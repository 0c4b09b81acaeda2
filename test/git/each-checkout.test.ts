import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { completeFromApi } from '../../src/git/facts.ts';
import { commitNamed, commitOfTag, defaultBranchOf, fileVersions, tipOf } from '../../src/git/history.ts';
import { readGitFacts, type EventFacts } from '../../src/git/index.ts';
import { openObjectStore } from '../../src/git/object-store.ts';
import { checkWorkTrees } from '../../src/git/work-trees.ts';
import { cloneShallow, commit, git, makeRepository, merge, removeRepositories, temporaryDirectory } from '../support/git.ts';
import { root } from '../support/sources.ts';
import { mergeGroup, onGitHub, onLaptop, pullRequest, push, workflowRun } from './events.ts';

/*
 * Every event in every kind of checkout: the facts or the refusal are compared with test/fixtures/checkouts.txt.
 * `npx vitest run test/git/each-checkout.test.ts -u` writes it, look at what changed.
 */

beforeAll(() => {
  vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null');
  vi.stubEnv('GIT_CONFIG_NOSYSTEM', '1');
  vi.stubEnv('GIT_ALLOW_PROTOCOL', 'file');
});
afterAll(() => {
  vi.unstubAllEnvs();
  removeRepositories();
});

const origin = 'https://github.com/acme/app.git';

/** `main` with a base and a tag, and next to it the head of a pull request; `at` is checked out. */
function repository(at: 'main' | 'head' | 'merge' | 'other' = 'main') {
  const directory = makeRepository({ origin });
  commit(directory, 'The root');
  git(directory, ['checkout', '--quiet', '-b', 'fix-tax']);
  const head = commit(directory, 'Fix the tax');
  git(directory, ['checkout', '--quiet', 'main']);
  const base = commit(directory, 'Another change');
  git(directory, ['tag', 'v1']);
  if (at === 'head') git(directory, ['checkout', '--quiet', '--detach', head]);
  if (at === 'merge') {
    git(directory, ['checkout', '--quiet', '--detach']);
    merge(directory, head);
  }
  if (at === 'other') {
    git(directory, ['checkout', '--quiet', '-b', 'other']);
    commit(directory, 'Elsewhere');
  }
  return { directory, head, base };
}

/** The outcome as lines, a failure as its words. */
async function outcome(promise: Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await promise, undefined, 1);
  } catch (error) {
    return Object.prototype.toString.call(error) === '[object Error]'
      ? JSON.stringify({ failed: String(error), ...Object(error) }, undefined, 1)
      : String(error);
  }
}

test('the facts of every event, in every checkout', async () => {
  const { base, head } = repository();
  const events: Readonly<Record<string, EventFacts>> = {
    laptop: onLaptop,
    push: onGitHub('push', { sha: base, payload: push(base) }),
    tag: onGitHub('push', { sha: base, ref: 'refs/tags/v1', refName: 'v1', payload: push(base, 'refs/tags/v1') }),
    'pull request': onGitHub('pull_request', {
      sha: 'd'.repeat(40),
      ref: 'refs/pull/7/merge',
      refName: '7/merge',
      headRef: 'fix-tax',
      payload: pullRequest(head),
    }),
    'pull request of a fork': onGitHub('pull_request', { sha: 'd'.repeat(40), payload: pullRequest(head, 'mallory/app') }),
    'pull request target': onGitHub('pull_request_target', { sha: base, payload: pullRequest(head) }),
    'merge queue': onGitHub('merge_group', { sha: head, payload: mergeGroup(head) }),
    'followed run': onGitHub('workflow_run', { sha: base, payload: workflowRun(head) }),
    'followed push': onGitHub('workflow_run', { sha: base, payload: workflowRun(base, 'acme/app', 'push') }),
    schedule: onGitHub('schedule', { sha: base }),
    'by hand without a commit': onGitHub('workflow_dispatch', { sha: undefined }),
    'an event that nobody knows': onGitHub('made_up', { sha: base }),
    'push without a payload': onGitHub('push', { sha: base, payload: {} }),
  };
  const texts: string[] = [];
  const directories = {
    none: undefined,
    'no repository': temporaryDirectory(),
    main: repository().directory,
    head: repository('head').directory,
    merge: repository('merge').directory,
    other: repository('other').directory,
    shallow: cloneShallow(repository().directory),
  };
  for (const [name, event] of Object.entries(events))
    for (const [place, directory] of Object.entries(directories))
      texts.push(`# ${name} in ${place}\n${await outcome(readGitFacts({ event, directory }))}`);
  for (const sha of [head, base, head.toUpperCase(), head.slice(0, 7), 'f'.repeat(40), ''])
    texts.push(
      `# asked for ${sha}\n${await outcome(readGitFacts({ event: onLaptop, directory: directories.main, sha, redact: ['author'] }))}`,
    );
  const without = await readGitFacts({ event: onGitHub('schedule', { sha: base }), directory: undefined });
  for (const answer of [
    {},
    null,
    {
      sha: base,
      commit: { message: 'Told', author: { name: 'Ada', email: 'a@x.example', date: '2026-01-02T04:04:05Z' } },
      parents: [{ sha: head }],
    },
    { sha: head },
    { sha: base, parents: [{}] },
  ])
    texts.push(`# completed by ${JSON.stringify(answer)}\n${JSON.stringify(completeFromApi(without, answer), undefined, 1)}`);
  const text = Object.values(directories).reduce<string>(
    (all, directory) => (directory === undefined ? all : all.replaceAll(directory, 'DIRECTORY')),
    texts.join('\n'),
  );
  await expect(text.replaceAll(/(?<=\/evidence-git-)\w+/g, 'NAME')).toMatchFileSnapshot(join(root, 'test/fixtures/checkouts.txt'));
});

test('results of another work tree count where it is at the commit, is a submodule, or is known to be another repository', async () => {
  const { base, directory, head } = repository();
  const nested = (name: string, from: string, at: string, url?: string): string => {
    const place = join(directory, name);
    git(directory, ['clone', '--quiet', from, place]);
    git(place, ['checkout', '--quiet', '--detach', at]);
    if (url !== undefined) git(place, ['remote', 'set-url', 'origin', url]);
    return join(place, 'unit.xml');
  };
  const library = makeRepository();
  commit(library, 'A library');
  git(directory, ['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', pathToFileURL(library).href, 'library']);
  const broken = join(directory, 'broken');
  mkdirSync(broken);
  writeFileSync(join(broken, '.git'), 'gitdir: /nowhere\n');
  const files = {
    'in the checkout': join(directory, 'unit.xml'),
    'at the commit': nested('same', directory, base, origin),
    'at another commit': nested('behind', directory, head, origin),
    'of a mirror': nested('mirror', directory, head, 'https://git.example/mirrors/acme/app'),
    'of another repository': nested('other', directory, head, 'https://github.com/acme/other.git'),
    'of the fork': nested('fork', directory, head, 'https://github.com/Mallory/App.git'),
    'without an origin that says so': nested('local', directory, head),
    'in a submodule': join(directory, 'library', 'unit.xml'),
    'in a broken one': join(broken, 'unit.xml'),
  };
  for (const path of Object.values(files)) writeFileSync(path, '');
  const told: Record<string, unknown> = {};
  for (const [name, event] of Object.entries({
    push: onGitHub('push', { sha: base, payload: push(base) }),
    laptop: onLaptop,
    fork: onGitHub('pull_request', { payload: pullRequest(base, 'mallory/app') }),
    'a run of a fork': onGitHub('workflow_run', { payload: workflowRun(base, 'mallory/app') }),
  })) {
    for (const [what, file] of Object.entries(files))
      told[`${what}, on ${name}`] = await checkWorkTrees([file], { sha: base, directory, event });
    told[`all, on ${name}`] = await checkWorkTrees(Object.values(files), { sha: base, directory, event });
  }
  const text = JSON.stringify(told, undefined, 1).replaceAll(directory, 'DIRECTORY').replaceAll(library, 'LIBRARY');
  await expect(text).toMatchFileSnapshot(join(root, 'test/fixtures/work-trees.txt'));
});

test('names of commits, tags and branches, as the remote has them', async () => {
  const { base, directory, head } = repository();
  writeFileSync(join(directory, 'a.txt'), '1');
  git(directory, ['add', '--all']);
  const wrote = commit(directory, 'Write a');
  const clone = temporaryDirectory();
  git(clone, ['clone', '--quiet', directory, '.']);
  git(clone, ['checkout', '--quiet', '-b', 'local']);
  for (const place of [directory, clone]) {
    const store = await openObjectStore(place);
    const isClone = place === clone;
    expect([await tipOf(store, 'main'), await tipOf(store, 'fix-tax'), await tipOf(store, 'none')]).toEqual([wrote, head, undefined]);
    expect(await tipOf(store, 'local')).toBe(isClone ? wrote : undefined);
    expect(await defaultBranchOf(store)).toBe('main');
    expect([await commitNamed(store, 'HEAD~1'), await commitNamed(store, head.slice(0, 8)), await commitNamed(store, '--all')]).toEqual([
      base,
      head,
      undefined,
    ]);
    expect([await commitOfTag(store, 'v1'), await commitOfTag(store, 'main')]).toEqual([base, undefined]);
    expect(await fileVersions(store, wrote, 'a.txt')).toEqual([{ sha: wrote, parents: [] }]);
    expect(await fileVersions(store, wrote, '*.txt')).toEqual([]);
    expect(await fileVersions(store, 'f'.repeat(40), 'a.txt')).toEqual([]);
    await store.close();
  }
});
