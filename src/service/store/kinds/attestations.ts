import { isFlag, isNumber, isObject, isText, isTexts, optional, shape, type Is } from '../sql/shape.ts';
import { header, oneOf, type Header, type Sent } from '../log/header.ts';
import { commitFields, pick, repoFields } from './event-parts.ts';
import type { Kind } from './kind.ts';
import { place } from './place.ts';

export interface AttestationContent {
  readonly kind: 'attestation';
  readonly flow: string;
  readonly flow_id: string;
  readonly trail: string;
  readonly trail_id: string;
  readonly attestation_name: string;
  readonly attestation_type: string;
  readonly is_compliant: boolean;
  /** Of a custom type, the version whose rules judged it. */
  readonly type_version?: number;
  /** Of an override, the record that it overrides, or itself where none was made; and the type that this had. */
  readonly overridden?: { readonly id: string; readonly type: string };
  readonly commit?: string;
  readonly fingerprint?: string;
  readonly targets: readonly string[];
  readonly repo_id?: string;
  readonly attachment?: { readonly id: string; readonly filename: string; readonly bytes: number; readonly sha256: string };
  readonly request?: { readonly key: string; readonly hash: string };
  readonly data: Sent;
}

export type RecordedAttestation = Header & AttestationContent;

export const isRecordedAttestation: Is<RecordedAttestation> = shape<RecordedAttestation>({
  ...header,
  ...place,
  kind: oneOf('attestation'),
  trail: isText,
  trail_id: isText,
  attestation_name: isText,
  attestation_type: isText,
  is_compliant: isFlag,
  type_version: optional(isNumber),
  overridden: optional(shape<NonNullable<AttestationContent['overridden']>>({ id: isText, type: isText })),
  commit: optional(isText),
  fingerprint: optional(isText),
  targets: isTexts,
  repo_id: optional(isText),
  attachment: optional(
    shape<NonNullable<AttestationContent['attachment']>>({ id: isText, filename: isText, bytes: isNumber, sha256: isText }),
  ),
  request: optional(shape<NonNullable<AttestationContent['request']>>({ key: isText, hash: isText })),
  data: isObject,
});

export const attestationRecorded: Kind<AttestationContent> = {
  is: isRecordedAttestation,
  event: (record) => {
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
};
