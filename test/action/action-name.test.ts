import { expect, it } from 'vitest';
import { withActionName } from '../../src/action/action-name.ts';
import { UsageError } from '../../src/errors/index.ts';
import { stoppedBy } from '../../src/commands/index.ts';
import { docsPage } from '../../src/text/index.ts';

const steps = `- uses: <owner>/compliance-evidence@v1\n- uses: <owner>/compliance-evidence/.github/actions/serve@v1\nSee ${docsPage('forks.md')}`;
const fixOf = (env: NodeJS.ProcessEnv, program = '/srv/evidence/dist/index.js'): unknown =>
  Reflect.get(withActionName(stoppedBy(new UsageError('invalid-input', 'x', { fix: steps })), env, program), 'fix');

const said = (repository: string, ref: string, server = 'https://github.com'): string =>
  `- uses: ${repository}@${ref}\n- uses: ${repository}/.github/actions/serve@${ref}\nSee ${server}/${repository}/blob/${ref}/docs/forks.md`;

it('steps and pages of an advice are those of this action, as the runner tells it', () => {
  const env = { GITHUB_ACTION_REPOSITORY: 'shop/evidence', GITHUB_ACTION_REF: 'release/v1.2' };
  expect(fixOf(env)).toBe(said('shop/evidence', 'release/v1.2'));
  expect(fixOf({ ...env, GITHUB_SERVER_URL: 'https://ghe.example' })).toBe(said('shop/evidence', 'release/v1.2', 'https://ghe.example'));
});

it('the folder that the runner keeps the action in tells more than its variables, which are those of the outermost action', () => {
  const kept = '/home/runner/work/_actions/shop/evidence';
  const outer = { GITHUB_ACTION_REPOSITORY: 'shop/release', GITHUB_ACTION_REF: 'v9' };
  expect(fixOf(outer, `${kept}/v1/dist/index.js`)).toBe(said('shop/evidence', 'v1'));
  // Windows parts the names of folders otherwise.
  expect(fixOf({}, 'C:\\_actions\\shop\\evidence\\v1/dist/index.js')).toBe(said('shop/evidence', 'v1'));
  expect(fixOf({}, `${kept}/release/v1.2/.github/actions/gate/../../../dist/index.js`)).toBe(said('shop/evidence', 'release/v1.2'));
});

it('an action that is the workspace itself is that of the repository, at the commit of the event', () => {
  const env = { GITHUB_REPOSITORY: 'shop/evidence', GITHUB_SHA: 'c0ffee', GITHUB_WORKSPACE: '/srv/evidence' };
  expect(fixOf(env)).toBe(said('shop/evidence', 'c0ffee'));
  expect(fixOf({ ...env, GITHUB_WORKSPACE: '/srv' })).toBe(steps);
  expect(fixOf({ ...env, GITHUB_WORKSPACE: '/srv\\evidence' }, '/srv\\evidence/dist/index.js')).toBe(said('shop/evidence', 'c0ffee'));
});

it.each([
  {},
  { GITHUB_ACTION_REPOSITORY: '', GITHUB_ACTION_REF: '' },
  ...['a/b\n- run: x', '- run: x\na/b', 'a', 'a/', '/b', 'a/b/c'].map((name) => ({
    GITHUB_ACTION_REPOSITORY: name,
    GITHUB_ACTION_REF: 'v2',
  })),
  ...['v2\n- run: x', '- run: x\nv2'].map((ref) => ({ GITHUB_ACTION_REPOSITORY: 'a/b', GITHUB_ACTION_REF: ref })),
])('where it tells nothing that a step could hold, the owner is left open: %j', (env) => {
  expect(fixOf(env)).toBe(steps);
});
