import type { FoundArtifact, FoundTrail, SearchResult } from '../contract/index.ts';
import type { Column } from './column.ts';
import { headline } from './gate-answers.ts';
import { isArtifactOverridden, overriddenWord } from './overrides.ts';
import { localTime } from './time.ts';

const state = (artifact: FoundArtifact): string =>
  headline(
    artifact,
    artifact.compliance_state,
    overriddenWord(artifact.compliance_state ?? '', isArtifactOverridden(artifact, artifact.compliance_state)),
  );

/** The matches of a kind; empty where the full match is the whole answer. */
function matchesOf({ resolved_to: to }: SearchResult, kind: 'commits' | 'fingerprints'): string {
  const matches = to?.[kind]?.matches ?? [];
  return to?.type === 'multiple' || matches.some((match) => match !== to?.full_match) ? matches.join(', ') : '';
}

export const searchFields: readonly Column<SearchResult>[] = [
  { head: 'Is a', cell: ({ resolved_to: to }) => to?.type ?? '' },
  { head: 'Whole', cell: ({ resolved_to: to }) => to?.full_match ?? '' },
  { head: 'Commits', cell: (result) => matchesOf(result, 'commits') },
  { head: 'Fingerprints', cell: (result) => matchesOf(result, 'fingerprints') },
];

export const foundColumns: readonly Column<FoundArtifact>[] = [
  { head: 'FINGERPRINT', cell: ({ fingerprint }) => fingerprint.slice(0, 12) },
  { head: 'NAME', cell: ({ name }) => name ?? '' },
  { head: 'FLOW', cell: ({ flow, pipeline }) => flow ?? pipeline ?? '' },
  { head: 'TRAIL', cell: ({ trail }) => trail ?? '' },
  { head: 'STATE', cell: state },
  { head: 'COMMIT', cell: ({ git_commit: commit }) => commit?.slice(0, 7) ?? '' },
  { head: 'RUNNING IN', cell: ({ running_in: environments }) => (environments ?? []).join(', ') },
  { head: 'PROVENANCE', cell: ({ has_provenance: has }) => (has === true ? 'yes' : has === false ? 'no' : '') },
];

export const foundTrailColumns: readonly Column<FoundTrail>[] = [
  { head: 'TRAIL', cell: ({ name }) => name, isWhole: true },
  { head: 'FLOW', cell: ({ flow }) => flow ?? '' },
  { head: 'STATE', cell: (trail) => headline(trail, trail.compliance_state, trail.compliance_state ?? '') },
  { head: 'LAST CHANGE', cell: ({ last_modified_at: at }) => localTime(at) },
];
