import { utcTime } from '../../../presentation/index.ts';
import { valueAt } from '../../../text/index.ts';
import { claim } from './claims.ts';
import { Refusal } from '../../evidence/refusal.ts';
import { IssuerTrouble } from './ask-issuer.ts';
import type { IssuerKeys } from './issuer-keys.ts';

/** Seconds by which two clocks may differ. */
const clockTolerance = 30;

/** Most seconds since an ID token was issued: a job asks for one and sends it at once. */
const maxTokenAge = 15 * 60;

/** The issuer and the repository that a token names for itself. Nothing is proved by them: they say whom to ask. */
export async function readUnproved(token: string): Promise<{ readonly issuer: string; readonly repositoryId: string }> {
  const { decodeJwt } = await import('jose');
  try {
    const payload = decodeJwt(token);
    return { issuer: claim(payload, 'iss') ?? '', repositoryId: claim(payload, 'repository_id') ?? '' };
  } catch (cause) {
    throw new Refusal('invalid-request', 'The ID token is no JSON Web Token.', {
      cause,
      errors: { token: 'must be the ID token that GitHub gave the job, as it is.' },
    });
  }
}

/** The claims of a token, after its signature, its issuer and its times were proved. Throws a Refusal that says what is wrong with it. */
export async function provedPayload(token: string, issuer: string, keys: IssuerKeys, now: number): Promise<object> {
  const { errors, jwtVerify } = await import('jose');
  try {
    const { payload } = await jwtVerify(token, keys.keyOf(issuer), {
      // A signature by a shared secret could be made by whoever has read the public key.
      algorithms: ['RS256', 'ES256'],
      issuer,
      clockTolerance,
      maxTokenAge,
      requiredClaims: ['exp', 'iat', 'jti', 'aud'],
      currentDate: new Date(now * 1000),
    });
    return payload;
  } catch (cause) {
    if (cause instanceof IssuerTrouble) {
      throw new Refusal('unavailable', `The issuer ${issuer} cannot be asked for its keys: ${cause.message}.`, {
        cause,
        fix: 'Ask again in a moment, with a new ID token; if it stays so, tell those who run the service.',
      });
    }
    if (cause instanceof errors.JWTExpired) {
      throw unproved(
        `The ID token has ended, or was issued too long ago: its ${timeOf(cause, now)}.`,
        'Ask GitHub for a new one and send it at once. If that is refused too, the clock of this service may be ahead: tell those who run it.',
        cause,
      );
    }
    if (cause instanceof errors.JWTClaimValidationFailed && isAhead(cause, now)) {
      throw unproved(
        `The ID token does not hold yet by the clock of this service, which may be behind: its ${timeOf(cause, now)}.`,
        'Tell those who run the service to set its clock, then run the job again.',
        cause,
      );
    }
    if (cause instanceof errors.JWTClaimValidationFailed)
      throw unproved(`The ID token has a claim ${cause.claim} that is not accepted.`, newOne, cause);
    if (cause instanceof errors.JOSEAlgNotAllowed)
      throw unproved('The ID token is signed in a way that is not accepted: only RS256 and ES256 are.', newOne, cause);
    if (cause instanceof errors.JWKSNoMatchingKey)
      throw unproved(`The ID token is signed with a key that ${issuer} does not have.`, newOne, cause);
    if (cause instanceof errors.JOSEError) throw unproved('The signature of the ID token does not hold.', newOne, cause);
    throw cause;
  }
}

/** A claim that was not accepted. Its time is proved: signatures are looked at before times. */
interface RefusedClaim {
  readonly claim: string;
  readonly payload: object;
}

/** Whether it is a time to come. */
function isAhead({ claim: name, payload }: RefusedClaim, now: number): boolean {
  const at = valueAt(payload, name);
  return (name === 'iat' || name === 'nbf') && typeof at === 'number' && at > now;
}

/** The time of a claim next to that of this machine. */
function timeOf({ claim: name, payload }: RefusedClaim, now: number): string {
  const at = valueAt(payload, name);
  return `${name} is ${typeof at === 'number' ? utcTime(at) : 'no time'}, and here it is ${utcTime(now)}`;
}

const newOne = 'Send the ID token that GitHub gave the job, as it is.';

function unproved(message: string, fix: string, cause: unknown): Refusal {
  return new Refusal('unauthorized', message, { fix, cause });
}
