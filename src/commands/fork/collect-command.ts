import { forkCollectOptions, readForkCollect, requiredToCollect, uses, type ForkCollectSettings } from '../../options/index.ts';
import { describeCommand } from '../run/command.ts';
import { testOutputs } from '../run/outputs.ts';
import type { CollectedResults } from '../run/result.ts';
import { forkCollect } from './collect.ts';

export const forkCollectCommand = describeCommand({
  name: 'fork collect',
  summary: 'Set test results aside where there are no secrets, as in the pull request of a fork: `fork-post` records them.',
  examples: [
    "compliance-evidence fork collect --attestation-name unit-tests \\\n    --junit-paths 'build/test-results/**/*.xml' --collect-into collected",
  ],
  options: uses(forkCollectOptions, requiredToCollect),
  outputs: ['verdict', 'compliant', 'reasons', 'collected', 'artifact-name', ...testOutputs],
  read: (read): ForkCollectSettings => readForkCollect(read),
  run: (settings, context): Promise<CollectedResults> => forkCollect(settings, context),
});
