import type { AboutAttestation } from '../../contract/index.ts';
import { runKey } from '../../gate/index.ts';
import type { GitFacts } from '../../git/index.ts';
import type { CommonSettings } from '../../options/index.ts';
import { given } from '../../text/index.ts';
import { aboutFields } from '../resources/about-fields.ts';
import { runFacts, type TestRun } from '../run/run-facts.ts';
import type { Content } from './kinds.ts';

/** Fields that are sent unchanged: the service finds a record by them, and they tell runs and commits apart. */
export const keptFields = [
  'attestation_name',
  'artifact_fingerprint',
  'target_artifacts',
  'git_commit_info.sha1',
  'git_commit_info.parents',
  `user_data.${runKey}`,
] as const;

/** The `data_json` of a record of any kind; `nonce` finds it again where the service returns no id. */
export function payloadOf<Fields extends object>(
  settings: Omit<CommonSettings, 'attachments' | 'attach'>,
  git: GitFacts | undefined,
  run: TestRun,
  { fields, ofRun }: Pick<Content<Fields>, 'fields' | 'ofRun'>,
  nonce: string,
): AboutAttestation & Fields {
  const { annotations, artifactFingerprint, name, targetArtifacts, userData } = settings;
  const originUrl = settings.originUrl ?? run.url;
  return {
    ...given({ artifact_fingerprint: artifactFingerprint }),
    ...aboutFields(settings, git),
    attestation_name: name,
    ...(targetArtifacts.length === 0 ? {} : { target_artifacts: targetArtifacts }),
    ...given({ origin_url: originUrl }),
    user_data: { ...userData, ...(ofRun === undefined ? {} : { [runKey]: { ...runFacts(settings, git, run, nonce), ...ofRun } }) },
    ...(annotations.size === 0 ? {} : { annotations: Object.fromEntries(annotations) }),
    ...fields,
  };
}
