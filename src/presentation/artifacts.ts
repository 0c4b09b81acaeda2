import type { Artifact } from '../contract/index.ts';
import type { Column } from './column.ts';
import { localTime } from './time.ts';

/** What people see of artifacts in a list. */
export const artifactColumns: readonly Column<Artifact>[] = [
  { head: 'FINGERPRINT', cell: ({ fingerprint }) => fingerprint.slice(0, 12) },
  { head: 'FILE', cell: ({ filename }) => filename ?? '' },
  { head: 'STATE', cell: ({ state }) => state ?? '' },
  { head: 'TRAIL', cell: ({ trail_name: trail }) => trail ?? '' },
  { head: 'COMMIT', cell: ({ git_commit: commit }) => commit?.slice(0, 7) ?? '' },
  { head: 'CREATED', cell: ({ created_at: at }) => localTime(at) },
];
