import {
  decideStatus,
  type PostedStatus,
  type StatusEnds,
  type StatusMark,
  type RunAttempt,
  type StatusState,
  type StatusWord,
} from '../../../src/gate/index.ts';

export const us = 'github-actions[bot]';

export interface MarkFacts {
  readonly slot?: string;
  readonly of?: string;
  readonly by?: string | undefined;
  readonly word?: StatusWord;
  readonly pullRequests?: readonly number[];
}

/** A mark of the slot `own`, of run 20 in its first attempt. It says yes unless another word is given. */
export function mark({ by, of = '20.1', pullRequests = [7], slot = 'own', word = 'yes' }: MarkFacts = {}): StatusMark {
  return {
    slot: { key: slot, org: 'acme', flow: 'shop', label: `pull_request #7 › ci.yml › ${slot}`, pullRequests, workflow: undefined },
    of: run(of),
    by: by === undefined ? undefined : run(by),
    word,
  };
}

/** A status with that mark. It is set by the account of our own token unless another one is named. */
export function posted(facts: MarkFacts, account: string | undefined = us, state: StatusState = 'pending'): PostedStatus {
  return { state, context: 'compliance/shop', account, mark: mark(facts) };
}

/** A status that another program set. */
export function bare(state: StatusState, account: string | undefined = 'ada'): PostedStatus {
  return { state, context: 'compliance/shop', account, mark: undefined };
}

export const words: readonly StatusWord[] = ['yes', 'no', 'running', 'awaiting', 'unapproved'];
export const none: StatusEnds = { slots: new Set(), going: new Set() };

export function wordOf(name: string): StatusWord {
  const found = words.find((word) => word === name);
  if (found === undefined) throw new Error(`${name} is no word`);
  return found;
}

/** The statuses of another run: none, or one. */
export function said(name: string, facts: MarkFacts, account = us): readonly PostedStatus[] {
  return name === '-' ? [] : [posted({ ...facts, word: wordOf(name) }, account)];
}

/** The state that is shown with the status of `own`. `account` is `null` if the account of our token is not known. */
export function shown(all: readonly PostedStatus[], own: StatusMark, ends: StatusEnds = none, account: string | null = us): string {
  return decideStatus(all, own, account ?? undefined, ends).state;
}

function run(text: string): RunAttempt {
  const [number = '', attempt = ''] = text.split('.');
  return { run: number, attempt };
}
