import type { Header } from './header.ts';
import { isApprovalRecord, type ApprovalContent } from '../kinds/approvals.ts';
import { isArtifactRecord, type ArtifactContent } from '../kinds/artifacts.ts';
import { isRecordedAttestation, type AttestationContent } from '../kinds/attestations.ts';
import {
  isAllowance,
  isEnvironment,
  isPresence,
  isSnapshotReport,
  type AllowanceContent,
  type EnvironmentContent,
  type PresenceContent,
  type SnapshotContent,
} from '../kinds/environments.ts';
import {
  isFlow,
  isFlowArchived,
  isFlowRenamed,
  type FlowArchivedContent,
  type FlowContent,
  type FlowRenamedContent,
} from '../kinds/flows.ts';
import { isDefault, isMember, isRevoked, type DefaultContent, type MemberContent, type RevokedContent } from '../kinds/members.ts';
import { isNotification, isNotificationRemoval, type NotificationContent, type NotificationRemoval } from '../kinds/notifications.ts';
import { isPolicy, type PolicyContent } from '../kinds/policies.ts';
import { isTags, type TagsContent } from '../kinds/tags.ts';
import { isTrail, type TrailContent } from '../kinds/trails.ts';
import { isType, isTypeArchived, type TypeArchivedContent, type TypeContent } from '../kinds/custom-types.ts';

/** What the kinds of records say, each next to its checks in `kinds`. */
export type Content =
  | MemberContent
  | RevokedContent
  | DefaultContent
  | FlowContent
  | FlowRenamedContent
  | FlowArchivedContent
  | TagsContent
  | TrailContent
  | ArtifactContent
  | AttestationContent
  | ApprovalContent
  | TypeContent
  | TypeArchivedContent
  | EnvironmentContent
  | SnapshotContent
  | AllowanceContent
  | PresenceContent
  | PolicyContent
  | NotificationContent
  | NotificationRemoval;
export type LogRecord = Header & Content;

const kinds = [
  isRecordedAttestation,
  isArtifactRecord,
  isTrail,
  isFlow,
  isFlowRenamed,
  isFlowArchived,
  isTags,
  isMember,
  isRevoked,
  isDefault,
  isApprovalRecord,
  isType,
  isTypeArchived,
  isEnvironment,
  isSnapshotReport,
  isAllowance,
  isPresence,
  isPolicy,
  isNotification,
  isNotificationRemoval,
];

/** Whether a value is a record of this format. */
export function isRecord(value: unknown): value is LogRecord {
  return kinds.some((is) => is(value));
}
