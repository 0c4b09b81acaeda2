import { given, list } from '../../text/index.ts';
import type { Subject } from '../findings/finding.ts';
import type { AuditedChange } from '../judge/change.ts';
import type { Coverage } from '../coverage/coverage.ts';
import type { World } from '../judge/world.ts';
import { commitSubject, foundIn, short, when, who } from './delivery-subjects.ts';
import type { Found } from './rule.ts';

/** The commit that a change left on its branch, as a finding about its evidence names it. */
export function aboutCommit(change: AuditedChange, { header }: World): Pick<Found, 'subject' | 'change'> {
  return { subject: commitSubject(change.tip.sha, header), change: foundIn(change) };
}

/** The trail that decided; the commit where none is known. */
export function aboutTrail(change: AuditedChange, { trail, url }: Coverage, world: World): Pick<Found, 'subject' | 'change'> {
  const subject: Subject | undefined = trail === null ? undefined : { kind: 'trail', id: trail, url };
  return { ...aboutCommit(change, world), ...given({ subject }) };
}

/** The part of a key that tells findings of two flows apart; without a mapping there is one for the change. */
export function detailOf({ owes }: AuditedChange, { flow }: Coverage): Pick<Found, 'detail'> {
  return owes === null ? {} : { detail: flow };
}

/** `#42 (abcdef0)`, or `Commit abcdef0`. */
export function changeName({ pull, tip }: Pick<AuditedChange, 'pull' | 'tip'>): string {
  return pull === undefined ? `Commit ${short(tip.sha)}` : `#${pull.number} (${short(tip.sha)})`;
}

/** `#42 (abcdef0), merged by bob, landed on main on 2026-11-02 at 12:00 UTC`. */
export function landed(change: AuditedChange): string {
  const { landing, pull } = change;
  const by = pull === undefined ? `pushed by ${who(landing.actor)}` : `merged by ${who(pull.mergedBy)}`;
  return `${changeName(change)}${landing.at === null ? '' : `, ${by},`} landed on ${landing.branch}${when(landing.at)}`;
}

/** A sentence that is added where nobody knows when the change landed. */
export function asOfNow({ atMerge }: Coverage): string {
  return atMerge === 'not-known' ? ' This is the state of now: git does not tell when a change landed, and GitHub was not asked.' : '';
}

/** ` in flow unit`; nothing where any flow is enough. */
export function inFlow({ owes }: AuditedChange, { flow }: Coverage): string {
  return owes === null && flow === '' ? ' in any flow' : ` in flow ${flow}`;
}

/** `Trail v1 of flow unit`. */
export function trailName({ flow, trail }: Coverage): string {
  return `Trail ${trail ?? '(unknown)'} of flow ${flow}`;
}

/** `: unit-tests says no and lint is missing`; nothing where that is not known. */
export function because({ lacks }: Coverage): string {
  return lacks.length === 0 ? '' : `: ${list(lacks)}`;
}

/** The first deployment to production that brought it; undefined where there was none. */
export function shippedBy({ deployments }: AuditedChange): AuditedChange['deployments'][number] | undefined {
  return deployments.find(({ production }) => production);
}

/** ` It was deployed to production on ….`; nothing where it was not. */
export function deployed(change: AuditedChange): string {
  const deployment = shippedBy(change);
  if (deployment === undefined) return '';
  const by = deployment.by === null ? '' : `, by ${who(deployment.by)}`;
  return ` It was deployed to ${deployment.environment}${when(deployment.at)}${by}.`;
}
