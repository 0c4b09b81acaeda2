import { stringAt, valueAt } from '../../../text/index.ts';
import { Refusal } from '../../evidence/refusal.ts';
import type { JobClaims, OidcRule } from '../../resources/oidc/tables.ts';
import { permissionsOf, roles } from '../../../contract/limits.ts';

/** Longest text of a claim: a ref or the path of a workflow is far shorter. */
const longest = 1024;

export interface IdClaims {
  readonly issuer: string;
  readonly audience: string;
  /** The number of the token: no two of an issuer have the same. */
  readonly jti: string;
  readonly repository: string;
  readonly repositoryId: string;
  /** Absent in a token of an issuer that names no owners: then no rule for an owner lets it in. */
  readonly ownerId: string | undefined;
  /** The file and ref that the job is defined in: that of a reusable workflow, where it is one. */
  readonly workflow: string | undefined;
  readonly ref: string;
  readonly environment: string | undefined;
  readonly event: string;
  /** Whether rules of the repository protect the ref. */
  readonly isProtected: boolean;
  readonly recorded: JobClaims;
}

/** The claims of a token by their types. Throws a Refusal that names the one that is missing, or that is no text. */
export function claimsOf(payload: object): IdClaims {
  const issuer = needed(payload, 'iss');
  const repository = needed(payload, 'repository');
  const repositoryId = needed(payload, 'repository_id');
  const ref = needed(payload, 'ref');
  const event = needed(payload, 'event_name');
  // A job without job_workflow_ref is of no reusable workflow. One that is there and cannot be read stands for nothing.
  const workflow = claim(payload, valueAt(payload, 'job_workflow_ref') === undefined ? 'workflow_ref' : 'job_workflow_ref');
  const environment = claim(payload, 'environment');
  const ownerId = claim(payload, 'repository_owner_id');
  const recorded: Record<string, string> & JobClaims = { issuer, repository, repository_id: repositoryId, ref, event };
  const others = {
    workflow,
    environment,
    repository_owner_id: ownerId,
    subject: claim(payload, 'sub'),
    run_id: needed(payload, 'run_id'),
    run_attempt: claim(payload, 'run_attempt'),
    sha: claim(payload, 'sha'),
    actor: claim(payload, 'actor'),
  };
  for (const [name, value] of Object.entries(others)) if (value !== undefined) recorded[name] = value;
  return {
    issuer,
    audience: audienceOf(payload),
    jti: needed(payload, 'jti'),
    repository,
    repositoryId,
    ownerId,
    workflow,
    ref,
    environment,
    event,
    isProtected: claim(payload, 'ref_protected') === 'true',
    recorded,
  };
}

/** A token for several audiences could be used by each of them against the others. */
function audienceOf(payload: object): string {
  const audience: unknown = valueAt(payload, 'aud');
  if (Array.isArray(audience) && audience.length === 1) {
    const [only]: readonly unknown[] = audience;
    return needed({ aud: only }, 'aud');
  }
  return needed(payload, 'aud');
}

/** A claim, or `undefined` where it is absent or no text of a usual length on one line. */
export function claim(payload: object, name: string): string | undefined {
  const value = stringAt(payload, name);
  return value === undefined || value.length > longest || !onOneLine.test(value) || !value.isWellFormed() ? undefined : value;
}

const onOneLine = /^[^\u0000-\u001F\u007F]+$/u;

function needed(payload: object, name: string): string {
  const value = claim(payload, name);
  if (value !== undefined) return value;
  throw new Refusal('unauthorized', `The ID token has no claim ${name}, or one that is no text.`, {
    fix: 'Send an ID token of a job of GitHub Actions, for one audience.',
  });
}

export const usualIssuer = 'https://token.actions.githubusercontent.com';

/** Events of a rule without any: only people with write access start them. Not pull requests (unreviewed code), nor comments. */
export const usualEvents: readonly string[] = [
  'push',
  'merge_group',
  'schedule',
  'workflow_dispatch',
  'repository_dispatch',
  'release',
  'deployment',
];

export type AskedClaim = 'aud' | 'event_name' | 'ref' | 'ref_protected' | 'environment' | 'job_workflow_ref';

/** The rule that lets a job in, or the claims that the nearest of the rules for its repository did not accept. */
type Matched =
  | { readonly kind: 'let-in'; readonly rule: OidcRule }
  | { readonly kind: 'refused'; readonly by: readonly AskedClaim[] }
  | { readonly kind: 'no-rule' };

/** Compares a job with the rules for its issuer and repository. If several let it in, the role with most rights wins, then most flows. */
export function match(rules: readonly OidcRule[], claims: IdClaims): Matched {
  const compared = rules
    .filter(({ issuer, ownerId, repositoryId }) => {
      const isOfPlace = ownerId === undefined ? repositoryId === claims.repositoryId : ownerId === claims.ownerId;
      return issuer === claims.issuer && isOfPlace;
    })
    .map((rule) => ({ rule, misses: missesOf(rule, claims) }));
  const [nearest] = compared.toSorted(
    (one, other) => one.misses.length - other.misses.length || rank(one.rule) - rank(other.rule) || opened(other.rule) - opened(one.rule),
  );
  if (nearest === undefined) return { kind: 'no-rule' };
  return nearest.misses.length === 0 ? { kind: 'let-in', rule: nearest.rule } : { kind: 'refused', by: nearest.misses };
}

function rank({ role }: OidcRule): number {
  return roles.indexOf(role);
}

function opened({ flows }: OidcRule): number {
  return flows?.length ?? Number.MAX_SAFE_INTEGER;
}

function missesOf(rule: OidcRule, claims: IdClaims): readonly AskedClaim[] {
  const { audience, environment, events = usualEvents, ref, role, workflow } = rule;
  const asked: readonly (readonly [AskedClaim, boolean])[] = [
    ['aud', audience === claims.audience],
    ['event_name', events.includes(claims.event)],
    ['ref', ref === undefined || fits(ref, claims.ref)],
    // Workflows at a ref are written by those who may push to it, and not all of them are to be administrators.
    ['ref_protected', environment !== undefined || !permissionsOf[role].includes('administer') || claims.isProtected],
    ['environment', environment === undefined || environment === claims.environment],
    ['job_workflow_ref', workflow === undefined || (claims.workflow !== undefined && fits(workflow, claims.workflow))],
  ];
  return asked.flatMap(([name, isMet]) => (isMet ? [] : [name]));
}

/** Whether a text is the wanted one, or begins like the wanted one up to its `*`, which stands for at least one character. */
function fits(wanted: string, text: string): boolean {
  if (!wanted.endsWith('/*')) return wanted === text;
  const start = wanted.slice(0, -1);
  return text.startsWith(start) && text.length > start.length;
}
