import { oneLine } from '../../text/index.ts';
import type { GitHubPort, RefUpdate } from '../collect/port.ts';
import { isWithin } from '../collect/updates.ts';
import type { Landing } from '../facts/landing.ts';
import type { Comparable, Comparison } from './comparison.ts';
import type { ReplayedAnswers } from './replay-answers.ts';
import type { Told } from './told.ts';

/** GitHub as it answered when a package was made. */
export interface ReplayedGitHub {
  /** The facts of the package. */
  readonly told: Told;
  /** The code that asked GitHub, over the answers of the package. */
  readonly port: GitHubPort;
  readonly answers: ReplayedAnswers;
}

/** The part of a landing that GitHub tells. */
type ToldLanding = Pick<Landing, 'id' | 'branch' | 'kind' | 'at' | 'actor' | 'before' | 'after'>;

type Deletion = NonNullable<Landing['deleted']> & Pick<Landing, 'branch'>;

/** Compares landings one after the other. */
export interface LandingComparison {
  add(landing: Landing): void;
  /** Says which updates of the audited time are no landing. */
  end(): void;
}

/** Why a fact of GitHub's is not proved. */
export const lacking = 'github.ndjson does not have every answer that it was read from';

/** The name of a landing in a sentence. */
export function landingName({ branch, id }: Pick<Landing, 'branch' | 'id'>): string {
  return `Landing ${oneLine(id, 40)} of ${oneLine(branch, 100)}`;
}

const asLanding: Comparable<ToldLanding> = {
  keyOf: ({ branch, id }) => `landing ${JSON.stringify([branch, id])}`,
  nameOf: landingName,
  excuse: () => undefined,
};

const asDeletion: Comparable<Deletion> = {
  keyOf: ({ at, branch }) => `deletion ${JSON.stringify([branch, at])}`,
  nameOf: ({ at, branch }) => `The deletion of ${oneLine(branch, 100)} at ${at}`,
  excuse: () => undefined,
};

/** Asks for the updates of the audited branches again: each landing must be one of them, and each of the time a landing. */
export async function openLandings(comparison: Comparison, { answers, port, told }: ReplayedGitHub): Promise<LandingComparison> {
  const { asOf, at, branches, period, scope } = told.header;
  const since = period.since ?? at;
  const updates = new Map<string, ToldLanding>();
  const deletions = new Map<string, Deletion>();
  const lacked = new Set<string>();
  answers.take();
  for (const { name } of branches) {
    const listed = await port.branchUpdates(name, since, asOf?.readAt ?? at).catch(() => undefined);
    if (answers.take().missing.length > 0 || listed === undefined || listed.kind === 'refused') {
      lacked.add(name);
      comparison.doubt(`branch ${name}`, `The landings of ${oneLine(name, 100)}: ${lacking}`);
      continue;
    }
    for (const update of listed.items.map(landingOf)) {
      const { actor: by, at: deleted, before: from, branch } = update;
      updates.set(asLanding.keyOf(update), update);
      if (update.after === null && from !== null && deleted !== null)
        deletions.set(JSON.stringify([branch, deleted]), { branch, at: deleted, by, from });
    }
  }
  return {
    add({ actor, after, at: landed, before, branch, deleted, id, kind }) {
      if (lacked.has(branch)) return;
      const said = { id, branch, kind, at: landed, actor, before, after };
      const update = updates.get(asLanding.keyOf(said));
      updates.delete(asLanding.keyOf(said));
      comparison.add([said], update === undefined ? [] : [update], asLanding);
      if (deleted === undefined) return;
      const known = deletions.get(JSON.stringify([branch, deleted.at]));
      comparison.add([{ branch, ...deleted }], known === undefined ? [] : [known], asDeletion);
    },
    end() {
      // One trail or artifact is about some of the landings of its time.
      if (scope !== undefined) return;
      for (const update of updates.values())
        if (update.at !== null && isWithin(update.at, since, period.until)) comparison.add([], [update], asLanding);
    },
  };
}

function landingOf({ name: branch, ...update }: RefUpdate): ToldLanding {
  return { ...update, branch };
}
