import type { RecordsAnswer } from '../evidence.ts';
import type { TrailQuestion } from '../question.ts';
import { groupRecords, type RunGroup } from './groups.ts';
import { recordsOfRow, type TrailRow } from '../trail/rows.ts';

export interface RowGroups {
  readonly all: readonly RunGroup[];
  /** Those that count for whoever asks. */
  readonly groups: readonly RunGroup[];
}

/**
 * The groups of runs behind a row. A gate on a pull request judges that one's runs, and those that were for none: two
 * pull requests may have one head. A gate of no pull request judges all.
 */
export function groupsOf(row: TrailRow, answer: RecordsAnswer | undefined, { pullRequest: asking, trail }: TrailQuestion): RowGroups {
  const all = groupRecords(recordsOfRow(row, answer?.kind === 'records' ? answer.records : [], trail));
  return {
    all,
    groups: all.filter(({ pullRequest }) => asking === undefined || pullRequest === undefined || pullRequest === asking),
  };
}
