import type { AllContexts } from './contexts.ts';
import type { RunOptions } from './types.ts';

/**
 * The environment of the action's process, in the runner's order: the machine, `env:`, inputs, contexts, and last the marks of
 * GitHub Actions. The machine is a bare one: only the variables that a program needs to start leak in from this process.
 */
export function makeEnvironment(
  options: RunOptions,
  inputs: ReadonlyMap<string, string>,
  contexts: AllContexts,
  home: string,
): Record<string, string> {
  const environment: Record<string, string> = { ...inherited(options), HOME: home, ...options.env };
  for (const [name, value] of inputs) environment[`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`] = value;
  for (const [name, value] of Object.entries(contexts.github)) {
    // Numbers and objects are not exported: see GetRuntimeEnvironmentVariables in the runner's GitHubContext.cs.
    if (exported.has(name) && (typeof value === 'string' || typeof value === 'boolean'))
      environment[`GITHUB_${name.toUpperCase()}`] = String(value);
  }
  for (const [name, value] of Object.entries(contexts.runner)) {
    if (typeof value === 'string') environment[`RUNNER_${name.toUpperCase()}`] = value;
  }
  environment['GITHUB_ACTIONS'] = 'true';
  environment['CI'] ??= 'true';
  return environment;
}

function inherited(options: RunOptions): Record<string, string> {
  const names = new Set(['PATH', 'LANG', 'SYSTEMROOT', 'COMSPEC', 'PATHEXT']);
  if (options.machine?.includes('proxy')) for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY']) names.add(name);
  if (options.machine?.includes('certificates'))
    for (const name of ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR']) names.add(name);
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) if (value !== undefined && names.has(name.toUpperCase())) found[name] = value;
  return found;
}

// The allow list of the runner's GitHubContext.cs. `token` and `event` are not on it.
const exported = new Set(
  (
    'action_path action_ref action_repository action actor actor_id api_url artifacts artifacts_list base_ref env event_name event_path ' +
    'graphql_url head_ref job output path ref_name ref_protected ref_type ref repository repository_id repository_owner repository_owner_id ' +
    'retention_days run_attempt run_id run_number server_url sha state step_summary triggering_actor workflow workflow_ref workflow_sha workspace'
  ).split(' '),
);
