import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import * as asked from '../../src/git/index.ts';
import type { ObjectStore } from '../../src/git/index.ts';
import { commit, git, makeRepository, merge, removeRepositories, temporaryDirectory } from '../support/git.ts';
import { root } from '../support/sources.ts';
import { onGitHub, onLaptop, pullRequest } from './events.ts';

/*
 * Each question that is put to git: its calls, with what they are given, and the answer, compared with
 * test/fixtures/git-calls; and the answer where git fails.
 * `npx vitest run test/git/each-call.test.ts -u` writes them, look at what changed.
 */

afterEach(() => {
  vi.unstubAllEnvs();
});
afterAll(removeRepositories);

const gone = 'f'.repeat(40);

let real: string | undefined;

/** Puts a program named `git` before the real one, which is `$real` in it. */
function wrapGit(script: string): void {
  const directory = temporaryDirectory();
  real ??= join(git(directory, ['--exec-path']), 'git');
  writeFileSync(join(directory, 'git'), `#!/bin/sh\nreal="${real}"\n${script}\n`, { mode: 0o755 });
  vi.stubEnv('PATH', `${directory}${delimiter}${process.env['PATH']}`);
  vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null');
  vi.stubEnv('GIT_CONFIG_NOSYSTEM', '1');
}

interface World {
  readonly directory: string;
  readonly clone: string;
  readonly store: ObjectStore;
  readonly shas: Readonly<Record<'base' | 'head' | 'merged' | 'tip', string>>;
  readonly trees: Readonly<Record<'base' | 'merged', string>>;
  readonly blob: string;
}

/** A clone of a repository with a side branch, a tag, a file of odd name, and a commit that the clone does not have. */
async function world(): Promise<World> {
  const directory = makeRepository({ origin: 'https://github.com/acme/app.git' });
  const write = (name: string, text: string, message: string): string => {
    mkdirSync(join(directory, name, '..'), { recursive: true });
    writeFileSync(join(directory, name), text);
    git(directory, ['add', '--all']);
    return commit(directory, message);
  };
  const base = write('a.txt', '1\n', 'The base\n\nCo-authored-by: Zoë <zoe@example.com>\nCo-authored-by: nobody');
  git(directory, ['tag', 'v1']);
  git(directory, ['checkout', '--quiet', '-b', 'side']);
  const head = write('folder/b [1].txt', 'side\n', 'On the side');
  git(directory, ['checkout', '--quiet', 'main']);
  write('a.txt', '2\n', 'On the main line');
  const merged = merge(directory, head);
  const clone = temporaryDirectory();
  git(clone, ['clone', '--quiet', directory, '.']);
  const tip = write('c.sh', '', 'After the clone');
  git(directory, ['reset', '--quiet', '--hard', merged]);
  git(directory, ['update-ref', 'refs/pull/1/head', tip]);
  writeFileSync(join(clone, 'new.txt'), 'new\n');
  return {
    directory,
    clone,
    store: await asked.openObjectStore(clone),
    shas: { base, head, merged, tip },
    trees: { base: git(directory, ['rev-parse', `${base}^{tree}`]), merged: git(directory, ['rev-parse', `${merged}^{tree}`]) },
    blob: git(directory, ['rev-parse', `${base}:a.txt`]),
  };
}

type Question = (world: World) => Promise<unknown>;

const questions: Readonly<Record<string, Readonly<Record<string, Question>>>> = {
  checkout: {
    'the facts, on a laptop': ({ clone }) => asked.readGitFacts({ directory: clone, event: onLaptop }),
    'the facts, of a pull request': ({ directory, shas: { head } }) =>
      asked.readGitFacts({ directory, event: onGitHub('pull_request', { payload: pullRequest(head) }) }),
    'the parents in the checkout': ({ clone, shas: { merged } }) => asked.parentsIn(clone, merged),
    'the commits after one': ({ clone, shas: { base, merged } }) => asked.commitsAfter(clone, base, merged),
    'the contents at a commit': ({ clone, shas: { base } }) => asked.contentsAt(clone, base, ['a.txt', 'none.txt']),
    'the tracked files': ({ clone }) => asked.trackedFiles(clone),
    'the committed files': ({ clone }) => asked.committedFiles(['a.txt', 'new.txt'].map((name) => join(clone, name))),
    'the work trees': ({ clone, directory, shas: { merged } }) =>
      asked.checkWorkTrees([join(clone, 'a.txt')], { sha: merged, directory, event: onLaptop }),
  },
  objects: {
    'an open store': async ({ clone }) => {
      const store = await asked.openObjectStore(clone);
      const { directory } = store;
      await store[Symbol.asyncDispose]();
      return { isThere: existsSync(directory) };
    },
    'the text of the clone': ({ blob, store }) => asked.readBlobs(store, [blob, blob, gone], 1000),
    'no text': ({ store }) => asked.readBlobs(store, [], 1000),
    'what is there': ({ blob, shas: { base, tip }, store, trees }) => asked.present(store, [base, base, trees.base, blob, tip]),
    'the trees': ({ blob, shas: { base, head, tip }, store }) => asked.treesOf(store, [base, base, head, tip, blob]),
    'the file at commits': ({ shas: { base, head, merged }, store }) => asked.filesAt(store, [base, head, merged], 'folder/b [1].txt'),
    'no tree': ({ store }) => asked.treesOf(store, []),
    'merges alone': ({ shas: { base, head, merged }, store, trees }) =>
      asked.mergesAlone(store, [
        { sha: merged, tree: trees.merged, parents: [merged, head] },
        { sha: base, tree: trees.base, parents: [base, head] },
        { sha: gone, tree: trees.base, parents: [base] },
      ]),
    'no merges alone': ({ shas: { base }, store, trees }) => asked.mergesAlone(store, [{ sha: base, tree: trees.base, parents: [] }]),
    'what differs, whole': ({ store, trees }) => asked.treeChanges(store, [{ from: trees.base, to: trees.merged }], 'whole'),
    'what differs, by entries': ({ store, trees }) =>
      asked.treeChanges(
        store,
        [
          { from: trees.base, to: trees.merged },
          { from: trees.merged, to: trees.base },
          { from: asked.emptyTree, to: gone },
        ],
        'entries',
      ),
  },
  history: {
    'the named commit': ({ store }) => asked.commitNamed(store, 'HEAD~1'),
    'the commit of a tag': ({ store }) => asked.commitOfTag(store, 'v1'),
    'the common commit': ({ shas: { base, head }, store }) => asked.commonCommit(store, base, head),
    'the number of commits': ({ shas: { base, merged }, store }) => asked.countCommits(store, [base], merged),
    'the default branch': ({ store }) => asked.defaultBranchOf(store),
    'the versions of a file': ({ shas: { merged }, store }) => asked.fileVersions(store, merged, 'folder/b [1].txt'),
    'the line of first parents': ({ shas: { merged }, store }) => asked.firstParentLine(store, [], merged),
    'what landed': ({ shas: { merged }, store }) => asked.landedCommits(store, [], merged),
    'what landed after one': ({ shas: { base, merged }, store }) => asked.landedCommits(store, [base], merged),
    'the last change': ({ shas: { merged }, store }) => asked.lastChange(store, merged, 'a.txt'),
    'what is reachable': ({ shas: { base, head, merged }, store }) => asked.reachable(store, [merged, head], [base]),
    'what is reachable from nothing': ({ shas: { base }, store }) => asked.reachable(store, [], [base]),
    'the tip of a branch': ({ store }) => asked.tipOf(store, 'side'),
    'the tip of a branch that is not there': ({ store }) => asked.tipOf(store, 'none'),
  },
  fetch: {
    'a clone': ({ clone, directory }) =>
      asked.cloneHistory({ url: pathToFileURL(directory).href, authorization: 'basic eDp5' }, clone, `${clone}/clone`),
    'what is missing, from an address': ({ directory, shas: { base }, store }) =>
      asked.fetchMissing({ ...store, fetchFrom: { url: pathToFileURL(directory).href, authorization: 'bearer x' } }, [base, gone]),
    'what is missing, from this machine': ({ store }) =>
      asked.fetchMissing({ ...store, fetchFrom: { url: 'http://127.0.0.1:1/acme/app', authorization: null } }, [gone]),
    'what is missing, in the clear': ({ store }) =>
      asked.fetchMissing({ ...store, fetchFrom: { url: 'http://github.example/acme/app', authorization: null } }, [gone]),
    'what is missing, from the origin': ({ shas: { tip }, store }) => asked.fetchMissing(store, [tip, tip]),
    'what is missing of what is there': ({ shas: { base }, store }) => asked.fetchMissing(store, [base]),
  },
};

function plain(_: string, value: unknown): unknown {
  if (value instanceof Map) return [...value];
  return value instanceof Set ? [...value] : value;
}

async function outcome(question: Question, of: World): Promise<string> {
  try {
    return JSON.stringify(await question(of), plain) ?? 'undefined';
  } catch (error) {
    return `${String(error)} (${JSON.stringify(Object(error).code)}) ${JSON.stringify(Object(error).fix)}`;
  }
}

/** Every call begins with this, and has this around it. */
const beginning = ['safe.directory=*', 'safe.bareRepository=explicit', 'core.fsmonitor=false', 'core.hooksPath=/dev/null'];
const usual = ['--no-pager', '--no-replace-objects', ...beginning.flatMap((setting) => ['-c', setting]), '-C'];
const bounds: Readonly<Record<string, string>> = {
  GIT_ALLOW_PROTOCOL: '',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C',
};

/** A call as a line, then where the bounds around it are not those of all, then its input. */
function callOf(file: string): string {
  const [args = '', environment = '', input = ''] = readFileSync(file, 'utf8').split('\u0001');
  const said = args.split('\u0002').slice(0, -1);
  expect(said.slice(0, usual.length)).toEqual(usual);
  const around = environment.split('\n').flatMap((line): [string, string][] => {
    const [, name, value = ''] = /^(GIT_(?!EXEC_PATH)\w+|LC_ALL)=(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, value]];
  });
  const more = around.filter(([name, value]) => bounds[name] !== value).map((pair) => pair.join('='));
  const left = Object.keys(bounds).filter((name) => !around.some(([known]) => known === name));
  const lines = input.split('\n').filter(Boolean);
  return [
    ['git', ...said.slice(usual.length - 1)].join(' '),
    ...more.toSorted(),
    ...left.map((name) => `without ${name}`),
    ...lines.map((line) => `< ${line}`),
  ].join('\n  ');
}

function named(text: string, { clone, directory, store }: World): string {
  return (
    text
      // It is cut somewhere, by the length of these names.
      .replaceAll(/Command failed: git .*?(?=$| \("unknown-commit|"[,}])/gm, 'Command failed')
      .replaceAll(clone, 'CLONE')
      .replaceAll(directory, 'SOURCE')
      .replaceAll(store.directory, 'STORE')
      .replaceAll(/\S*\/compliance-audit-\w+/g, 'ANOTHER STORE')
  );
}

let of: World;
beforeAll(async () => {
  of = await world();
});
afterAll(() => of.store[Symbol.asyncDispose]());

const rows = Object.entries(questions);

test.each(rows)(
  'each question about the %s costs the calls that it needs, within the same bounds, and has its answer',
  async (about, all) => {
    const texts: string[] = [];
    for (const [name, question] of Object.entries(all)) {
      const calls = temporaryDirectory();
      wrapGit(
        `exec 3>"${calls}/$$"\nprintf '%s\\002' "$@" >&3\nprintf '\\001' >&3\nenv >&3\nprintf '\\001' >&3\ncat > "${calls}/in.$$"\n` +
          `cat "${calls}/in.$$" >&3\nexec 3>&-\nexec "$real" "$@" < "${calls}/in.$$"`,
      );
      const answer = await outcome(question, of);
      vi.unstubAllEnvs();
      const files = readdirSync(calls).filter((file) => !file.startsWith('in.'));
      // Some are begun together, and come in any order.
      const told = files.map((file) => named(callOf(join(calls, file)), of)).toSorted();
      texts.push(named(`# ${name}\n${told.map((call) => `${call}\n`).join('')}= ${answer}\n`, of));
    }
    await expect(texts.join('\n')).toMatchFileSnapshot(join(root, `test/fixtures/git-calls/${about}.txt`));
  },
);

const failures: Readonly<Record<string, string>> = {
  'says no': 'echo "fatal: the  test says no" >&2\nexit 128',
  'ends without a word': 'exit 1',
  'is killed': 'kill -9 $$',
  'answers with what nobody expects': 'echo "not what was asked"',
};

test.each(rows)('where git fails, nothing is guessed about the %s', async (about, all) => {
  const texts: string[] = [];
  const ask = async (how: string): Promise<void> => {
    for (const [name, question] of Object.entries(all)) texts.push(named(`${name}, where git ${how}: ${await outcome(question, of)}`, of));
  };
  for (const [how, script] of Object.entries(failures)) {
    wrapGit(script);
    await ask(how);
    vi.unstubAllEnvs();
  }
  vi.stubEnv('PATH', '/nonexistent');
  await ask('is not there');
  await expect(texts.join('\n')).toMatchFileSnapshot(join(root, `test/fixtures/git-calls/${about}-failing.txt`));
});
