import { UsageError } from '../../errors/index.ts';
import { legWords, unusableReasons } from '../../gate/index.ts';
import { subjectOf, type EventFacts } from '../../git/index.ts';
import { forkCollectOptions, readOptions, requiredToCollect, uses, type ForkCollectSettings } from '../../options/index.ts';
import { docsPage } from '../../text/index.ts';
import { crossCheck } from '../attest/test-evidence.ts';
import { readTestResults } from '../results/read-results.ts';
import { describeCommand, testOutputs } from '../run/command.ts';
import { inWorkingDirectory, searchRootOf, type RunContext } from '../run/context.ts';
import type { CollectedResults } from '../run/result.ts';

/** GitHub gives no secrets to pull requests of forks and of Dependabot. The message says that this is not the author's fault. */
export function noSecretsError(event: EventFacts): UsageError | undefined {
  const fork = subjectOf(event).isFork;
  const dependabot = event.actor === 'dependabot[bot]';
  if (!event.eventName.startsWith('pull_request') || (!fork && !dependabot)) return undefined;
  const who = fork ? "a fork's pull request" : 'a pull request of Dependabot';
  return new UsageError(
    'missing-input',
    `api-token is empty because this is ${who}: GitHub gives it no secrets, so nothing can be recorded here, and nothing was`,
    {
      fix: fork
        ? `Set the test results aside here with \`fork-collect\`, which needs no token; a second workflow, on: workflow_run, which has it and runs no code of the fork, records them with \`fork-post\`: ${docsPage('forks.md')}`
        : 'Store the token as a Dependabot secret as well (Settings, Secrets and variables, Dependabot)',
    },
  );
}

export const forkCollectCommand = describeCommand({
  name: 'fork collect',
  summary: 'Set test results aside where there are no secrets, as in the pull request of a fork: `fork-post` records them.',
  examples: [
    "compliance-evidence fork collect --attestation-name unit-tests \\\n    --junit-paths 'build/test-results/**/*.xml' --collect-into collected",
  ],
  options: uses(forkCollectOptions, requiredToCollect),
  outputs: ['verdict', 'compliant', 'reasons', 'collected', 'artifact-name', ...testOutputs],
  read: (read): ForkCollectSettings => readOptions(read, forkCollectOptions),
  run: (settings, context): Promise<CollectedResults> => forkCollect(settings, context),
});

/**
 * Copies test results unchanged into a folder of their own, with the claims of this run. It sends nothing and needs no secret. Faults of
 * the files are reported here, and decided where the files become evidence.
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
