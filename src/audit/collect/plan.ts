import { countCommits, openObjectStore } from '../../git/index.ts';
import type { Hole } from '../facts/line.ts';
import type { Gaps } from './gaps.ts';
import { planLandings } from './plan-landings.ts';
import type { CollectSettings, CollectSources } from './settings.ts';

/** Commits that one question about pull requests holds, and of the service's. */
const commitsAtOnce = 50;
const trailsAtOnce = 100;

/** What an audit would take. */
export interface PlannedRequests {
  readonly basis: 'github' | 'git';
  readonly landings: number;
  readonly commits: number;
  /** At least so many, by whom they are sent to: nested lists that are long take more. */
  readonly requests: { readonly github: number; readonly service: number };
  readonly holes: readonly Hole[];
}

/** How much there is to audit, and how many requests that takes: counted by git, after one question about each branch. */
export async function plan(settings: CollectSettings, sources: CollectSources): Promise<PlannedRequests> {
  const store = await openObjectStore(sources.git);
  try {
    const gaps: Gaps = { holes: [], untold: [] };
    const { basis, branches, landings } = await planLandings(settings, sources, store, gaps);
    let commits = 0;
    for (const { name } of branches) {
      const own = landings.filter(({ branch }) => branch === name);
      const newest = own.find(({ after }) => after !== null)?.after ?? null;
      if (newest !== null) commits += await countCommits(store, own.at(-1)?.without ?? [], newest).catch(() => 0);
    }
    const asked = Math.ceil(landings.length / commitsAtOnce);
    // Updates and merged pull requests of each branch, deployments, releases and tags.
    const github = sources.github === null ? 0 : asked + branches.length * 2 + 3;
    const service = sources.service === null ? 0 : Math.ceil(commits / trailsAtOnce);
    return { basis, landings: landings.length, commits, requests: { github, service }, holes: gaps.holes };
  } finally {
    await store.close();
  }
}
