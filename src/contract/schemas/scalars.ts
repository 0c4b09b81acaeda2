import { Type } from 'typebox';
import { closed } from './fields.ts';
import { limits } from '../limits.ts';
import { patterns } from '../patterns.ts';

/** SHA-256 of an artifact: 64 lower-case hexadecimal digits. */
export const Fingerprint = Type.String({ pattern: patterns.fingerprint });
/** A full git commit SHA: 40 lower-case hexadecimal digits. */
export const CommitSha = Type.String({ pattern: patterns.commitSha });
export const OrgName = Type.String({ pattern: patterns.orgName, maxLength: 255 });
export const FlowName = Type.String({ pattern: patterns.flowName, maxLength: 255 });
export const TrailName = Type.String({ pattern: patterns.trailName, maxLength: 255 });
export const EnvironmentName = Type.String({ pattern: patterns.environmentName, maxLength: 255 });
export const PolicyName = Type.String({ pattern: patterns.policyName, maxLength: 255 });
/** The beginning of a name: a list then holds only names with this beginning. Fewer characters would match too many. */
export const NamePrefix = Type.String({ pattern: patterns.trailName, minLength: limits.shortestPrefix, maxLength: 255 });
/** The beginning of the identifier of a record. */
export const IdPrefix = Type.String({ pattern: patterns.idPrefix, maxLength: 36 });
/** Name of an attestation, and of an artifact in a template. */
export const TemplateName = Type.String({ pattern: patterns.templateName, maxLength: 255 });
/** Unix seconds, possibly with a fraction. */
export const Timestamp = Type.Number();

/** A label and its address; `fingerprint` is the SHA-256 of the content there. */
export const ExternalUrls = Type.Record(
  Type.String({ pattern: patterns.externalUrlLabel }),
  closed({ href: Type.String({ maxLength: 8192 }), fingerprint: Type.Optional(Fingerprint) }),
  { maxProperties: limits.externalUrls, additionalProperties: false },
);
export type ExternalUrls = Type.Static<typeof ExternalUrls>;

export const Annotations = Type.Record(Type.String({ pattern: patterns.annotationKey }), Type.String(), { additionalProperties: false });
export type Annotations = Type.Static<typeof Annotations>;

/** The parameters of a path: an organization, a flow in it, a trail of that flow. */
export const InOrganization = Type.Object({ org: OrgName });
export const InFlow = Type.Object({ org: OrgName, flow_name: FlowName });
export const InArtifact = Type.Object({ org: OrgName, flow_name: FlowName, fingerprint: Fingerprint });
export const InEnvironment = Type.Object({ org: OrgName, env_name: EnvironmentName });
export const InTrail = Type.Object({ org: OrgName, flow_name: FlowName, trail_name: TrailName });
