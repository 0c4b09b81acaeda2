import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { git, removeRepositories } from '../support/git.ts';
import { openGitHubApi } from '../support/github-api/open.ts';
import { freePort } from '../support/loopback.ts';
import type { Case } from './case.ts';
import { cases } from './cases.ts';
import { EngineCrash, openEngine, rewriteOwnReferences, unpackAction } from './engine.ts';
import { examples } from './examples.ts';
import { findAct } from './go-tool.ts';
import { newcomerFiles } from './newcomer.ts';
import { play, type World } from './play.ts';
import { openService } from './service.ts';
import { openShop } from './shop.ts';

/** A commit of a repository, as GitHub's API tells it. */
function commitOf(repository: string, sha: string): object {
  const format = '%an%n%ae%n%aI%n%P%n%B';
  const [name, email, date, parents = '', ...message] = git(repository, ['show', '--no-patch', `--format=${format}`, sha]).split('\n');
  const url = `https://api.github.com/repos/acme/app/commits/${sha}`;
  return {
    sha,
    commit: {
      url,
      message: message.join('\n'),
      author: { name, email, date },
      committer: { name, email, date },
      tree: { sha, url },
      comment_count: 0,
    },
    files: [],
    parents: parents.split(' ').map((parent) => ({ sha: parent, url })),
  };
}

/**
 * Runs the workflows that the README and `docs/` show in a workflow engine (`act`), with the action as its users get
 * it, against the embedded service. Needs Go where act is missing.
 *
 *     npm run test:workflows -- [--work-tree] [--only WORDS] [--verbose]
 *
 * `--work-tree` takes the action as it stands here, not as it is committed; `--only` plays the cases whose name holds
 * the words; `--verbose` shows what every workflow printed, not only what one that went wrong did.
 */

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const { values: flags } = parseArgs({
  options: { 'work-tree': { type: 'boolean', default: false }, only: { type: 'string' }, verbose: { type: 'boolean', default: false } },
});

/** Cases that are played at once. */
const lanes = 3;

/** A case is played so often at most: again where the engine crashed, with commits of its own. */
const plays = 3;

const chosen = cases.filter(({ name }) => flags.only === undefined || name.includes(flags.only));
const began = Date.now();
const folder = await mkdtemp(join(tmpdir(), 'workflows-'));
let passed = 0;
try {
  const act = findAct(say);
  const action = join(folder, 'action');
  await mkdir(action);
  unpackAction(action, flags['work-tree']);
  rewriteOwnReferences(action);
  const manifest: { readonly outputs: object } = parse(readFileSync(join(action, 'action.yml'), 'utf8'));
  const shared = {
    engine: openEngine(act, action, folder),
    folder,
    workflows: new Map(examples().map(({ name = '', text }) => [name, text.replaceAll('<owner>', 'acme')])),
    outputs: Object.keys(manifest.outputs).toSorted(),
    deadUrl: `http://127.0.0.1:${await freePort()}/api/v2`,
  };
  const waiting = chosen.values();
  await Promise.all(Array.from({ length: lanes }, () => playAll(waiting, shared)));
} finally {
  removeRepositories();
  await rm(folder, { recursive: true, force: true });
}
const seconds = Math.round((Date.now() - began) / 1000);
const isGood = passed === chosen.length && passed > 0;
say(`${isGood ? '' : 'FAILED: '}${passed} of ${chosen.length} cases ended as they must, in ${seconds} s.`);
process.exitCode = isGood ? 0 : 1;

/** Plays what others have not begun yet, with a service, a repository and a double of GitHub's API of its own. */
async function playAll(waiting: Iterable<Case>, shared: Omit<World, 'service' | 'shop' | 'newcomers' | 'api'>): Promise<void> {
  const shop = openShop();
  const newcomers = { 'Node.js': openShop(newcomerFiles('Node.js')), pytest: openShop(newcomerFiles('pytest')) };
  const folderOf = (sha: string): string => [shop, ...Object.values(newcomers)].find((each) => each.knows(sha))?.folder ?? shop.folder;
  const data = await mkdtemp(join(folder, 'lane-'));
  const [service, api] = await Promise.all([
    openService(data),
    openGitHubApi({ commit: (sha) => commitOf(folderOf(sha), sha), pullRequests: shop.pullRequests }),
  ]);
  try {
    for (const each of waiting) if (await report(each, { ...shared, service, shop, newcomers, api })) passed += 1;
  } finally {
    await Promise.all([service.close(), api.close()]);
  }
}

/** Plays a case and says how it went, in a line; with the logs where it went wrong. */
async function report(each: Case, world: World, left = plays): Promise<boolean> {
  const start = Date.now();
  const logs: string[] = [];
  let problem: string | undefined;
  try {
    await play(each, world, (run) => logs.push(run.log));
  } catch (error) {
    if (error instanceof EngineCrash && left > 1) {
      say(`again  ${each.name}: the engine crashed: ${error.message}`);
      return report(each, world, left - 1);
    }
    problem = error instanceof Error ? error.message : String(error);
  }
  say(`${problem === undefined ? 'ok    ' : 'FAILED'} ${each.name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
  if (problem !== undefined || flags.verbose) for (const log of logs) say(log.replace(/^/gm, '       | '));
  if (problem !== undefined) say(problem.replace(/^/gm, '       '));
  return problem === undefined;
}
