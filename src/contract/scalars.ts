import { Type } from 'typebox';
import { limits } from './limits.ts';
import { patterns } from './patterns.ts';

/** SHA-256 of an artifact: 64 lower-case hexadecimal digits. */
export const Fingerprint = Type.String({ pattern: patterns.fingerprint });
/** A full git commit SHA: 40 lower-case hexadecimal digits. */
export const CommitSha = Type.String({ pattern: patterns.commitSha });
export const OrgName = Type.String({ pattern: patterns.orgName, maxLength: 255 });
export const FlowName = Type.String({ pattern: patterns.flowName, maxLength: 255 });
export const TrailName = Type.String({ pattern: patterns.trailName, maxLength: 255 });
/** Name of an attestation, and of an artifact in a template. */
export const TemplateName = Type.String({ pattern: patterns.templateName, maxLength: 255 });
/** Unix seconds, possibly with a fraction. */
export const Timestamp = Type.Number();

/** A label and where it leads; `fingerprint` is the SHA-256 of what lies there. */
export const ExternalUrls = Type.Record(
  Type.String({ pattern: patterns.externalUrlLabel }),
  Type.Object({ href: Type.String({ maxLength: 8192 }), fingerprint: Type.Optional(Fingerprint) }, { additionalProperties: false }),
  { maxProperties: limits.externalUrls },
);
export type ExternalUrls = Type.Static<typeof ExternalUrls>;

export const Annotations = Type.Record(Type.String({ pattern: patterns.annotationKey }), Type.String());
export type Annotations = Type.Static<typeof Annotations>;

/** What a path names: an organization, a flow in it, a trail of that. */
export const InOrganization = Type.Object({ org: OrgName });
export const InFlow = Type.Object({ org: OrgName, flow_name: FlowName });
export const InTrail = Type.Object({ org: OrgName, flow_name: FlowName, trail_name: TrailName });
