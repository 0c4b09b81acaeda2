import type { EventFacts } from '../../git/index.ts';
import type { GitHubAccess } from '../../github/index.ts';
import { openContextStatus, type ContextStatus } from './context-status.ts';
import { statusCommit } from './judged-commit.ts';
import { ownSlot, type SlotFacts } from './own-slot.ts';

/** The subject of a run's status. */
export interface StatusOfRun {
  /** The name that a rule requires. */
  readonly context: string;
  /** The commit that is judged, where it is known. */
  readonly commit: string | undefined;
  readonly about: Omit<SlotFacts, 'sha'>;
  readonly runPage: string | undefined;
}

/**
 * The status that a run sets, at the commit that it judges and in its own slot.
 *
 * @throws {UsageError} where the status cannot be that of this run.
 */
export async function openStatus(
  event: EventFacts,
  { about, commit, context, runPage }: StatusOfRun,
  ask: <Answer>(work: (access: GitHubAccess) => Promise<Answer>) => Promise<Answer>,
  clean: (text: string) => string,
): Promise<ContextStatus> {
  const sha = statusCommit(event, commit);
  const own = await ownSlot(event, { ...about, sha }, ask);
  return openContextStatus({ sha, context, own, runPage }, ask, clean);
}
