import { describe, expect, test } from 'vitest';
import type { StatusMark, StatusSlot } from '../../../src/gate/index.ts';
import { isGoingOver, isSlotOver } from '../../../src/github/commit-status.ts';
import type { GitHubApiOptions, PullRequest, RunState } from '../../support/github-api/open.ts';
import { openDouble } from './double.ts';

const head = 'c0ffee0000000000000000000000000000000001';
const old = '.github/workflows/old.yml';
const own = { path: '.github/workflows/ci.yml', ref: head };
const slot: StatusSlot = { key: 'k', org: 'acme', flow: 'shop', label: 'x', pullRequests: [], workflow: undefined };
const pull = (number: number, state: 'open' | 'closed'): PullRequest => ({
  number,
  state,
  sha: head,
  branch: 'topic',
  repository: 'acme/shop',
});

async function isOver(of: Partial<StatusSlot>, options: GitHubApiOptions, file: typeof own | undefined = own): Promise<boolean> {
  const { access } = await openDouble(options);
  return isSlotOver(access, { ...slot, ...of }, file);
}

describe('a slot of pull requests', () => {
  test.each<[string, readonly number[], GitHubApiOptions, boolean]>([
    ['is over when its one is closed', [7], { pullRequests: [pull(7, 'closed')] }, true],
    ['is not while it is open', [7], { pullRequests: [pull(7, 'open')] }, false],
    ['is not while one of two is open', [7, 8], { pullRequests: [pull(7, 'closed'), pull(8, 'open')] }, false],
    ['is over when both are closed', [7, 8], { pullRequests: [pull(7, 'closed'), pull(8, 'closed')] }, true],
    ['is not where one of two may not be seen', [7, 8], { pullRequests: [pull(7, 'closed')] }, false],
    ['is not where it may not be seen (404)', [7], {}, false],
    ['is not where GitHub refuses (403)', [7], { refuse: () => ({ status: 403 }) }, false],
    ['is not where GitHub is down', [7], { refuse: () => ({ status: 503 }) }, false],
    ['is not where none is known', [], {}, false],
  ])('%s', async (_, pullRequests, options, expected) => {
    expect(await isOver({ pullRequests }, options)).toBe(expected);
  });
});

describe('a slot whose workflow', () => {
  const hasFile = (...there: readonly string[]): GitHubApiOptions => ({ hasFile: (path, ref) => there.includes(`${path}@${ref}`) });
  const ofMain = { workflow: { path: old, ref: 'refs/heads/main' } };
  test.each<[string, Partial<StatusSlot>, GitHubApiOptions, boolean]>([
    ['is gone from its branch is over', ofMain, hasFile(`${own.path}@${head}`), true],
    ['is on its branch is not', ofMain, hasFile(`${own.path}@${head}`, `${old}@main`), false],
    ['cannot be told from one that may not be seen is not', ofMain, hasFile(), false],
    ['may not be asked after is not', ofMain, {}, false],
    [
      'may not be asked after, other than ours, is not',
      ofMain,
      { ...hasFile(`${own.path}@${head}`), refuse: (line) => (line.includes('old.yml') ? { status: 403 } : undefined) },
      false,
    ],
    ['was read at a tag is not', { workflow: { path: old, ref: 'refs/tags/v1' } }, hasFile(`${own.path}@${head}`), false],
    ['is not known is not', {}, hasFile(`${own.path}@${head}`), false],
  ])('%s', async (_, of, options, expected) => {
    expect(await isOver(of, options)).toBe(expected);
  });

  test('asks nothing where the own one is not known', async () => {
    const { access, api } = await openDouble(hasFile());
    expect(await isSlotOver(access, { ...slot, ...ofMain }, undefined)).toBe(false);
    expect(api.asked).toEqual([]);
  });

  test.each([
    ['is gone from head and base is over', [], true],
    ['is in the head alone is not', [`${old}@${head}`], false],
    ['is in the base alone is not', [`${old}@master`], false],
  ])('of a pull request %s', async (_, there, expected) => {
    const of = { pullRequests: [7], workflow: { path: old, ref: 'refs/pull/7/merge' } };
    const files = hasFile(`${own.path}@${head}`, ...there);
    expect(await isOver(of, { ...files, pullRequests: [pull(7, 'open')] })).toBe(expected);
  });

  test('of a pull request that may not be seen is not over', async () => {
    const of = { pullRequests: [7], workflow: { path: old, ref: 'refs/pull/7/merge' } };
    expect(await isOver(of, hasFile(`${own.path}@${head}`))).toBe(false);
  });
});

describe('what goes on', () => {
  const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
  const ended = (minutes: number, more: Partial<RunState> = {}): RunState => ({ status: 'completed', updatedAt: ago(minutes), ...more });
  const over = async (word: StatusMark['word'], by: string | undefined, runs: Readonly<Record<string, RunState>>): Promise<boolean> => {
    const { access } = await openDouble({ runs });
    return isGoingOver(access, {
      slot,
      of: { run: '20', attempt: '1' },
      by: by === undefined ? undefined : { run: by, attempt: '1' },
      word,
    });
  };

  test.each<[string, StatusMark['word'], string | undefined, Readonly<Record<string, RunState>>, boolean]>([
    ['runs', 'running', undefined, { 20: { status: 'in_progress' } }, false],
    ['has ended', 'running', undefined, { 20: ended(0) }, true],
    ['is run again', 'running', undefined, { 20: { status: 'in_progress', attempt: 2 } }, true],
    ['may not be seen', 'running', undefined, {}, false],
    ['judges another run, and runs', 'running', '30', { 20: ended(600), 30: { status: 'in_progress' } }, false],
    ['judges another run, and has ended', 'running', '30', { 20: { status: 'in_progress' }, 30: ended(0) }, true],
    ['waits for a run that runs', 'awaiting', '30', { 20: { status: 'in_progress' }, 30: ended(600) }, false],
    ['waits for a run that has just ended', 'awaiting', '30', { 20: ended(59) }, false],
    ['waits for a run that ended more than an hour ago', 'awaiting', '30', { 20: ended(61) }, true],
    ['waits for a run that is run again', 'awaiting', '30', { 20: { status: 'queued', attempt: 2 } }, false],
    ['waits for a run that may not be seen', 'awaiting', '30', {}, false],
    ['waits for a run that has yet to be approved', 'unapproved', '30', { 20: ended(600, { conclusion: 'action_required' }) }, false],
    ['waited for a run that was never approved, and is over', 'unapproved', '30', { 20: ended(600, { conclusion: 'cancelled' }) }, true],
  ])('%s (%s)', async (_, word, by, runs, expected) => {
    expect(await over(word, by, runs)).toBe(expected);
  });
});
