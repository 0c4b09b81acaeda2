import type { Artifact } from '../contract/index.ts';
import { stringAt } from '../text/index.ts';
import { columnsOf, type Column } from './column.ts';
import { gateSentence, headline } from './gate-answers.ts';
import { isArtifactOverridden, overriddenWord } from './overrides.ts';
import { localTime } from './time.ts';

const state = (artifact: Artifact): string =>
  headline(artifact, artifact.state, overriddenWord(artifact.state ?? '', isArtifactOverridden(artifact, artifact.state)));

export const artifactFields = [
  { head: 'Fingerprint', cell: ({ fingerprint }) => fingerprint },
  { head: 'File', cell: ({ filename }) => filename ?? '' },
  { head: 'Name', cell: ({ template_reference_name: name }) => name ?? '' },
  { head: 'State', cell: state },
  { head: 'Gate', cell: (artifact) => gateSentence(artifact, artifact.state) },
  { head: 'Flow', cell: (artifact) => stringAt(artifact, 'flow_name') ?? '' },
  { head: 'Trail', cell: ({ trail_name: trail }) => trail ?? '' },
  { head: 'Commit', cell: ({ git_commit: commit }) => commit ?? '' },
  { head: 'Build', cell: ({ build_url: url }) => url ?? '' },
  { head: 'Created', cell: ({ created_at: at }) => localTime(at) },
  { head: 'Last change', cell: ({ last_modified_at: at }) => localTime(at) },
  { head: 'Page', cell: ({ html_url: url }) => url ?? '' },
] as const satisfies readonly Column<Artifact>[];

export const artifactColumns: readonly Column<Artifact>[] = [
  { head: 'FINGERPRINT', cell: ({ fingerprint }) => fingerprint.slice(0, 12) },
  ...columnsOf(artifactFields, 'File', 'State', 'Trail'),
  { head: 'COMMIT', cell: ({ git_commit: commit }) => commit?.slice(0, 7) ?? '' },
  ...columnsOf(artifactFields, 'Created'),
];
