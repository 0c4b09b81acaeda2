import { isFlag, isNumber, isObject, isText, isTexts, optional, shape, type Is } from '../sql/shape.ts';
import { header, oneOf, type Header, type Sent } from '../log/header.ts';
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
