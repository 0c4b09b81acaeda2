import { Type } from 'typebox';
import { GivenHistory, GivenOverridden } from './artifacts.ts';
import { MaybeText, MaybeTexts, maybe, oneOf } from './fields.ts';
import type { Operations } from './operation.ts';
import { CommitOrNone, Flag, GateSays, State, Text, Texts, Time, Whole, heard, states } from './parts.ts';

/** Texts are empty where nothing is known: the best-known client reads them without a check. */
const GivenFoundArtifact = Type.Object({
  fingerprint: Text,
  name: Text,
  has_provenance: Flag,
  git_commit: CommitOrNone,
  /** An older word for `flow`. */
  pipeline: Text,
  flow: Text,
  trail: Text,
  template_reference_name: Text,
  build_url: Text,
  commit_url: Text,
  compliance_state: oneOf(...states, ''),
  /** Absent where only an environment knows it. */
  gate: Type.Optional(GateSays),
  overridden_attestations: Type.Optional(GivenOverridden),
  running_in: Texts,
  exited_from: Texts,
  html_url: Text,
  api_url: Text,
  history: GivenHistory,
});

/** Not in the interface: of the commits that were found, up to 100, the latest first. */
const GivenFoundTrail = Type.Object({
  name: Text,
  flow: Text,
  compliance_state: State,
  gate: GateSays,
  last_modified_at: Time,
  html_url: Text,
});

const GivenMatches = Type.Object({ type: Text, count: Whole, matches: Texts });

const GivenSearchResult = Type.Object({
  resolved_to: Type.Object({
    type: oneOf('commit', 'fingerprint', 'multiple'),
    full_match: Text,
    fingerprints: GivenMatches,
    commits: GivenMatches,
  }),
  artifacts: Type.Array(GivenFoundArtifact),
  /** Not in the interface: those of the commits, up to 100, the latest first. */
  trails: Type.Array(GivenFoundTrail),
});

export const FoundArtifact = heard(GivenFoundArtifact.properties, { fingerprint: Text });
export type FoundArtifact = Type.Static<typeof FoundArtifact>;

export const FoundTrail = heard(GivenFoundTrail.properties, { name: Text });
export type FoundTrail = Type.Static<typeof FoundTrail>;

const Matches = maybe(Type.Object({ type: MaybeText, count: maybe(Type.Number()), matches: MaybeTexts }));

export const SearchResult = Type.Object({
  artifacts: Type.Array(FoundArtifact),
  /** Not in the interface: of the commits that were found; our service alone gives them. */
  trails: maybe(Type.Array(FoundTrail)),
  /** The kind of the searched text: `commit`, `fingerprint` or `multiple`. */
  resolved_to: maybe(Type.Object({ type: MaybeText, full_match: MaybeText, fingerprints: Matches, commits: Matches })),
});
export type SearchResult = Type.Static<typeof SearchResult>;

export const searchOperations = {
  /** Interface, operation 7: by the SHA of a commit or the fingerprint of an artifact, or the beginning of one. */
  searchSha: { method: 'GET', path: '/search/:org/sha/:search_value', reply: GivenSearchResult, checks: { SearchResult } },
} as const satisfies Operations;
