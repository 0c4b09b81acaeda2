import { notificationTriggers } from '../../../contract/index.ts';
import { oneOf } from '../log/header.ts';
import { fields, isNumber, isText, isTexts, listOf, type Checked } from '../sql/shape.ts';
import { kind, type SaidBy } from './kind.ts';
import { isStoredTarget } from './targets.ts';

/** The part of a rule that is kept in one column; a removed rule has nothing there. */
const details = {
  name: isText,
  /** The environments by their ids: a name may change. */
  environment_ids: isTexts,
  triggers: listOf(oneOf(...notificationTriggers)),
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
