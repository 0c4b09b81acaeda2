import { hash, randomBytes } from 'node:crypto';
import { cut } from '../../../text/index.ts';
import { Refusal } from '../../evidence/refusal.ts';
import type { OidcRule } from '../../store/model/oidc.ts';
import type { Store } from '../../store/store.ts';
import { tokenHash } from '../token.ts';
import { claimsOf, type IdClaims } from './claims.ts';
import type { IssuerKeys } from './issuer-keys.ts';
import { accessPrefix } from './job-access.ts';
import { match, usualEvents, usualIssuer, type AskedClaim } from './match.ts';
import { provedPayload, readUnproved } from './verify-token.ts';

/** How long access lasts, in seconds: long enough for most jobs, and too short to be worth stealing from a log. */
export const usualLifetime = 15 * 60;

/** How jobs are let in. */
export interface JobDoor {
  readonly keys: IssuerKeys;
  /** Seconds. */
  readonly lifetime: number;
}

/** Access that a job was given. The text of the token is kept nowhere. */
export interface GivenAccess {
  readonly token: string;
  readonly rule: OidcRule;
  /** Unix seconds. */
  readonly expiresAt: number;
  /** Seconds. */
  readonly lifetime: number;
}

/** Gives a job access to an organization for its ID token, which is taken once. Throws a Refusal that says why it is not let in. */
export async function letIn(store: Store, { keys, lifetime }: JobDoor, org: string, idToken: string): Promise<GivenAccess> {
  const { issuer, repositoryId } = await readUnproved(idToken);
  const { isTrusted, rules } = await store.rulesOfIssuer(org, issuer, repositoryId);
  // Nobody but the issuers of rules is asked for keys, whatever a stranger sends.
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

/**
 * Names what was not accepted by its value in the caller's own token. The rules themselves are not shown: whoever asks may be a
 * stranger.
 */
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
