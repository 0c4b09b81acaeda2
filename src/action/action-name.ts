import type { ActionResult } from '../commands/index.ts';

/** The result with advice that names this action the way the step names it. The runner gives no name for an action in the workspace. */
export function withActionName(result: ActionResult, env: NodeJS.ProcessEnv): ActionResult {
  if (result.kind === 'stopped') return result.fix === undefined ? result : { ...result, fix: named(result.fix, env) };
  if (result.kind !== 'judged' && result.kind !== 'explained') return result;
  const reasons = result.verdict.reasons.map((reason) => ({ ...reason, fix: named(reason.fix, env) }));
  return { ...result, verdict: { ...result.verdict, reasons } };
}

function named(fix: string, { GITHUB_ACTION_REF: ref = '', GITHUB_ACTION_REPOSITORY: repository = '' }: NodeJS.ProcessEnv): string {
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository) || !/^[\w./-]+$/.test(ref)) return fix;
  return fix.replaceAll(/<owner>\/compliance-evidence((?:\/[\w.-]+)*)@v1/g, (_, below: string) => `${repository}${below}@${ref}`);
}
