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
import { rows } from '../support/runs.ts';
import { root } from '../support/sources.ts';
import { mergeGroup, onGitHub, onLaptop, pullRequest, push, workflowRun } from './events.ts';

/*
 * Every event in every kind of checkout: the facts or the refusal are compared with test/fixtures/checkouts, a file for each checkout,
 * and what is said of other work trees with test/fixtures/work-trees, a file for each event.
 * `npx vitest run --mode slow test/git/each-checkout.test.ts -u` writes them, look at what changed. `npm test` tries some of both.
 */

/** One that no test changes. */
let shared: ReturnType<typeof repository>;

beforeAll(() => {
  vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null');
  vi.stubEnv('GIT_CONFIG_NOSYSTEM', '1');
  vi.stubEnv('GIT_ALLOW_PROTOCOL', 'file');
  shared = repository();
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

/** Kinds of checkout, and whether `npm test` tries them as well. */
const places: readonly (readonly [place: string, make: () => string | undefined, isQuick: boolean])[] = [
  ['none', () => undefined, true],
  ['no repository', temporaryDirectory, false],
  ['main', () => shared.directory, true],
  ['head', () => repository('head').directory, false],
  ['merge', () => repository('merge').directory, false],
  ['other', () => repository('other').directory, false],
  ['shallow', () => cloneShallow(shared.directory), false],
];

/** The same words in every run. */
const withoutNames = (text: string, directory: string | undefined): string =>
  (directory === undefined ? text : text.replaceAll(directory, 'DIRECTORY')).replaceAll(/(?<=\/evidence-git-)\w+/g, 'NAME');

test.each(rows(places, ([, , isQuick]) => isQuick))('the facts of every event, in the checkout: %s', async (place, make) => {
  const { base, head } = shared;
  const events: Readonly<Record<string, EventFacts>> = {
    laptop: onLaptop,
    push: onGitHub('push', { sha: base, payload: push(base) }),
    tag: onGitHub('push', { sha: base, ref: 'refs/tags/v1', payload: push(base, 'refs/tags/v1') }),
    'pull request': onGitHub('pull_request', {
      sha: 'd'.repeat(40),
      ref: 'refs/pull/7/merge',
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
  const directory = make();
  const texts: string[] = [];
  for (const [name, event] of Object.entries(events)) texts.push(`# ${name}\n${await outcome(readGitFacts({ event, directory }))}`);
  const text = withoutNames(texts.join('\n'), directory);
  await expect(text).toMatchFileSnapshot(join(root, `test/fixtures/checkouts/${place.replace(' ', '-')}.txt`));
});

test('the facts of a commit that is asked for, and those that the interface of GitHub completes', async () => {
  const { base, directory, head } = shared;
  const texts: string[] = [];
  for (const sha of [head, base, head.toUpperCase(), head.slice(0, 7), 'f'.repeat(40), ''])
    texts.push(`# asked for ${sha}\n${await outcome(readGitFacts({ event: onLaptop, directory, sha, redact: ['author'] }))}`);
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
  await expect(withoutNames(texts.join('\n'), directory)).toMatchFileSnapshot(join(root, 'test/fixtures/checkouts/asked.txt'));
});

/** Files of results in other work trees, below a repository: they are changed by nobody. */
let results: ReturnType<typeof makeResults> | undefined;

function makeResults() {
  const { base, directory, head } = repository();
  const nested = (name: string, from: string, at: string, url?: string): string => {
    const place = join(directory, name);
    git(directory, ['clone', '--quiet', '--no-checkout', from, place]);
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
  return { base, directory, files };
}

/** The events, and whether each file is asked about alone. */
const asked: readonly (readonly [name: string, howMany: 'all' | 'each', event: (sha: string) => EventFacts])[] = (
  ['all', 'each'] as const
).flatMap((howMany) => [
  ['push', howMany, (sha: string) => onGitHub('push', { sha, payload: push(sha) })] as const,
  ['laptop', howMany, () => onLaptop] as const,
  ['fork', howMany, (sha: string) => onGitHub('pull_request', { payload: pullRequest(sha, 'mallory/app') })] as const,
  ['run-of-a-fork', howMany, (sha: string) => onGitHub('workflow_run', { payload: workflowRun(sha, 'mallory/app') })] as const,
]);

test.each(rows(asked, ([, howMany]) => howMany === 'all'))(
  'results of another work tree count where it is at the commit, is a submodule, or is known to be another repository: %s, %s of them',
  async (name, howMany, event) => {
    const { base: sha, directory, files } = (results ??= makeResults());
    const options = { sha, directory, event: event(sha) };
    const told: Record<string, unknown> = {};
    if (howMany === 'all') told['all'] = await checkWorkTrees(Object.values(files), options);
    else for (const [what, file] of Object.entries(files)) told[what] = await checkWorkTrees([file], options);
    const text = withoutNames(JSON.stringify(told, undefined, 1), directory);
    await expect(text).toMatchFileSnapshot(join(root, `test/fixtures/work-trees/${name}-${howMany}.txt`));
  },
);

test('names of commits, tags and branches, as the remote has them', async () => {
  const { base, directory, head } = repository();
  writeFileSync(join(directory, 'a.txt'), '1');
  git(directory, ['add', '--all']);
  const wrote = commit(directory, 'Write a');
  const clone = temporaryDirectory();
  git(clone, ['clone', '--quiet', directory, '.']);
  git(clone, ['checkout', '--quiet', '-b', 'local']);
  for (const place of [directory, clone]) {
    await using store = await openObjectStore(place);
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
  }
});
