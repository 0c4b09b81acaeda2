import { notificationTriggers } from '../../../contract/index.ts';
import { oneOf } from '../log/header.ts';
import { fields, isNumber, isObject, isText, isTexts, listOf, type Checked, type Is } from '../sql/shape.ts';
import { kind, type SaidBy } from './kind.ts';

const context = { channel_id: isText, channel_name: isText, team_id: isText };
const isContext = fields(context);

/** What a chat application says of where its webhook leads. */
export type ChatContext = Checked<typeof context>;

/** Where a rule sends, without the secret: whoever knows the address of a webhook can send there. */
export type StoredTarget =
  | { readonly type: 'SLACK' | 'WEBHOOK'; readonly origin: string; readonly sha256: string; readonly context?: ChatContext }
  | { readonly type: 'EMAIL'; readonly emails: readonly string[] };

export const isStoredTarget: Is<StoredTarget> = (value): value is StoredTarget => {
  if (!isObject(value)) return false;
  if (value.type === 'EMAIL') return isTexts(value.emails);
  const isChat = value.type === 'SLACK' && (value.context === undefined || isContext(value.context));
  return (isChat || value.type === 'WEBHOOK') && isText(value.origin) && isText(value.sha256);
};

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
