import { Check } from 'typebox/value';
import { keptTargets, notificationTriggers } from '../../../contract/index.ts';
import { isObject, fields, isNumber, isText, isTexts, listOf, isOneOf, type Checked } from '../sql/shape.ts';
import { kind, type SaidBy } from './kind.ts';

/**
 * A target of a rule, in the form of its kind and without the secret: everyone who knows the address of a webhook can send there.
 */
export interface StoredTarget {
  readonly type: keyof typeof keptTargets;
  /** The hash of the secret, if there is one. */
  readonly sha256?: string;
  /** The hash of the secret that its messages are signed with, if they are. */
  readonly signing_sha256?: string;
  readonly [field: string]: unknown;
}

function isStoredTarget(value: unknown): value is StoredTarget {
  const kept = isObject(value) ? Object.entries(keptTargets).find(([type]) => type === value.type)?.[1] : undefined;
  return kept !== undefined && Check(kept, value);
}

/** The part of a rule that is kept in one column; a removed rule has nothing there. */
const details = {
  name: isText,
  /** The environments by their ids: a name may change. */
  environment_ids: isTexts,
  triggers: listOf(isOneOf(...notificationTriggers)),
  targets: listOf(isStoredTarget),
};

const numbered = { notification_id: isText, number: isNumber };

/** The state of a rule from this record on. */
export const notificationReported = kind(['notification_reported', 'notification_updated'], { ...numbered, ...details }, (record) => ({
  type: record.kind,
  notification_number: record.number,
}));

/** The rule is removed from this record on. */
export const notificationRemoved = kind(['notification_removed'], numbered, (record) => ({
  type: record.kind,
  notification_number: record.number,
}));

export type NotificationContent = SaidBy<typeof notificationReported>;
export type NotificationRemoval = SaidBy<typeof notificationRemoved>;
export type NotificationDetails = Checked<typeof details>;
export const isNotificationDetails = fields(details);
