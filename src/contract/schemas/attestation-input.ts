import { Type } from 'typebox';
import { GitCommitInfo } from './git-commit-info.ts';
import { limits } from '../limits.ts';
import { RepoInfo } from './repo-info.ts';
import { Annotations, ExternalUrls, Fingerprint, TemplateName } from './scalars.ts';

/** The fields that every kind of evidence may have next to its own: its name, its subject, and its origin. */
export const aboutAttestation = {
  attestation_name: TemplateName,
  origin_url: Type.Optional(Type.Union([Type.String({ maxLength: 8192 }), Type.Null()])),
  description: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  artifact_fingerprint: Type.Optional(Type.Union([Fingerprint, Type.Null()])),
  target_artifacts: Type.Optional(Type.Union([Type.Array(TemplateName, { maxItems: limits.targetArtifacts }), Type.Null()])),
  git_commit_info: Type.Optional(Type.Union([GitCommitInfo, Type.Null()])),
  repo_info: Type.Optional(Type.Union([RepoInfo, Type.Null()])),
  external_urls: Type.Optional(Type.Union([ExternalUrls, Type.Null()])),
  annotations: Type.Optional(Type.Union([Annotations, Type.Null()])),
  user_data: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Array(Type.Unknown()), Type.Null()])),
};

/** Only those fields, as they arrive. */
export const AttestationInput = Type.Object(aboutAttestation);
export type AttestationInput = Type.Static<typeof AttestationInput>;

/** The same fields as we send them. */
export interface AboutAttestation {
  readonly attestation_name: string;
  readonly origin_url?: string;
  readonly description?: string;
  readonly artifact_fingerprint?: string;
  readonly target_artifacts?: readonly string[];
  readonly git_commit_info?: GitCommitInfo;
  readonly repo_info?: RepoInfo;
  readonly external_urls?: ExternalUrls;
  readonly annotations?: Annotations;
  readonly user_data?: Readonly<Record<string, unknown>>;
}
