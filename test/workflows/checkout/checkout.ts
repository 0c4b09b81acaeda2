import { execFileSync } from 'node:child_process';

// Does what actions/checkout does with its defaults: a fetch of depth 1 unless it is told otherwise (0 is all of it, with all
// branches and tags), HEAD detached, `origin` at the server.
const {
  CHECKOUT_FROM,
  GITHUB_REPOSITORY,
  GITHUB_SERVER_URL,
  GITHUB_SHA,
  GITHUB_WORKSPACE,
  INPUT_REF,
  'INPUT_FETCH-DEPTH': depth = '1',
} = process.env;
const wanted = INPUT_REF === undefined || INPUT_REF === '' ? GITHUB_SHA : INPUT_REF;
if (CHECKOUT_FROM === undefined || wanted === undefined || GITHUB_WORKSPACE === undefined)
  throw new Error('CHECKOUT_FROM, GITHUB_SHA and GITHUB_WORKSPACE must be set.');

/**
 * The heads of pull requests, which the real action does not fetch. An audit fetches them from the server, and there is no server
 * here.
 */
const heads = '+refs/pull/*:refs/pull/*';

for (const args of [
  ['init', '--quiet', '.'],
  ['remote', 'add', 'origin', `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`],
  ['fetch', '--quiet', '--no-tags', ...(depth === '0' ? [] : [`--depth=${depth}`]), CHECKOUT_FROM, wanted],
  ['checkout', '--quiet', '--detach', 'FETCH_HEAD'],
  ...(depth === '0' ? [['fetch', '--quiet', '--tags', CHECKOUT_FROM, '+refs/heads/*:refs/remotes/origin/*', heads]] : []),
])
  execFileSync('git', args, { cwd: GITHUB_WORKSPACE, stdio: 'inherit' });
process.stdout.write(`checked out ${wanted}\n`);
