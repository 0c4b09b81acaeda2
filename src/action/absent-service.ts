import { docsPage } from '../text/index.ts';
import { UsageError } from '../errors/index.ts';

/** An input that says where the service is, or who is asking. */
export type ServiceInput = 'base-url' | 'api-token';

/** Where each input comes from when a server is used. */
const sources: Readonly<Record<ServiceInput, string>> = { 'base-url': 'a variable', 'api-token': 'a secret' };

/** The output of the serve step that each input comes from where a job serves. */
const outputs: Readonly<Record<ServiceInput, string>> = { 'base-url': 'url', 'api-token': 'token' };

/** Variable that the service's step sets when it fails. Any earlier step can set it, so it only changes the wording. */
const mark = 'COMPLIANCE_EVIDENCE_SERVE_FAILED';

/** Why these inputs are empty. They have one cause, so it is one error. `noSecrets` says that this run gets no secrets. */
export function absentService(
  names: readonly ServiceInput[],
  env: NodeJS.ProcessEnv,
  noSecrets: UsageError | undefined,
): ReadonlyMap<string, UsageError> {
  const error = errorOf(names, env[mark] === 'true', noSecrets);
  return new Map(names.map((name) => [name, error]));
}

/** A job may also say itself who it is. */
const withoutSecret = `\nWithout a secret: leave api-token out, and give the job, next to the permissions that it has:\npermissions:\n  id-token: write\nThe service must have a rule for it: ${docsPage('oidc.md')}`;

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
    fix: `With a server: set ${source} under Settings, Secrets and variables, Actions. Pull requests of forks and of Dependabot get no secrets: ${docsPage('forks.md')}${names.includes('api-token') ? withoutSecret : ''}`,
  };
  const written = names.map((name) => `${name}: \${{ steps.service.outputs.${outputs[name]} }}`).join(' and ');
  // A step that gave one of them has not failed.
  return names.length === 1
    ? new UsageError(code, `${what}: its expression names a step or an output that there is not, or ${unset.message}`, {
        fix: `With a service in this job: write ${written}, where service is the id of its step\n${unset.fix}`,
      })
    : new UsageError(
        code,
        `${what}: no step before this one serves, its id is another than in the expression, it failed or was skipped, or ${unset.message}`,
        {
          fix: `With a service in this job: let its step come before this one, with \`id: service\` and \`if: \${{ !cancelled() }}\`, and write ${written}. Where it is so, look at the log of that step\n${unset.fix}`,
        },
      );
}
