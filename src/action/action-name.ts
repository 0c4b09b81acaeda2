import { resolve } from 'node:path';
import type { ActionResult } from '../commands/index.ts';
import { fromOrigin, type Origin } from '../text/index.ts';

/** Advice names the steps and pages of this action, at the ref that runs. */
export function withActionName(result: ActionResult, env: NodeJS.ProcessEnv, program: string): ActionResult {
  const origin = originOf(env, program);
  if (origin === undefined) return result;
  const named = <Told extends { readonly fix?: string | undefined }>(told: Told): Told =>
    told.fix === undefined ? told : { ...told, fix: fromOrigin(told.fix, origin) };
  if (result.kind === 'stopped') return { ...named(result), complaints: result.complaints.map(named) };
  if (result.kind === 'collected') return { ...result, reasons: result.reasons.map(named) };
  if (result.kind !== 'judged' && result.kind !== 'explained') return result;
  return { ...result, verdict: { ...result.verdict, reasons: result.verdict.reasons.map(named) } };
}

/**
 * The runner keeps an action in `_actions/OWNER/NAME/REF`. Its variables tell the same, but of the outermost action where one uses
 * another, and nothing of one in the workspace (https://github.com/actions/runner/issues/2473). An action that is the workspace
 * itself is that of the repository, at the commit of the event.
 */
export function originOf(env: NodeJS.ProcessEnv, program: string): Origin | undefined {
  const root = resolve(program, '../..').replaceAll('\\', '/');
  const serverUrl = env['GITHUB_SERVER_URL'] || 'https://github.com';
  const kept = /\/_actions\/([^/]+\/[^/]+)\/(.+)$/.exec(root);
  const isWorkspace = env['GITHUB_WORKSPACE'] !== undefined && resolve(env['GITHUB_WORKSPACE']).replaceAll('\\', '/') === root;
  const known: readonly (readonly [repository: string | undefined, ref: string | undefined])[] = [
    [kept?.[1], kept?.[2]],
    [env['GITHUB_ACTION_REPOSITORY'], env['GITHUB_ACTION_REF']],
    ...(isWorkspace ? ([[env['GITHUB_REPOSITORY'], env['GITHUB_SHA']]] as const) : []),
  ];
  for (const [repository = '', ref = ''] of known)
    if (/^[\w.-]+\/[\w.-]+$/.test(repository) && /^[\w./-]+$/.test(ref)) return { serverUrl, repository, ref };
  return undefined;
}
