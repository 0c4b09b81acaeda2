import type { Header } from './header.ts';
import { isArtifactRecord, type ArtifactContent } from './kinds/artifacts.ts';
import { isRecordedAttestation, type AttestationContent } from './kinds/attestations.ts';
import { isFlow, type FlowContent } from './kinds/flows.ts';
import { isDefault, isMember, type DefaultContent, type MemberContent } from './kinds/members.ts';
import { isTrail, type TrailContent } from './kinds/trails.ts';
import { isType, isTypeArchived, type TypeArchivedContent, type TypeContent } from './kinds/types.ts';

/** What the kinds of records say, each next to its checks in `kinds`. */
export type Content =
  | MemberContent
  | DefaultContent
  | FlowContent
  | TrailContent
  | ArtifactContent
  | AttestationContent
  | TypeContent
  | TypeArchivedContent;
export type LogRecord = Header & Content;

const kinds = [isRecordedAttestation, isArtifactRecord, isTrail, isFlow, isMember, isDefault, isType, isTypeArchived];

/** Whether a value is a record of this format. */
export function isRecord(value: unknown): value is LogRecord {
  return kinds.some((is) => is(value));
}
