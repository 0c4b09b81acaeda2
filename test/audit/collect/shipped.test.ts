import { afterAll, describe, expect, it } from 'vitest';
import type { Plan, PlannedLanding } from '../../../src/audit/collect/settings.ts';
import { placeDeployments } from '../../../src/audit/collect/shipped.ts';
import type { Deployment } from '../../../src/audit/facts/shipped.ts';
import { openObjectStore } from '../../../src/git/object-store.ts';
import { commit, git, makeRepository, removeRepositories } from '../../support/git.ts';

afterAll(removeRepositories);

const at = (time: string): string => `2026-11-02T${time}:00Z`;

/** `old` was there before; a merge of `topic` landed at 12:00, and `last` at 14:00. */
function repository() {
  const directory = makeRepository();
  const write = (message: string): string => {
    git(directory, ['commit', '--quiet', '--allow-empty', '--message', message]);
    return git(directory, ['rev-parse', 'HEAD']);
  };
  const old = commit(directory, 'old');
  git(directory, ['checkout', '--quiet', '-b', 'topic']);
  const topic = write('topic');
  git(directory, ['checkout', '--quiet', 'main']);
  git(directory, ['merge', '--quiet', '--no-ff', '--message', 'Merge', 'topic']);
  const merge = git(directory, ['rev-parse', 'HEAD']);
  const last = write('last');
  return { directory, old, topic, merge, last };
}

const { directory, last, merge, old, topic } = repository();
const landed = (id: string, time: string | null, before: string, after: string): PlannedLanding => {
  return { id, branch: 'main', kind: 'pull-request', at: time, actor: null, before, after, without: [before] };
};
const landings = [landed('2', at('14:00'), merge, last), landed('1', at('12:00'), old, merge)];
const plan: Plan = {
  basis: 'github',
  since: at('00:00'),
  until: at('23:00'),
  sinceSha: null,
  by: 'landing',
  branches: [{ name: 'main', tip: last }],
  landings,
};

async function branchOf(sha: string, time: string, within: Plan = plan): Promise<string | null | undefined> {
  await using store = await openObjectStore(directory);
  const given: Omit<Deployment, 'branch' | 'brought'> = {
    kind: 'deployment',
    source: 'github',
    id: '7',
    environment: 'production',
    production: true,
    at: at(time),
    by: null,
    sha,
    fingerprint: null,
    url: null,
    running: true,
  };
  return (await placeDeployments(store, within, [given], at('00:00')))[0]?.branch;
}

describe('a deployment', () => {
  it.each([
    ['what landed before', merge, '12:05', 'main'],
    ['a commit of the pull request that landed before', topic, '12:05', 'main'],
    ['what was there before the period', old, '01:00', 'main'],
    ['an older landing than the last', merge, '15:00', 'main'],
    ['what landed within the same minute', last, '13:59', 'main'],
    ['a pull request that was merged later', topic, '11:00', null],
    ['what landed later', last, '12:30', null],
  ])('of %s is of an audited branch or of none', async (_, sha, time, branch) => {
    expect(await branchOf(sha, time)).toBe(branch);
  });

  it('is of the branch that has it now where nobody knows when it landed', async () => {
    const untimed: Plan = { ...plan, basis: 'git', landings: landings.map((landing) => ({ ...landing, at: null })) };
    expect(await branchOf(topic, '11:00', untimed)).toBe('main');
    expect(await branchOf(topic, '11:00', { ...plan, landings: [] })).toBe('main');
  });
});
