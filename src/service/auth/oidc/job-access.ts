import { Refusal } from '../../evidence/refusal.ts';
import type { Authenticator } from '../authenticator.ts';
import { tokenHash } from '../token.ts';

/** The beginning of every access token of a job, so that other requests are not looked up twice. */
export const accessPrefix = 'ce_job_';

/** A job that was let in by a rule. */
export const byJobAccess: Authenticator = async ({ authorization }, secretIn, store) => {
  const secret = secretIn(authorization);
  if (secret?.startsWith(accessPrefix) !== true) return undefined;
  const access = await store.authenticateJob(tokenHash(secret));
  switch (access?.state) {
    case undefined:
      return undefined;
    case 'valid':
      return access.principal;
    case 'expired':
      throw new Refusal('unauthorized', 'The access of this job has expired.', { fix: askAgain });
    case 'rule-removed':
      throw new Refusal('unauthorized', 'The rule that this job was let in by was removed.', {
        fix: 'Ask those who run the service for another rule.',
      });
  }
};

/** The correction for access that ended. */
export const askAgain = 'Exchange a new ID token of the job for access, at /api/v2/oidc/token/ORG.';
