import { countCommits, openObjectStore } from '../../git/index.ts';
import type { Hole, Untold } from '../facts/line.ts';
import type { Gaps } from './gaps.ts';
import { planLandings } from './plan-landings.ts';
import type { Plan } from './planned.ts';
import type { CollectSettings, CollectSources } from './settings.ts';

/** How much there is to audit, before any of it is read. */
export interface PlannedAudit extends Pick<Plan, 'basis' | 'since' | 'until' | 'sinceSha'> {
  readonly branches: readonly string[];
  readonly landings: number;
  /** From the oldest landing of each branch to its newest; null where git cannot tell. */
  readonly commits: number | null;
  /** Branches that were created: GitHub is asked more about these. */
  readonly creations: number;
  readonly holes: readonly Hole[];
  readonly untold: readonly Untold[];
}

/** How much there is to audit: counted by git, after one question about the updates of each branch. */
export async function planAudit(settings: CollectSettings, sources: Pick<CollectSources, 'git' | 'github'>): Promise<PlannedAudit> {
  const store = await openObjectStore(sources.git);
  try {
    const gaps: Gaps = { holes: [], untold: [] };
    const { basis, branches, landings, since, sinceSha, until } = await planLandings(settings, sources, store, gaps);
    let commits: number | null = 0;
    for (const { name } of branches) {
      const own = landings.filter(({ branch }) => branch === name);
      const newest = own.find(({ after }) => after !== null)?.after;
      if (newest === undefined || newest === null || commits === null) continue;
      const counted: number | null = await countCommits(store, own.at(-1)?.without ?? [], newest).catch(() => null);
      commits = counted === null ? null : commits + counted;
    }
    const names = branches.map(({ name }) => name);
    const creations = landings.filter(({ kind }) => kind === 'creation').length;
    return { basis, since, sinceSha, until, branches: names, landings: landings.length, commits, creations, ...gaps };
  } finally {
    await store.close();
  }
}
