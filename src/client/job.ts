import type { JobIdentity, OpenAccess } from './access.ts';

/**
 * Access of a job without a stored token. Most runs have one, so the rest is loaded with the first request. `hide` is told of each
 * secret before anybody else is.
 */
export function accessOfJob(identity: JobIdentity, hide: (secret: string) => void): OpenAccess {
  return async (way) => {
    const { openJobAccess } = await import('./job-access.ts');
    return openJobAccess({ ...way, identity, hide });
  };
}
