import { aFlag, aNumber, aText, anObject, ifThere, listOf, shape } from '../../../text/check.ts';
import { commitFields, kind, ofFlow, pick, repoFields, type Header, type SaidBy } from '../../record/kind.ts';

export const attestationRecorded = kind(
  ['attestation'],
  {
    ...ofFlow,
    trail: aText,
    trail_id: aText,
    attestation_name: aText,
    attestation_type: aText,
    is_compliant: aFlag,
    /** The version whose rules evaluated the evidence; for custom types only. */
    type_version: ifThere(aNumber),
    /** For overrides only: the overridden record, or the override itself if there was none, and the type of that record. */
    overridden: ifThere(shape({ id: aText, type: aText })),
    commit: ifThere(aText),
    fingerprint: ifThere(aText),
    targets: listOf(aText),
    repo_id: ifThere(aText),
    attachment: ifThere(shape({ id: aText, filename: aText, bytes: aNumber, sha256: aText })),
    request: ifThere(shape({ key: aText, hash: aText })),
    data: anObject,
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
