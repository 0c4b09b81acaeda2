import { Type } from 'typebox';
import { Items } from './answers.ts';
import type { Operation } from './operation.ts';
import { Anything, FlowName, InOrganization, MaybeMoment, MaybeNumbers, MaybeText } from './scalars.ts';

/** An artifact as a reply: required is only what tells it from others. */
export const Artifact = Type.Object({
  fingerprint: Type.String(),
  id: MaybeText,
  filename: MaybeText,
  created_at: MaybeMoment,
  last_modified_at: MaybeMoment,
  evidence: Anything,
  trail_name: MaybeText,
  template_reference_name: MaybeText,
  git_commit: MaybeText,
  git_commit_info: Anything,
  repo_info: Anything,
  commit_url: MaybeText,
  build_url: MaybeText,
  repo_url: MaybeText,
  html_url: MaybeText,
  api_url: MaybeText,
  user_data: Anything,
  external_urls: Anything,
  annotations: Anything,
  state: MaybeText,
  deployments: MaybeNumbers,
  releases: MaybeNumbers,
});
export type Artifact = Type.Static<typeof Artifact>;

export const artifactOperations = {
  /** Interface, operation 3. */
  listArtifacts: {
    method: 'GET',
    path: '/artifacts/:org',
    params: InOrganization,
    query: Type.Object({
      flow_name: Type.Optional(FlowName),
      repo_name: Type.Optional(Type.String()),
      page: Type.Optional(Type.Integer({ minimum: 1 })),
      per_page: Type.Optional(Type.Integer({ minimum: 0 })),
    }),
    reply: Type.Array(Artifact),
    checks: { Items, Artifact },
  },
} as const satisfies Record<string, Operation>;
