import type { PostedStatus, StatusMark, StatusRun, StatusState, StatusWord } from '../../../src/gate/index.ts';

export const us = 'github-actions[bot]';

export interface MarkFacts {
  readonly slot?: string;
  readonly of?: string;
  readonly by?: string;
  readonly word?: StatusWord;
  readonly pullRequests?: readonly number[];
}

/** A mark of the slot `own`, of run 20 in its first attempt, that says yes, where nothing else is said. */
export function mark({ by, of = '20.1', pullRequests = [7], slot = 'own', word = 'yes' }: MarkFacts = {}): StatusMark {
  return {
    slot: { key: slot, org: 'acme', flow: 'shop', label: `pull_request #7 › ci.yml › ${slot}`, pullRequests, workflow: undefined },
    of: run(of),
    by: by === undefined ? undefined : run(by),
    word,
  };
}

/** A status with that mark, by the account of our own token where no other is named. */
export function posted(facts: MarkFacts, account: string | undefined = us, state: StatusState = 'pending'): PostedStatus {
  return { state, context: 'compliance/shop', account, mark: mark(facts) };
}

/** A status that another program set. */
export function bare(state: StatusState, account: string | undefined = 'ada'): PostedStatus {
  return { state, context: 'compliance/shop', account, mark: undefined };
}

function run(text: string): StatusRun {
  const [number = '', attempt = ''] = text.split('.');
  return { run: number, attempt };
}
