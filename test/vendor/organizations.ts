import type { Steps } from './step.ts';

export const organizations: Steps = async (step) => {
  await step(['status'], 0, /^OK$/m);

  await step(['update', 'default-org', 'globex'], 0, /globex/);
  await step(['get', 'default-org'], 0, /globex/);
  await step(['update', 'default-org', 'nothing'], 1, /Access denied/);
  await step(['list', 'flows', '--api-token', 'no-such-token'], 1, /token is not known/);
};
