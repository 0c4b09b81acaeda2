import { isNotificationRule } from '../contract/checks/notifications.gen.ts';
import type { NotificationRule, ParamsOf } from '../contract/index.ts';
import { anotherThing } from './about.ts';
import { callOperation } from './operation.ts';
import { expect, expectList } from './reply.ts';
import type { Call } from './transport.ts';

/** Operation 4: every notification rule of an organization. */
export async function listNotifications(call: Call, params: ParamsOf<'listNotifications'>): Promise<readonly NotificationRule[]> {
  const { items } = await expectList(isNotificationRule, 'NotificationRule', await callOperation(call, 'listNotifications', params));
  return items;
}

/** Operation 5: one rule; a `ResponseError` with status 404 where there is none. */
export async function getNotification(call: Call, params: ParamsOf<'getNotification'>): Promise<NotificationRule> {
  const answer = await callOperation(call, 'getNotification', params);
  const rule = await expect(isNotificationRule, 'NotificationRule', answer.reply(), answer.request);
  if (String(rule.number) !== String(Number(params.notification_number)))
    throw anotherThing(answer.request, '$.number', params.notification_number, String(rule.number));
  return rule;
}
