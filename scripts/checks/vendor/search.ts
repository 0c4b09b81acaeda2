import type { Steps } from './step.ts';

export const search: Steps = async (step, { commit, fingerprint }) => {
  await step(['search', commit], 0, new RegExp(`${commit}[^]*${fingerprint}`));
  await step(['search', commit.slice(0, 7)], 0, new RegExp(commit));
  await step(['search', fingerprint], 0, new RegExp(`${fingerprint}[^]*app`));
  await step(['search', 'f'.repeat(40)], 1, /Nothing in the organization/);
  await step(['search', 'xyz'], 1, /hexadecimal|search_value/);
};
