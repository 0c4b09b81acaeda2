import { expect, onTestFinished } from 'vitest';
import { openContextStatus, type ContextStatus, type RunSlot, type Said } from '../../../src/commands/status/context-status.ts';
import type { StatusWord } from '../../../src/gate/index.ts';
import { markedLink, slotKey } from '../../../src/github/commit-status.ts';
import { openGitHubApi, type GitHubApi, type GitHubApiOptions, type ListedStatus } from '../../support/github-api/open.ts';

export const sha = 'a'.repeat(40);
export const runPage = 'https://github.com/acme/shop/actions/runs/20';
export const us = 'github-actions[bot]';

export interface OwnFacts {
  readonly job?: string;
  readonly run?: string;
  readonly by?: string;
  readonly org?: string;
  readonly flow?: string;
  readonly pullRequests?: readonly number[];
}

export function slotOf({ by, flow = 'shop', job = 'gate', org = 'acme', pullRequests = [7], run = '20.1' }: OwnFacts = {}): RunSlot {
  const parsed = (text: string): { run: string; attempt: string } => ({ run: text.split('.')[0] ?? '', attempt: text.split('.')[1] ?? '' });
  return {
    slot: {
      key: slotKey([org, flow, job, pullRequests[0]]),
      org,
      flow,
      label: `#${pullRequests[0]} › ${job}`,
      pullRequests,
      workflow: undefined,
    },
    of: parsed(run),
    by: by === undefined ? undefined : parsed(by),
    file: undefined,
  };
}

/** A status that somebody else's run has set. */
export function listed(state: string, word: StatusWord, facts: OwnFacts = {}, more: Partial<ListedStatus> = {}): ListedStatus {
  const { by, of, slot } = slotOf(facts);
  return {
    sha,
    state,
    context: 'compliance/shop',
    account: us,
    target_url: markedLink({ slot, of, by, word }, runPage, undefined) ?? null,
    ...more,
  };
}

export const bare = (state: string, account = 'ada'): ListedStatus => ({ sha, state, context: 'compliance/shop', account });

export async function open(
  before: readonly ListedStatus[],
  options: GitHubApiOptions = {},
  facts: OwnFacts = {},
): Promise<{ api: GitHubApi; status: ContextStatus }> {
  const api = await openGitHubApi(options);
  api.listed.push(...before);
  onTestFinished(async () => {
    await api.close();
    expect(api.breaches).toEqual([]);
  });
  const access = { token: 'ghs_token', apiUrl: api.url, repository: 'acme/shop', firstPause: 1 };
  const place = { sha, context: 'compliance/shop', run: slotOf(facts), runPage };
  return {
    api,
    status: openContextStatus(
      place,
      (work) => work(access),
      (text) => text,
    ),
  };
}

export const running: Said = { word: 'running', state: 'pending', words: 'Flow shop is being checked' };
export const yes: Said = { word: 'yes', state: 'success', words: 'Compliant' };
export const no: Said = { word: 'no', state: 'failure', words: 'Not compliant: unit has 1 failed test' };
export const still = (said: Said): Promise<Said> => Promise.resolve(said);
export const states = ({ statuses }: GitHubApi): readonly unknown[] => statuses.map(({ state }) => state);
export const shown = ({ listed: all }: GitHubApi): string | undefined => all.at(-1)?.state;

/** Somebody else sets a status between each post of ours and its answer, so many times. */
export const between =
  (times: number, status: ListedStatus): NonNullable<GitHubApiOptions['onStatus']> =>
  (api) => {
    if (times-- > 0) api.listed.push(status);
  };
