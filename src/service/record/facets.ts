import type { runKey } from '../../gate/index.ts';
import { countAt, listAt, stringAt, valueAt } from '../../text/index.ts';

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

/** The number of the pull request that evidence tells by its run, or by what it lists; `undefined` if it tells none. */
export function pullRequestIn(data: unknown): string | undefined {
  const ofItsRun = valueAt(data, 'user_data', ofRun, 'pull_request');
  const listed = stringAt(listAt(data, 'pull_requests')?.[0], 'url') ?? '';
  return (
    pullRequestOf(typeof ofItsRun === 'number' ? `${ofItsRun}` : typeof ofItsRun === 'string' ? ofItsRun : '') ??
    /\/(?:pulls?|merge_requests|pull-requests|pullrequest)\/(\d{1,18})(?!\d)/.exec(listed)?.[1]
  );
}

export const pullRequestOf = (text: string): string | undefined => /^#?(\d{1,18})$/.exec(text)?.[1];

/** How many tests failed and then passed in one run, as evidence tells it. */
export const flakyIn = (data: unknown): number => countAt(data, 'user_data', ofRun, 'flaky') ?? 0;
