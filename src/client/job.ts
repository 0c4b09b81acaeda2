import type { JobIdentity, OpenAccess } from './access.ts';

/** Most runs have a stored token, so the rest is loaded with the first request. `hide` gets each secret before anything else does. */
export function accessOfJob(identity: JobIdentity, hide: (secret: string) => void): OpenAccess {
  return async (way) => {
    const { openJobAccess } = await import('./job-access.ts');
    return openJobAccess({ ...way, identity, hide });
  };
}
