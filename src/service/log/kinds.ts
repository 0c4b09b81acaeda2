import { aText, passes, shape, type Check } from '../../text/check.ts';
import { orNothing, parseExact } from '../../text/index.ts';
import { header, type Event, type Header, type Kind } from '../record/kind.ts';
import { approvalReported } from '../resources/approvals/record.ts';
import { artifactReported } from '../resources/artifacts/record.ts';
import { attestationRecorded } from '../resources/attestations/record.ts';
import { typeArchived, typeReported } from '../resources/custom-types/record.ts';
import { artifactAllowed, artifactPresence, environmentReported, snapshotReported } from '../resources/environments/record.ts';
import { flowArchived, flowRenamed, flowReported } from '../resources/flows/record.ts';
import { notificationRemoved, notificationReported } from '../resources/notifications/record.ts';
import { jobAccessEnded, jobLetIn, oidcOwnerRuleAdded, oidcRuleAdded, oidcRuleRemoved } from '../resources/oidc/record.ts';
import {
  defaultOrganizationSet,
  memberReported,
  organizationArchived,
  tokenEndSet,
  tokenGranted,
  tokenMade,
  tokenRevoked,
  tokensRevoked,
} from '../resources/organizations/record.ts';
import { policyReported } from '../resources/policies/record.ts';
import { signedIn, signedOut } from '../resources/sessions/record.ts';
import { tagsChanged } from '../resources/tags/record.ts';
import { trailReported } from '../resources/trails/record.ts';

/** Every kind of record, by its name. The effect of each kind on the tables is in `apply.ts`. */
const kinds = {
  token_made: tokenMade,
  token_end_set: tokenEndSet,
  token_granted: tokenGranted,
  token_revoked: tokenRevoked,
  member_reported: memberReported,
  tokens_revoked: tokensRevoked,
  oidc_rule_added: oidcRuleAdded,
  oidc_owner_rule_added: oidcOwnerRuleAdded,
  oidc_rule_removed: oidcRuleRemoved,
  job_let_in: jobLetIn,
  job_access_ended: jobAccessEnded,
  default_organization_set: defaultOrganizationSet,
  organization_archived: organizationArchived,
  organization_restored: organizationArchived,
  signed_in: signedIn,
  signed_out: signedOut,
  flow_reported: flowReported,
  flow_updated: flowReported,
  flow_renamed: flowRenamed,
  flow_archived: flowArchived,
  tags_changed: tagsChanged,
  trail_reported: trailReported,
  trail_updated: trailReported,
  artifact_reported: artifactReported,
  attestation: attestationRecorded,
  approval_reported: approvalReported,
  type_reported: typeReported,
  type_archived: typeArchived,
  environment_reported: environmentReported,
  environment_updated: environmentReported,
  snapshot_reported: snapshotReported,
  artifact_allowed: artifactAllowed,
  artifact_started_running: artifactPresence,
  artifact_stopped_running: artifactPresence,
  policy_reported: policyReported,
  policy_updated: policyReported,
  notification_reported: notificationReported,
  notification_updated: notificationReported,
  notification_removed: notificationRemoved,
};

export type Contents = { readonly [Name in keyof typeof kinds]: (typeof kinds)[Name] extends Kind<infer Said> ? Said : never };
export type KindName = keyof Contents;
export type Content = Contents[KindName];
export type LogRecord = Header & Content;

/** A record that a later version of the program wrote: it can be verified, but not applied. */
export type UnknownRecord = Header & { readonly kind: string };

/** The same kinds. If a content has a name without a row above, the compiler reports it here. */
const byName: { readonly [Name in Content['kind']]: Kind<Contents[Name]> } = kinds;

export const kindNames: readonly string[] = Object.keys(kinds);

const recordOfAnyKind: Check<UnknownRecord> = shape({ ...header, kind: aText });

export function isKindName(name: string): name is KindName {
  return Object.hasOwn(kinds, name);
}

/** The record in a text; `undefined` if that is no JSON of a valid one. */
export function recordIn(body: string): LogRecord | UnknownRecord | undefined {
  return orNothing(() => recordOf(parseExact(body)));
}

/** The record that a value of unknown JSON is; `undefined` if it is not a record, or not a valid one of its known kind. */
export function recordOf(value: unknown): LogRecord | UnknownRecord | undefined {
  if (!passes(recordOfAnyKind, value)) return undefined;
  if (!isKindName(value.kind)) return value;
  return isOf(value.kind, value) ? value : undefined;
}

function isOf<Name extends KindName>(name: Name, value: unknown): value is Header & Contents[Name] {
  return passes(byName[name].check, value);
}

export function eventOf(record: LogRecord): Event {
  return { ...eventFields(record.kind, record), timestamp: record.created_at };
}

function eventFields<Name extends KindName>(name: Name, record: Header & Contents[Name]): Event {
  return byName[name].event(record);
}
