import { isNotificationRule } from '../contract/checks/notifications.gen.ts';
import type { ParamsOf } from '../contract/index.ts';
import { countAt, oneLine, valueAt } from '../text/index.ts';
import { anotherThing } from './about.ts';
import { change, every, one } from './asking.ts';
import { callOperation } from './operation.ts';
import type { Call } from './transport.ts';

/** Operation 4: every notification rule of an organization. */
export const listNotifications = every('listNotifications', isNotificationRule, 'NotificationRule');

/** Operation 5: one rule; a `ResponseError` with status 404 where there is none. */
export const getNotification = one('getNotification', isNotificationRule, 'NotificationRule', ({ number }, params, request) => {
  const asked = params.notification_number;
  if (String(number) !== String(Number(asked))) throw anotherThing(request, '$.number', asked, String(number));
});

/** A rule as the service keeps it; the number and the warnings are absent where the service tells none. */
export interface KeptNotification {
  readonly number: number | undefined;
  /** A sentence for each field that its author should check. */
  readonly warnings: readonly string[];
}

/** Makes a rule, a new one each time. The service decides which fields it has: a `ResponseError` names each wrong one. */
export const putNotification = keeping('putNotification');

/** Changes the rule of that number; a `ResponseError` with status 404 where there is none. */
export const updateNotification = keeping('updateNotification');

/** Removes a rule; a `ResponseError` with status 404 where there is none. */
export const removeNotification = change('removeNotification');

function keeping<Name extends 'putNotification' | 'updateNotification'>(operation: Name) {
  return async (call: Call, params: ParamsOf<Name>, rule: Readonly<Record<string, unknown>>): Promise<KeptNotification> =>
    keptOf((await callOperation(call, operation, params, { data: rule })).reply());
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
