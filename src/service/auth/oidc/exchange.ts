import { hash, randomBytes } from 'node:crypto';
import { utcTime } from '../../../presentation/index.ts';
import { cut, valueAt } from '../../../text/index.ts';
import { Refusal } from '../../evidence/refusal.ts';
import type { Store } from '../../store/store.ts';
import { accessPrefix, tokenHash } from '../authenticators.ts';
import { claim, claimsOf, match, usualEvents, usualIssuer, type AskedClaim, type IdClaims } from './claims.ts';
import { IssuerTrouble, type IssuerKeys } from './issuer-keys.ts';

/** Seconds by which two clocks may differ. */
const clockTolerance = 30;

/** Most seconds since an ID token was issued: a job asks for one and sends it at once. */
const maxTokenAge = 15 * 60;

/** The issuer, the repository and its owner that a token names for itself. Nothing is proved by them: they say whom to ask. */
async function readUnproved(token: string): Promise<Readonly<Record<'issuer' | 'repositoryId' | 'ownerId', string>>> {
  const { decodeJwt } = await import('jose');
  try {
    const payload = decodeJwt(token);
    const [issuer = '', repositoryId = '', ownerId = ''] = ['iss', 'repository_id', 'repository_owner_id'].map((name) =>
      claim(payload, name),
    );
    return { issuer, repositoryId, ownerId };
  } catch (cause) {
    throw new Refusal('invalid-request', 'The ID token is no JSON Web Token.', {
      cause,
      errors: { token: 'must be the ID token that GitHub gave the job, as it is.' },
    });
  }
}

/** The claims of a token, after its signature, its issuer and its times were proved. Throws a Refusal that says what is wrong with it. */
async function provedPayload(token: string, issuer: string, keys: IssuerKeys, now: number): Promise<object> {
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

function isAhead({ claim: name, payload }: RefusedClaim, now: number): boolean {
  const at = valueAt(payload, name);
  return (name === 'iat' || name === 'nbf') && typeof at === 'number' && at > now;
}

function timeOf({ claim: name, payload }: RefusedClaim, now: number): string {
  const at = valueAt(payload, name);
  return `${name} is ${typeof at === 'number' ? utcTime(at) : 'no time'}, and here it is ${utcTime(now)}`;
}

const newOne = 'Send the ID token that GitHub gave the job, as it is.';

function unproved(message: string, fix: string, cause: unknown): Refusal {
  return new Refusal('unauthorized', message, { fix, cause });
}

/** How long access lasts, in seconds: long enough for most jobs, and too short to be worth stealing from a log. */
export const usualLifetime = 15 * 60;

export interface JobDoor {
  readonly keys: IssuerKeys;
  /** Seconds. */
  readonly lifetime: number;
  /** The only issuers that an administrator may name in a rule: the service asks the issuers of rules for their keys. */
  readonly issuers: readonly string[];
}

/** Gives a job access to an organization for its ID token, which is taken once; times are in seconds, and the text of the token is kept nowhere. Throws a Refusal that says why it is not let in. */
export async function letIn(store: Store, { keys, lifetime }: JobDoor, org: string, idToken: string) {
  const { issuer, ownerId, repositoryId } = await readUnproved(idToken);
  const { isTrusted, rules } = await store.rulesOfIssuer(org, issuer, repositoryId, ownerId);
  // Only the issuers of rules are asked for keys, whatever a stranger sends.
  if (!isTrusted)
    throw new Refusal('forbidden', `No rule of this service is for ID tokens of the issuer '${cut(issuer, 200)}'.`, { fix: addingOne });
  const claims = claimsOf(await provedPayload(idToken, issuer, keys, Date.now() / 1000));
  const matched = match(rules, claims);
  if (matched.kind !== 'let-in') throw notLetIn(org, claims, matched.kind === 'refused' ? matched.by : []);
  const token = `${accessPrefix}${randomBytes(32).toString('base64url')}`;
  const { rule } = matched;
  const granted = await store.grantJobAccess({
    org,
    ruleId: rule.id,
    hash: tokenHash(token),
    idToken: hash('sha256', JSON.stringify([claims.issuer, claims.jti])),
    lifetime,
    claims: claims.recorded,
  });
  if (granted.outcome === 'taken') {
    throw new Refusal('unauthorized', 'This ID token was used before, and each is taken once.', {
      fix: 'Ask GitHub for a new one for each attempt: it gives as many as a job asks for.',
    });
  }
  if (granted.outcome === 'rule-removed') throw notLetIn(org, claims, []);
  return { token, rule, expiresAt: granted.expiresAt, lifetime };
}

const addingOne = 'Those who run the service add one with: compliance-evidence oidc-rule add --help';

/** Names what was not accepted by its value in the caller's own token. The rules are not shown: the caller may be a stranger. */
function notLetIn(org: string, claims: IdClaims, by: readonly AskedClaim[]): Refusal {
  const of = `the repository ${quoted(claims.repository)} with the id ${quoted(claims.repositoryId)} of ${quoted(claims.issuer)}`;
  const message =
    by.length === 0
      ? `No rule of the organization '${org}' is for ${of}.`
      : `No rule of the organization '${org}' for ${of} lets in ${by.map((name) => said(name, claims)).join(', and ')}.`;
  const rule = [
    `--org ${shellWord(org)} --role ROLE --audience ${shellWord(claims.audience)}`,
    `--repository ${shellWord(claims.repository)} --repository-id ${shellWord(claims.repositoryId)}`,
    ...(claims.issuer === usualIssuer ? [] : [`--issuer ${shellWord(claims.issuer)}`]),
    ...(by.includes('event_name') || !usualEvents.includes(claims.event) ? [`--event ${shellWord(claims.event)}`] : []),
    // A rule takes no ref of a pull request: each has another.
    ...(by.includes('ref') && !claims.ref.startsWith('refs/pull/') ? [`--ref ${shellWord(claims.ref)}`] : []),
  ].join(' ');
  return new Refusal('forbidden', message, {
    fix: `If it should be let in, those who run the service run: compliance-evidence oidc-rule add ${rule}`,
  });
}

function said(name: AskedClaim, claims: IdClaims): string {
  switch (name) {
    case 'aud':
      return `the audience ${quoted(claims.audience)}`;
    case 'event_name':
      return `the event ${quoted(claims.event)}`;
    case 'ref':
      return `the ref ${quoted(claims.ref)}`;
    case 'ref_protected':
      return `the ref ${quoted(claims.ref)} as an administrator, because nothing protects it in the repository`;
    case 'environment':
      return claims.environment === undefined ? 'a job without an environment' : `the environment ${quoted(claims.environment)}`;
    case 'job_workflow_ref':
      return claims.workflow === undefined ? 'a job without job_workflow_ref' : `the workflow ${quoted(claims.workflow)}`;
  }
}

function quoted(text: string): string {
  return `'${cut(text, 300)}'`;
}

/** A word that a shell takes as it is: names come from outside, and the command is there to be pasted. */
function shellWord(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
