import { docsPage } from '../../text/index.ts';
import { UsageError } from '../../errors/index.ts';
import { subjectOf, type EventFacts } from '../../git/index.ts';

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
