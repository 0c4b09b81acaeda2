import { isNotificationRule } from '../contract/checks/notifications.gen.ts';
import type { NotificationRule, ParamsOf } from '../contract/index.ts';
import { countAt, oneLine, valueAt } from '../text/index.ts';
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

/** A rule as the service keeps it; the number and the warnings are absent where the service tells none. */
export interface KeptNotification {
  readonly number: number | undefined;
  /** A sentence for each field that its author should check. */
  readonly warnings: readonly string[];
}

/** Makes a rule, a new one each time. The service decides which fields it has: a `ResponseError` names each wrong one. */
export async function putNotification(
  call: Call,
  params: ParamsOf<'putNotification'>,
  rule: Readonly<Record<string, unknown>>,
): Promise<KeptNotification> {
  return keptOf((await callOperation(call, 'putNotification', params, { data: rule })).reply());
}

/** Changes the rule of that number; a `ResponseError` with status 404 where there is none. */
export async function updateNotification(
  call: Call,
  params: ParamsOf<'updateNotification'>,
  rule: Readonly<Record<string, unknown>>,
): Promise<KeptNotification> {
  return keptOf((await callOperation(call, 'updateNotification', params, { data: rule })).reply());
}

/** Removes a rule; a `ResponseError` with status 404 where there is none. */
export async function removeNotification(call: Call, params: ParamsOf<'removeNotification'>): Promise<void> {
  await callOperation(call, 'removeNotification', params);
}

/** Services answer a write with anything they like. */
function keptOf(answer: unknown): KeptNotification {
  const warnings = valueAt(answer, 'warnings');
  const entries: readonly (readonly [string, unknown])[] =
    typeof warnings === 'object' && warnings !== null ? Object.entries(warnings) : [];
  return {
    number: countAt(answer, 'notification_number'),
    warnings: entries.map(([field, sentence]) => oneLine(`${field}: ${String(sentence)}`, 500)),
  };
}
