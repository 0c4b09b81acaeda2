import { Type } from 'typebox';
import { oneOf } from '../fields.ts';
import { GivenHistory, GivenOverridden } from './artifacts.ts';
import { CommitOrNone, Flag, GateSays, State, states, Text, Texts, Time, Whole } from './parts.ts';

/** Texts are empty where nothing is known: the best-known client reads them without a check. */
const FoundArtifact = Type.Object({
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

/** A trail with a record about a commit that was found. */
const FoundTrail = Type.Object({
  name: Text,
  flow: Text,
  compliance_state: State,
  gate: GateSays,
  last_modified_at: Time,
  html_url: Text,
});

const Matches = Type.Object({ type: Text, count: Whole, matches: Texts });

export const GivenSearchResult = Type.Object({
  resolved_to: Type.Object({
    type: oneOf('commit', 'fingerprint', 'multiple'),
    full_match: Text,
    fingerprints: Matches,
    commits: Matches,
  }),
  artifacts: Type.Array(FoundArtifact),
  /** Not in the interface: those of the commits, up to 100, the latest first. */
  trails: Type.Array(FoundTrail),
});
