import { notificationTriggers, targetInputs } from '../../../contract/index.ts';
import { oneOf } from '../log/header.ts';
import { fields, isNumber, isObject, isText, isTexts, listOf, type Checked, type Is } from '../sql/shape.ts';
import { kind, type SaidBy } from './kind.ts';

/** Where a rule sends, as its kind says it, and without the secret: whoever knows the address of a webhook can send there. */
export interface StoredTarget {
  readonly type: keyof typeof targetInputs;
  /** Of the secret, where there is one. */
  readonly sha256?: string;
  readonly [field: string]: unknown;
}

export const isStoredTarget: Is<StoredTarget> = (value): value is StoredTarget =>
  isObject(value) && isText(value.type) && Object.hasOwn(targetInputs, value.type) && (value.sha256 === undefined || isText(value.sha256));

/** What is kept of a rule in one column; one that was removed has none of it. */
const details = {
  name: isText,
  /** The environments by their ids: a name may change. */
  environment_ids: isTexts,
  triggers: listOf(oneOf(...notificationTriggers)),
  targets: listOf(isStoredTarget),
};

const numbered = { notification_id: isText, number: isNumber };

/** A rule from this record on. */
export const notificationReported = kind(['notification_reported', 'notification_updated'], { ...numbered, ...details }, (record) => ({
  type: record.kind,
  notification_number: record.number,
}));

/** There is no such rule from this record on. */
export const notificationRemoved = kind(['notification_removed'], numbered, (record) => ({
  type: record.kind,
  notification_number: record.number,
}));

export type NotificationContent = SaidBy<typeof notificationReported>;
export type NotificationRemoval = SaidBy<typeof notificationRemoved>;
export type NotificationDetails = Checked<typeof details>;
export const isNotificationDetails = fields(details);
