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
  /** The secrets that messages are signed with from now on, each with the path of its target. The service shows them once. */
  readonly signingSecrets: readonly SigningSecret[];
}

export interface SigningSecret {
  readonly target: string;
  readonly secret: string;
}

/** Makes a rule, a new one each time. The service decides which fields it has: a `ResponseError` names each wrong one. */
export const putNotification = keeping('putNotification');

/** Changes the rule of that number; a `ResponseError` with status 404 where there is none. */
export const updateNotification = keeping('updateNotification');

/** Gives the webhooks of a rule new secrets to sign with; a `ResponseError` with status 404 where there is no such rule, 409 where it has none. */
export const replaceSigningSecrets = async (call: Call, params: ParamsOf<'replaceSigningSecrets'>): Promise<KeptNotification> =>
  keptOf((await callOperation(call, 'replaceSigningSecrets', params, { data: null })).reply());

/** Removes a rule; a `ResponseError` with status 404 where there is none. */
export const removeNotification = change('removeNotification');

function keeping<Name extends 'putNotification' | 'updateNotification'>(operation: Name) {
  return async (call: Call, params: ParamsOf<Name>, rule: Readonly<Record<string, unknown>>): Promise<KeptNotification> =>
    keptOf((await callOperation(call, operation, params, { data: rule })).reply());
}

/** Services answer a write with anything they like. */
function keptOf(answer: unknown): KeptNotification {
  return {
    number: countAt(answer, 'notification_number'),
    warnings: fieldsAt(answer, 'warnings').map(([field, sentence]) => oneLine(`${field}: ${String(sentence)}`, 500)),
    signingSecrets: fieldsAt(answer, 'signing_secrets').map(([target, secret]) => ({
      target: oneLine(target, 100),
      secret: oneLine(String(secret), 500),
    })),
  };
}

function fieldsAt(answer: unknown, name: string): readonly (readonly [string, unknown])[] {
  const found = valueAt(answer, name);
  return typeof found === 'object' && found !== null ? Object.entries(found) : [];
}
