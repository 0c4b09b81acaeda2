import { Check as matches } from 'typebox/value';
import { keptTargets, notificationTriggers } from '../../../contract/index.ts';
import { aNumber, aText, listOf, oneOf, shape, type Check, type CheckedBy } from '../../../text/check.ts';
import { valueAt } from '../../../text/index.ts';
import { kind, type SaidBy } from '../../record/kind.ts';

/** A target of a rule, in the form of its kind and without the secret: whoever knows a webhook's address can send there. */
export interface StoredTarget {
  readonly type: keyof typeof keptTargets;
  readonly sha256?: string;
  /** The hash of the secret that its messages are signed with, if they are. */
  readonly signing_sha256?: string;
  readonly [field: string]: unknown;
}

const aStoredTarget: Check<StoredTarget> = (value) => {
  const kept = Object.entries(keptTargets).find(([type]) => type === valueAt(value, 'type'))?.[1];
  return kept !== undefined && matches(kept, value) ? undefined : ' is no target';
};

/** The part of a rule that is kept in one column; a removed rule has nothing there. */
const details = {
  name: aText,
  /** The environments by their ids: a name may change. */
  environment_ids: listOf(aText),
  triggers: listOf(oneOf(...notificationTriggers)),
  targets: listOf(aStoredTarget),
};

const numbered = { notification_id: aText, number: aNumber };

/** The state of a rule from this record on. */
export const notificationReported = kind(['notification_reported', 'notification_updated'], { ...numbered, ...details }, (record) => ({
  type: record.kind,
  notification_number: record.number,
}));

export const notificationRemoved = kind(['notification_removed'], numbered, (record) => ({
  type: record.kind,
  notification_number: record.number,
}));

export type NotificationContent = SaidBy<typeof notificationReported>;
export type NotificationRemoval = SaidBy<typeof notificationRemoved>;
export type NotificationDetails = CheckedBy<typeof details>;
export const notificationDetails = shape(details);
