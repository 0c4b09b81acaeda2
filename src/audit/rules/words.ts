import { given, isBlank, list } from '../../text/index.ts';
import { isGitHub, isWebFlow, type Account, type Signature } from '../facts/account.ts';
import type { Subject } from '../facts/finding.ts';
import { isMerged, type PullRequest } from '../facts/landing.ts';
import type { Header } from '../facts/line.ts';
import type { AuditedChange, Coverage } from '../population/change.ts';
import type { World } from '../population/world.ts';
import { signaturesIn, signedAs } from '../reviews/authors.ts';
import type { Found } from './rule.ts';

export function commitSubject(sha: string, { repository, serverUrl }: Pick<Header, 'repository' | 'serverUrl'>): Subject {
  return { kind: 'commit', id: sha, url: repository === null ? null : `${serverUrl}/${repository}/commit/${sha}` };
}

export function pullSubject({ number, url }: PullRequest): Subject {
  return { kind: 'pull-request', id: String(number), url };
}

export function foundIn({ pull, tip }: Pick<AuditedChange, 'pull' | 'tip'>): NonNullable<Found['change']> {
  return { sha: tip.sha, pull: pull?.number ?? null };
}

/** Its login; GitHub has no name for an account that is gone. */
export function who(account: Account | null): string {
  return account?.login ?? 'an account that is gone';
}

/** The authors of a change, and the person who brought it where that is another. Without an account for an address, the name in git. */
export function whoWrote(change: Pick<AuditedChange, 'commits' | 'landing' | 'pull'>): string {
  const { landing, pull } = change;
  const signatures = signaturesIn(change).filter((signature) => !isGitHub(signature));
  const writers = new Set(signatures.map(nameIn));
  const wrote = writers.size === 0 ? 'somebody whom no commit names' : named([...writers]);
  if (pull !== undefined) {
    const opener = who(pull.openedBy);
    return `#${pull.number} of ${opener}${writers.size === 0 || (writers.size === 1 && writers.has(opener)) ? '' : `, written by ${wrote},`}`;
  }
  const { actor, kind } = landing;
  const brought =
    actor === null || isWebFlow(actor) || writers.has(actor.login) ? '' : `, ${kind === 'push' ? 'pushed' : 'brought'} by ${actor.login},`;
  return `${wrote}${brought}`;
}

function nameIn(signature: Signature): string {
  const name = signedAs(signature);
  return signature.account !== null ? name : isBlank(name) ? 'somebody without a name' : `${name} (by the name in the commit)`;
}

/** `a and b`, each once. */
export function everyone(accounts: readonly (Account | null)[]): string {
  return named([...new Set(accounts.map(who))]);
}

/** The first few, and how many more: `a, b and 3 more`. */
export function named(names: readonly string[]): string {
  return list(names, 5);
}

export function short(sha: string): string {
  return sha.slice(0, 7);
}

/** `on 2026-11-02 at 10:30 UTC`; empty where the moment is not known. */
export function when(moment: string | null): string {
  const at = moment === null ? Number.NaN : Date.parse(moment);
  return Number.isNaN(at) ? '' : ` on ${new Date(at).toISOString().slice(0, 16).replace('T', ' at ')} UTC`;
}

type AboutFlow = Pick<Found, 'subject' | 'change' | 'detail'>;

export function aboutCommit(change: AuditedChange, { header }: World): Pick<Found, 'subject' | 'change'> {
  return { subject: commitSubject(change.tip.sha, header), change: foundIn(change) };
}

/** The trail that decided; the commit where none is known. */
export function aboutTrail(change: AuditedChange, { flow, trail, url }: Coverage, world: World): AboutFlow {
  const subject: Subject | undefined = trail === null ? undefined : { kind: 'trail', id: trail, url };
  return { ...aboutCommit(change, world), ...given({ subject }), detail: flow };
}

/** The commit, with the flow that tells two findings about it apart; without a mapping there is one for the change. */
export function aboutFlow(change: AuditedChange, { flow }: Coverage, world: World): AboutFlow {
  return { ...aboutCommit(change, world), ...(change.owes === null ? {} : { detail: flow }) };
}

/** `#42 (abcdef0)`, or `Commit abcdef0`. */
export function changeName({ pull, tip }: Pick<AuditedChange, 'pull' | 'tip'>): string {
  return pull === undefined ? `Commit ${short(tip.sha)}` : `#${pull.number} (${short(tip.sha)})`;
}

/** `#42 (abcdef0), merged by bob, landed on main on 2026-11-02 at 12:00 UTC`. */
export function landed(change: AuditedChange): string {
  const { landing, pull } = change;
  const by = pull === undefined ? `${isMerged(landing) ? 'merged' : 'pushed'} by ${who(landing.actor)}` : `merged by ${who(pull.mergedBy)}`;
  return `${changeName(change)}${landing.at === null ? '' : `, ${by},`} landed on ${landing.branch}${when(landing.at)}`;
}

/** A sentence for a change with an unknown time of landing. */
export function asOfNow({ atMerge }: Coverage): string {
  return atMerge === 'not-known' ? ' This is the state of now: git does not tell when a change landed.' : '';
}

/** `without a trail in flow unit`, or of GitHub's checks `without the check unit`. */
export function withoutTrail({ owes }: AuditedChange, { flow, of }: Coverage): string {
  if (of === 'check') return `without the check ${flow}`;
  return `without a trail in ${owes === null && flow === '' ? 'any flow' : `flow ${flow}`}`;
}

/** `Trail v1 of flow unit`, or `The check unit of abcdef0`. */
export function trailName({ flow, of, trail }: Coverage): string {
  if (of === 'check') return `The check ${flow}${trail === null ? '' : ` of ${short(trail)}`}`;
  return `Trail ${trail ?? '(unknown)'} of flow ${flow}`;
}

/** `: unit-tests says no and lint is missing`; empty where that is not known. */
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
