import type { JobOfRun } from '../../options/index.ts';

/**
 * Where GitHub gives ID tokens to this job; `undefined` where it may have none. The runner sets both variables for each step of a
 * job with `id-token: write`, over any that a step before it set.
 */
export function jobOfRun(env: NodeJS.ProcessEnv): JobOfRun | undefined {
  const requestUrl = env['ACTIONS_ID_TOKEN_REQUEST_URL']?.trim() ?? '';
  const requestToken = env['ACTIONS_ID_TOKEN_REQUEST_TOKEN']?.trim() ?? '';
  return requestUrl === '' || !/^[\x21-\x7E]+$/.test(requestToken) ? undefined : { requestUrl, requestToken };
}
