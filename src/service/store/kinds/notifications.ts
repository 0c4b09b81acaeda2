import { isNumber, isText, isTexts, listOf, shape } from '../sql/shape.ts';
import { header, oneOf, type Header } from '../log/header.ts';
import type { Event, Kind } from './kind.ts';
import { isStoredTarget, type StoredTarget } from './targets.ts';
import { notificationTriggers } from '../../../contract/index.ts';
import type { EnvironmentTrigger } from '../model/environment-event.ts';

/** A rule from this record on. */
export interface NotificationContent {
  readonly kind: 'notification_reported' | 'notification_updated';
  readonly notification_id: string;
  readonly number: number;
  readonly name: string;
  /** The environments by their ids: a name may change. */
  readonly environment_ids: readonly string[];
  readonly triggers: readonly EnvironmentTrigger[];
  readonly targets: readonly StoredTarget[];
}

/** There is no such rule from this record on. */
export interface NotificationRemoval {
  readonly kind: 'notification_removed';
  readonly notification_id: string;
  readonly number: number;
}

const isTriggers = listOf(oneOf(...notificationTriggers));

export const notificationReported: Kind<NotificationContent> = {
  is: shape<Header & NotificationContent>({
    ...header,
    kind: oneOf('notification_reported', 'notification_updated'),
    notification_id: isText,
    number: isNumber,
    name: isText,
    environment_ids: isTexts,
    triggers: isTriggers,
    targets: listOf(isStoredTarget),
  }),
  event: notificationEvent,
};

export const notificationRemoved: Kind<NotificationRemoval> = {
  is: shape<Header & NotificationRemoval>({
    ...header,
    kind: oneOf('notification_removed'),
    notification_id: isText,
    number: isNumber,
  }),
  event: notificationEvent,
};

/** What is kept of a rule in one column; one that was removed has none of it. */
export type NotificationDetails = Pick<NotificationContent, 'name' | 'environment_ids' | 'triggers' | 'targets'>;

export const isNotificationDetails = shape<NotificationDetails>({
  name: isText,
  environment_ids: isTexts,
  triggers: isTriggers,
  targets: listOf(isStoredTarget),
});

function notificationEvent({ kind, number }: NotificationContent | NotificationRemoval): Event {
  return { type: kind, notification_number: number };
}
