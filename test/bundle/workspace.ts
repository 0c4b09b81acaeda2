import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { commit, git, makeRepository } from '../support/git.ts';

/** Files of a workspace by their path in it. */
export type Files = Readonly<Record<string, string>>;

/** One real repository, copied for each run: making one takes several calls of git. */
export interface Workspaces {
  /** The commit that is checked out. */
  readonly sha: string;
  /** Its parent. */
  readonly parent: string;
  /** Commits files on top of the commit; gives the SHA. */
  commit(files: Files): Promise<string>;
  /** A fresh copy with these files in it. It has no git if `checkout` is false. HEAD is at `at` if given. */
  make(files: Files, options?: { readonly checkout?: boolean; readonly at?: string }): Promise<string>;
  close(): Promise<void>;
}

export async function openWorkspaces(message = 'Sell tea'): Promise<Workspaces> {
  const source = makeRepository({ origin: 'https://github.com/acme/shop.git' });
  const parent = commit(source, 'Open the shop');
  const sha = commit(source, message);
  const root = await realpath(await mkdtemp(join(tmpdir(), 'workspaces-')));
  let made = 0;
  let last: Promise<unknown> = Promise.resolve();
  /** Tests run at the same time: files that one of them copies must not change meanwhile. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    sha,
    parent,
    async make(files, { checkout = true, at } = {}) {
      made += 1;
      const workspace = join(root, String(made));
      await (checkout ? inTurn(() => cp(source, workspace, { recursive: true })) : mkdir(workspace));
      if (at !== undefined) git(workspace, ['checkout', '--quiet', '--detach', at]);
      await writeAll(workspace, files);
      return workspace;
    },
    commit: (files) =>
      inTurn(async () => {
        await writeAll(source, files);
        git(source, ['add', '--', ...Object.keys(files).map((name) => `:(literal)${name}`)]);
        const made = commit(source, 'Build the till');
        git(source, ['reset', '--quiet', '--hard', sha]);
        return made;
      }),
    close: () => rm(root, { recursive: true, force: true }),
  };
}

async function writeAll(folder: string, files: Files): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

/** The file of a framework after a run in which all tests passed. */
export const green = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites><testsuite name="basket" tests="3" failures="0" errors="0" skipped="1" time="0.6">
  <testcase classname="basket" name="adds" time="0.1"/>
  <testcase classname="basket" name="removes" time="0.2"/>
  <testcase classname="basket" name="gives away" time="0.3"><skipped/></testcase>
</testsuite></testsuites>
`;

/** The same with one failure. */
export const red = green.replace('name="removes" time="0.2"/>', 'name="removes" time="0.2"><failure message="2 is not 1"/></testcase>');
