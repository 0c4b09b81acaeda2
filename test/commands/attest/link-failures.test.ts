import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import { locateFailures } from '../../../src/commands/attest/test-evidence.ts';
import { readTestResults } from '../../../src/commands/results/read-results.ts';
import { readEventFacts, readGitFacts, type EventFacts } from '../../../src/git/index.ts';
import { cloneShallow, commit, git, makeRepository, removeRepositories, temporaryDirectory } from '../../support/git.ts';

afterAll(removeRepositories);

function write(directory: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(directory, name, '..'), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
}

/** A repository with these files at its commit, and the SHA of the commit. */
function shop(files: Readonly<Record<string, string>> = { 'src/till.py': 'a\nb\n' }): { readonly directory: string; readonly sha: string } {
  const directory = makeRepository();
  return { directory, sha: change(directory, files) };
}

function change(directory: string, files: Readonly<Record<string, string>>): string {
  write(directory, files);
  git(directory, ['add', '--all']);
  return commit(directory);
}

const onGitHub = { ...readEventFacts({}), eventName: 'push', repository: 'acme/shop', ref: 'refs/heads/main' };
const pushOf = (sha: string): EventFacts => ({ ...onGitHub, sha, payload: { ref: 'refs/heads/main', after: sha } });
const pullRequestOf = (head: string, sha: string): EventFacts => ({
  ...onGitHub,
  eventName: 'pull_request',
  ref: 'refs/pull/7/merge',
  sha,
  payload: { number: 7, pull_request: { number: 7, head: { sha: head, ref: 'topic' } } },
});

/** The page that a failed test in this file and line is linked to, in a run of an event. */
async function linkOf(directory: string, event: EventFacts, file = 'src/till.py', line = ' line="2"', sha?: string): Promise<unknown> {
  const [link] = await linksOf(directory, event, [file], line, sha);
  return link;
}

/** The same of a test in each file, in one run. */
async function linksOf(
  directory: string,
  event: EventFacts,
  files: readonly string[],
  line = ' line="2"',
  sha?: string,
): Promise<readonly unknown[]> {
  const cases = files.map((file) => `<testcase name="t of ${file}" file="${file}"${line}><failure message="no"/></testcase>`);
  const xml = `<testsuite name="s">${cases.join('')}</testsuite>`;
  write(directory, { 'build/unit.xml': xml });
  const facts = await readGitFacts({ directory, event, ...(sha === undefined ? {} : { sha }) });
  const junit = await readTestResults(['build/*.xml'], { workspace: directory });
  const placed = await locateFailures(junit, { workspace: directory, directory, event, report: () => undefined }, facts);
  expect(placed.failing).toHaveLength(files.length);
  return placed.failing.map(({ url }) => url);
}

const page = (sha: string, rest = 'src/till.py#L2'): string => `https://github.com/acme/shop/blob/${sha}/${rest}`;

test('a failing test is linked to its line at the commit', async () => {
  const { directory, sha } = shop();
  expect(await linkOf(directory, pushOf(sha))).toBe(page(sha));
  expect(await linkOf(directory, pushOf(sha), 'src/till.py', '')).toBe(page(sha, 'src/till.py'));
  expect(await linkOf(directory, { ...pushOf(sha), serverUrl: 'https://ghe.example' })).toBe(
    page(sha).replace('https://github.com', 'https://ghe.example'),
  );
});

test('a path cannot lead out of its link', async () => {
  const names = ['src/a b#c?d.py', 'src/100%.py', 'src/[x](y).py', 'src/ü>.py', 'src/%2e%2e.py'];
  const { directory, sha } = shop(Object.fromEntries(names.map((name) => [name, 'x'])));
  const files = names.map((name) => name.replaceAll('>', '&gt;'));
  const urls = (await linksOf(directory, pushOf(sha), files, ' line="1"')).map(String);
  expect(urls).toEqual(names.map((name) => page(sha, `${name.split('/').map(encodeURIComponent).join('/')}#L1`)));
  for (const url of urls) {
    expect([new URL(url).pathname.split('/').slice(0, 5).join('/'), new URL(url).search]).toEqual([`/acme/shop/blob/${sha}`, '']);
  }
});

describe('the link on a pull request', () => {
  let made: ReturnType<typeof makeMerged> | undefined;

  /** A head, and the merge that GitHub makes of it and its base, which has moved. The merge is checked out. */
  function merged(): ReturnType<typeof makeMerged> {
    made ??= makeMerged();
    const directory = temporaryDirectory();
    cpSync(made.directory, directory, { recursive: true });
    return { ...made, directory };
  }

  function makeMerged(): { readonly directory: string; readonly head: string; readonly sha: string } {
    const { directory, sha: base } = shop();
    git(directory, ['checkout', '--quiet', '-b', 'topic']);
    const head = change(directory, { 'src/new.py': 'x\ny\n' });
    git(directory, ['checkout', '--quiet', '--detach', base]);
    change(directory, { 'src/till.py': 'moved\na\nb\n' });
    git(directory, ['merge', '--quiet', '--no-ff', '-m', 'Merge', head]);
    return { directory, head, sha: git(directory, ['rev-parse', 'HEAD']).trim() };
  }

  it('leads to the merge that GitHub made, whose file is here', async () => {
    const { directory, head, sha } = merged();
    expect(await linkOf(directory, pullRequestOf(head, sha))).toBe(page(sha));
    const shallow = cloneShallow(directory, sha);
    expect(await linkOf(shallow, pullRequestOf(head, sha))).toBe(page(sha));
  });

  it('leads to the head where that is checked out', async () => {
    const { directory, head, sha } = merged();
    git(directory, ['checkout', '--quiet', head]);
    expect(await linkOf(directory, pullRequestOf(head, sha))).toBe(page(head));
  });

  it('leads to the head for files that are the same there, where the job made the merge, which has no page', async () => {
    const { directory, head } = merged();
    const elsewhere = 'c'.repeat(40);
    expect(await linkOf(directory, pullRequestOf(head, elsewhere), 'src/new.py')).toBe(page(head, 'src/new.py#L2'));
    expect(await linkOf(directory, pullRequestOf(head, elsewhere))).toBeUndefined();
  });

  it('is none to a head that is not in the clone', async () => {
    const { directory, head, sha } = merged();
    const shallow = cloneShallow(directory, sha);
    expect(await linkOf(shallow, pullRequestOf(head, 'c'.repeat(40)), 'src/new.py')).toBeUndefined();
  });
});

describe('there is no link', () => {
  it('to a file that is not as the commit has it', async () => {
    const { directory, sha } = shop({ 'src/till.py': 'a\nb\n', 'src/gone.py': 'x' });
    write(directory, { 'src/till.py': 'patched\na\nb\n', 'src/new.py': 'x' });
    git(directory, ['add', 'src/new.py']);
    rmSync(join(directory, 'src/gone.py'));
    expect(await linksOf(directory, pushOf(sha), ['src/till.py', 'src/new.py', 'src/gone.py'])).toEqual([undefined, undefined, undefined]);
    write(directory, { 'src/till.py': 'a\r\nb\r\n' });
    expect(await linkOf(directory, pushOf(sha))).toBe(page(sha));
  });

  it('to what git does not track, or what is no file', async () => {
    const { directory } = shop();
    symlinkSync('till.py', join(directory, 'src/link.py'));
    const sha = change(directory, {});
    write(directory, { 'src/made.py': 'x' });
    const files = ['src/made.py', 'src/link.py', 'src', '../till.sh', '/etc/passwd', 'build/unit.xml', 'src/till.py'];
    const links = await linksOf(directory, pushOf(sha), files);
    expect(files.map((file, at) => [file, links[at]]).filter(([, link]) => link !== undefined)).toEqual([['src/till.py', page(sha)]]);
  });

  it('away from GitHub, or to a commit that the event does not name', async () => {
    const { directory, sha: first } = shop();
    const sha = commit(directory);
    expect(await linkOf(directory, { ...pushOf(sha), repository: undefined })).toBeUndefined();
    git(directory, ['checkout', '--quiet', first]);
    expect(await linkOf(directory, pushOf(sha), undefined, undefined, first)).toBeUndefined();
  });

  it('where no checkout tells what was tested', async () => {
    const { directory, sha } = shop();
    const event = pushOf(sha);
    const facts = await readGitFacts({ directory: undefined, event });
    write(directory, { 'build/unit.xml': '<testsuite name="s"><testcase name="t" file="src/till.py"><failure/></testcase></testsuite>' });
    const junit = await readTestResults(['build/*.xml'], { workspace: directory });
    const context = { workspace: directory, directory, event, report: () => undefined };
    expect((await locateFailures(junit, context, facts)).failing[0]).toMatchObject({ file: 'src/till.py' });
    expect((await locateFailures(junit, context, facts)).failing[0]).not.toHaveProperty('url');
  });
});
