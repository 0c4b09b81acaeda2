import type { Header } from '../log/header.ts';
import { fields, isFlag, isNumber, isObject, isText, isTexts, optional } from '../sql/shape.ts';
import { commitFields, pick, repoFields } from './event-parts.ts';
import { kind, ofFlow, type SaidBy } from './kind.ts';

export const attestationRecorded = kind(
  ['attestation'],
  {
    ...ofFlow,
    trail: isText,
    trail_id: isText,
    attestation_name: isText,
    attestation_type: isText,
    is_compliant: isFlag,
    /** The version whose rules evaluated the evidence; for custom types only. */
    type_version: optional(isNumber),
    /** For overrides only: the overridden record, or the override itself if there was none, and the type of that record. */
    overridden: optional(fields({ id: isText, type: isText })),
    commit: optional(isText),
    fingerprint: optional(isText),
    targets: isTexts,
    repo_id: optional(isText),
    attachment: optional(fields({ id: isText, filename: isText, bytes: isNumber, sha256: isText })),
    request: optional(fields({ key: isText, hash: isText })),
    data: isObject,
  },
  (record) => {
    const { data, fingerprint, targets } = record;
    const [target] = targets;
    return {
      type:
        fingerprint !== undefined
          ? 'artifact_attestation_reported'
          : target === undefined
            ? 'trail_attestation_reported'
            : 'trail_attestation_for_artifact_reported',
      flow_id: record.flow_id,
      trail_id: record.trail_id,
      attestation_id: record.id,
      attestation_type: record.attestation_type,
      is_compliant: record.is_compliant,
      template_reference_name: record.attestation_name,
      git_commit_info: pick(data.git_commit_info, commitFields),
      repo_info: pick(data.repo_info, repoFields),
      ...(fingerprint === undefined ? {} : { artifact_fingerprint: fingerprint }),
      ...(target === undefined ? {} : { target_artifact: target, target_artifacts: targets }),
    };
  },
);

export type AttestationContent = SaidBy<typeof attestationRecorded>;
export type RecordedAttestation = Header & AttestationContent;
