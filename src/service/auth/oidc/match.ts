import type { OidcRule } from '../../store/model/oidc.ts';
import { permissionsOf, roles } from '../../store/model/roles.ts';
import type { IdClaims } from './claims.ts';

/** The issuer of github.com. */
export const usualIssuer = 'https://token.actions.githubusercontent.com';

/**
 * The events that a rule lets in where it names none: those that only people with write access to the repository start. Not among
 * them are pull requests, whose code nobody may have looked at, and events that anybody starts, such as a comment.
 */
export const usualEvents: readonly string[] = [
  'push',
  'merge_group',
  'schedule',
  'workflow_dispatch',
  'repository_dispatch',
  'release',
  'deployment',
];

/** A claim that a rule may ask for. */
export type AskedClaim = 'aud' | 'event_name' | 'ref' | 'ref_protected' | 'environment' | 'job_workflow_ref';

/** The rule that lets a job in, or the claims that the nearest of the rules for its repository did not accept. */
export type Matched =
  | { readonly kind: 'let-in'; readonly rule: OidcRule }
  | { readonly kind: 'refused'; readonly by: readonly AskedClaim[] }
  | { readonly kind: 'no-rule' };

/**
 * Compares a job with the rules for its issuer and its repository. Where several let it in, it is the one whose role permits most, and
 * among those the one that opens most flows.
 */
export function match(rules: readonly OidcRule[], claims: IdClaims): Matched {
  const compared = rules
    .filter(({ issuer, repositoryId }) => issuer === claims.issuer && repositoryId === claims.repositoryId)
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
    ['ref_protected', environment !== undefined || !permissionsOf[role].includes('admin') || claims.isProtected],
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
