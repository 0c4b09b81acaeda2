import { legWords, unusableReasons } from '../../gate/index.ts';
import { readTestResults } from '../results/read-results.ts';
import { forkCollectOptions, readForkCollect, requiredToCollect, uses, type ForkCollectSettings } from '../../options/index.ts';
import { crossCheck } from '../attest/cross-check.ts';
import { searchRootOf, type RunContext } from '../run/context.ts';
import { describeCommand } from '../run/command.ts';
import { testOutputs } from '../run/outputs.ts';
import type { CollectedResults } from '../run/result.ts';
import { inWorkingDirectory } from '../run/working-directory.ts';

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

/**
 * The use case `fork collect`: copies test results unchanged into a folder of their own, with the claims of this run. It sends
 * nothing and needs no secret. Faults of the files are reported here, and decided where the files become evidence.
 */
async function forkCollect(settings: ForkCollectSettings, outer: RunContext): Promise<CollectedResults> {
  const context = inWorkingDirectory(outer, settings.workingDirectory);
  const { name, resultPaths, testOutcome, trackedResults } = settings;
  const results = await readTestResults(resultPaths, { ...searchRootOf(context), testOutcome, trackedResults });
  for (const warning of results.warnings) context.report({ kind: 'warning', ...warning });
  const checked = crossCheck({ testOutcome, jobStatus: undefined }, results);
  for (const message of checked.warnings) context.report({ kind: 'warning', message });
  const { setAside } = await import('./lazy.ts');
  const { artifact, folder } = await setAside(settings, results, context);
  return {
    kind: 'collected',
    command: 'fork collect',
    name,
    of: legWords(settings),
    artifact,
    folder,
    results,
    reasons: unusableReasons({ name, problems: [...results.problems, ...checked.problems] }),
    sent: context.sent.soFar(),
  };
}
