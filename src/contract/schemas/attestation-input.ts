import { Type } from 'typebox';
import { GitCommitInfo } from './git-commit-info.ts';
import { limits } from '../limits.ts';
import { RepoInfo } from './repo-info.ts';
import { maybe, MaybeText, UserData } from './fields.ts';
import { Annotations, ExternalUrls, Fingerprint, TemplateName } from './scalars.ts';

/** The fields that every kind of evidence may have next to its own: its name, its subject, and its origin. */
export const aboutAttestation = {
  attestation_name: TemplateName,
  origin_url: maybe(Type.String({ maxLength: 8192 })),
  description: MaybeText,
  artifact_fingerprint: maybe(Fingerprint),
  target_artifacts: maybe(Type.Array(TemplateName, { maxItems: limits.targetArtifacts })),
  git_commit_info: maybe(GitCommitInfo),
  repo_info: maybe(RepoInfo),
  external_urls: maybe(ExternalUrls),
  annotations: maybe(Annotations),
  user_data: UserData,
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
