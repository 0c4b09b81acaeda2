import type { Template } from '../../../contract/index.ts';
import { isFlag, isNumber, isObject, isText, isTexts, listOf, optional, shape, type Is } from '../sql/shape.ts';

/** The version of the record's format; it stands in each record, so that a reader of any year knows how to read it. */
export const formatVersion = 1;

/** What permitted the write: a token, or a command on the machine that holds the data. */
export interface Credential {
  readonly kind: 'token' | 'operator';
  readonly id: string;
}

/** What every record says, whatever it is about. */
export interface Header {
  readonly version: number;
  readonly id: string;
  readonly org: string;
  readonly org_id: string;
  readonly created_at: number;
  /** The name of the user who said it. */
  readonly reported_by: string;
  readonly credential: Credential;
}

/** What a client sent, as it sent it. It is kept apart, so that none of its fields can replace one that we computed. */
export type Sent = Readonly<Record<string, unknown>>;

/** Who is in the organization from now on, in what role, and by which tokens they may write. */
export interface MemberContent {
  readonly kind: 'member_reported';
  readonly user: string;
  readonly user_id: string;
  readonly role: string;
  readonly tokens: readonly { readonly id: string; readonly hash: string }[];
}

/** Which organization a user means from now on when none is named: this one. */
export interface DefaultContent {
  readonly kind: 'default_organization_set';
  readonly user_id: string;
}

export interface FlowContent {
  readonly kind: 'flow_reported' | 'flow_updated';
  readonly flow: string;
  readonly flow_id: string;
  readonly template_id: string;
  /** Only in the record that brings this template; its text is `data.template_file`. */
  readonly template?: Template;
  readonly data: Sent;
}

export interface TrailContent {
  readonly kind: 'trail_reported' | 'trail_updated';
  readonly flow: string;
  readonly flow_id: string;
  readonly trail: string;
  readonly trail_id: string;
  readonly repo_id?: string;
  /** A template of the trail's own, from this record on; its text is `data.template_file`. */
  readonly template_id?: string;
  readonly template?: Template;
  readonly data: Sent;
}

export interface ArtifactContent {
  readonly kind: 'artifact_reported';
  readonly flow: string;
  readonly flow_id: string;
  /** Both absent where it was reported without a trail. */
  readonly trail?: string;
  readonly trail_id?: string;
  readonly artifact_id: string;
  /** Its name in the template. */
  readonly artifact_name: string;
  readonly fingerprint: string;
  readonly commit?: string;
  readonly repo_id?: string;
  readonly repo_name?: string;
  readonly data: Sent;
}

export interface AttestationContent {
  readonly kind: 'attestation';
  readonly flow: string;
  readonly flow_id: string;
  readonly trail: string;
  readonly trail_id: string;
  readonly attestation_name: string;
  readonly attestation_type: string;
  readonly is_compliant: boolean;
  readonly commit?: string;
  readonly fingerprint?: string;
  readonly targets: readonly string[];
  readonly repo_id?: string;
  readonly attachment?: { readonly id: string; readonly filename: string; readonly bytes: number; readonly sha256: string };
  readonly request?: { readonly key: string; readonly hash: string };
  readonly data: Sent;
}

export type Content = MemberContent | DefaultContent | FlowContent | TrailContent | ArtifactContent | AttestationContent;
export type LogRecord = Header & Content;
export type RecordedAttestation = Header & AttestationContent;

const header = {
  version: (value: unknown): value is number => value === formatVersion,
  id: isText,
  org: isText,
  org_id: isText,
  created_at: isNumber,
  reported_by: isText,
  credential: shape<Credential>({ kind: oneOf('token', 'operator'), id: isText }),
};

export const isTemplate: Is<Template> = shape<Template>({
  version: (value): value is 1 => value === 1,
  trail: shape<Template['trail']>({ attestations: listOf(isEntry), artifacts: listOf(isArtifact) }),
});

function isEntry(value: unknown): value is Template['trail']['attestations'][number] {
  return isObject(value) && isText(value.name) && isText(value.type);
}

function isArtifact(value: unknown): value is Template['trail']['artifacts'][number] {
  return isObject(value) && isText(value.name) && listOf(isEntry)(value.attestations);
}

const place = { flow: isText, flow_id: isText };

export const isRecordedAttestation: Is<RecordedAttestation> = shape<RecordedAttestation>({
  ...header,
  ...place,
  kind: oneOf('attestation'),
  trail: isText,
  trail_id: isText,
  attestation_name: isText,
  attestation_type: isText,
  is_compliant: isFlag,
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

const isMember = shape<Header & MemberContent>({
  ...header,
  kind: oneOf('member_reported'),
  user: isText,
  user_id: isText,
  role: isText,
  tokens: listOf(shape<MemberContent['tokens'][number]>({ id: isText, hash: isText })),
});

const isDefault = shape<Header & DefaultContent>({ ...header, kind: oneOf('default_organization_set'), user_id: isText });

const isFlow = shape<Header & FlowContent>({
  ...header,
  ...place,
  kind: oneOf('flow_reported', 'flow_updated'),
  template_id: isText,
  template: optional(isTemplate),
  data: isObject,
});

const isTrail = shape<Header & TrailContent>({
  ...header,
  ...place,
  kind: oneOf('trail_reported', 'trail_updated'),
  trail: isText,
  trail_id: isText,
  repo_id: optional(isText),
  template_id: optional(isText),
  template: optional(isTemplate),
  data: isObject,
});

export const isArtifactRecord = shape<Header & ArtifactContent>({
  ...header,
  ...place,
  kind: oneOf('artifact_reported'),
  trail: optional(isText),
  trail_id: optional(isText),
  artifact_id: isText,
  artifact_name: isText,
  fingerprint: isText,
  commit: optional(isText),
  repo_id: optional(isText),
  repo_name: optional(isText),
  data: isObject,
});

/** Whether a value is a record of this format. */
export function isRecord(value: unknown): value is LogRecord {
  return isRecordedAttestation(value) || isTrail(value) || isFlow(value) || isMember(value) || isArtifactRecord(value) || isDefault(value);
}

function oneOf<Name extends string>(...names: readonly Name[]): Is<Name> {
  return (value): value is Name => names.some((name) => name === value);
}
