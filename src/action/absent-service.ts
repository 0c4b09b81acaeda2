import { UsageError } from '../errors/index.ts';

/** An input that says where the service is, or who asks it. */
export type ServiceInput = 'base-url' | 'api-token';

/** What they come from where a server is used. */
const sources: Readonly<Record<ServiceInput, string>> = { 'base-url': 'a variable', 'api-token': 'a secret' };

/** What the step of the service leaves in the environment when it fails. Any step before can set it, so it changes words alone. */
const mark = 'COMPLIANCE_EVIDENCE_SERVE_FAILED';

/** Why these inputs are empty: one error for all of them, as they have one cause. `noSecrets` says that this run gets no secrets. */
export function absentService(
  names: readonly ServiceInput[],
  env: NodeJS.ProcessEnv,
  noSecrets: UsageError | undefined,
): ReadonlyMap<string, UsageError> {
  const error = errorOf(names, env[mark] === 'true', noSecrets);
  return new Map(names.map((name) => [name, error]));
}

function errorOf(names: readonly ServiceInput[], hasFailed: boolean, noSecrets: UsageError | undefined): UsageError {
  const what = `Input ${names[0]} is missing or empty${names.length > 1 ? `, and so is ${names[1]}` : ''}`;
  const code = noSecrets?.code ?? 'empty-input';
  if (hasFailed)
    return new UsageError(code, `${what}: the step of the service failed`, {
      fix: 'Look at the log of that step: it says why, and how to fix it',
    });
  // A service that has an address has started.
  if (noSecrets !== undefined && !names.includes('base-url')) return noSecrets;
  const source = names.map((name) => sources[name]).join(' or ');
  const unset = noSecrets ?? {
    message: `${source} is not set`,
    fix: `With a server: set ${source} under Settings, Secrets and variables, Actions. Pull requests of forks and of Dependabot get no secrets: docs/forks.md`,
  };
  return new UsageError(code, `${what}: the step of the service failed or was skipped, or ${unset.message}`, {
    fix: `With a service in this job: look at the log of its step. It comes before this one, with \`id: service\` and \`if: \${{ !cancelled() }}\`\n${unset.fix}`,
  });
}
