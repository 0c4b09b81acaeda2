import type { runKey } from '../../gate/index.ts';
import { countAt, listAt, stringAt, valueAt } from '../../text/index.ts';
import { send, sql, type Steps } from '../sql/sql.ts';

/** By which lists of trails are filtered; '' where nobody said it. */
export interface Facets {
  readonly branch: string;
  readonly author: string;
  /** The name of the trail and the message of its commit, in lower case. */
  readonly words: string;
}

const ofRun: typeof runKey = 'compliance_evidence';

/** In UTF-16 units: an index of PostgreSQL holds 2,700 bytes. */
const longest = 200;
const longestWords = 600;

/** The state of a trail before its first decision, which is in the same write. */
export const firstState = 'INCOMPLETE';

export function facetsOf(name: string, details: unknown): Facets {
  const said = (field: string): string => stringAt(details, 'git_commit_info', field) ?? '';
  return { branch: branchOf(said('branch')), author: authorOf(said('author')), words: wordsOf(`${name}\n${said('message')}`) };
}

export const branchOf = (text: string): string => kept(text, longest);

/** The name alone: git writes an address next to it. */
export const authorOf = (text: string): string => kept(text.replace(/\s*<[^<>]*>\s*$/, ''), longest) || kept(text, longest);

export const wordsOf = (text: string): string => kept(text.toLowerCase(), longestWords);

/** No engine takes half a character, and PostgreSQL no NUL. */
function kept(text: string, most: number): string {
  return text.replaceAll('\0', ' ').trim().slice(0, most).toWellFormed().trim();
}

/** The first evidence of a trail that tells a pull request, by its run or by what it lists, says which one the trail is about. */
export function* tellPullRequest({ data, org_id: orgId, trail_id: trailId }: AboutTrail): Steps<void> {
  const ofItsRun = valueAt(data, 'user_data', ofRun, 'pull_request');
  const [, listed] = inAddress.exec(stringAt(listAt(data, 'pull_requests')?.[0], 'url') ?? '') ?? [];
  const told = (['number', 'string'].includes(typeof ofItsRun) ? pullRequestOf(String(ofItsRun)) : undefined) ?? listed;
  if (told === undefined) return;
  yield* send(sql`update trail_facets set pull_request = ${told} where org_id = ${orgId} and trail_id = ${trailId} and pull_request = ''`);
}

type AboutTrail = Readonly<{ org_id: string; trail_id: string; data: unknown }>;
const inAddress = /\/(?:pulls?|merge_requests|pull-requests|pullrequest)\/(\d{1,18})(?!\d)/;

export const pullRequestOf = (text: string): string | undefined => /^#?(\d{1,18})$/.exec(text)?.[1];

/** How many tests failed and then passed in one run, as evidence tells it. */
export const flakyIn = (data: unknown): number => countAt(data, 'user_data', ofRun, 'flaky') ?? 0;
