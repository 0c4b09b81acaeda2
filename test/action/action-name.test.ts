import { expect, it } from 'vitest';
import { withActionName } from '../../src/action/action-name.ts';
import { UsageError } from '../../src/errors/index.ts';
import { stoppedBy } from '../../src/commands/index.ts';

const steps = '- uses: <owner>/compliance-evidence@v1\n- uses: <owner>/compliance-evidence/.github/actions/serve@v1';
const fixOf = (env: NodeJS.ProcessEnv): unknown =>
  Reflect.get(withActionName(stoppedBy(new UsageError('invalid-input', 'x', { fix: steps })), env), 'fix');

it('steps of an advice name this action as the runner tells it', () => {
  const env = { GITHUB_ACTION_REPOSITORY: 'shop/evidence', GITHUB_ACTION_REF: 'release/v1.2' };
  expect(fixOf(env)).toBe('- uses: shop/evidence@release/v1.2\n- uses: shop/evidence/.github/actions/serve@release/v1.2');
});

it.each([
  {},
  { GITHUB_ACTION_REPOSITORY: '', GITHUB_ACTION_REF: '' },
  { GITHUB_ACTION_REPOSITORY: 'a/b\n- run: x', GITHUB_ACTION_REF: 'v2' },
])('where it tells nothing that a step could hold, the owner is left open: %j', (env) => {
  expect(fixOf(env)).toBe(steps);
});
