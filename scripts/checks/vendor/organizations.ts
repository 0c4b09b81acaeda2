import type { Steps } from './step.ts';

export const organizations: Steps = async (step) => {
  await step(['status'], 0, /^OK$/m);

  for (const kept of ['controls', 'repos', 'service-accounts']) await step(['list', kept], 1, /nothing at this path/);
  await step(['enable', 'beta'], 1, /nothing at this path/);

  await step(['update', 'default-org', 'globex'], 0, /globex/);
  await step(['get', 'default-org'], 0, /globex/);
  await step(['update', 'default-org', 'nothing'], 1, /Access denied/);
  await step(['list', 'flows', '--api-token', 'no-such-token'], 1, /token is not known/);
};
