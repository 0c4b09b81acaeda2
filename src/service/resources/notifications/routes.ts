import { NotificationInput, operations, targetInputs } from '../../../contract/index.ts';
import { listAt, valueAt } from '../../../text/index.ts';
import { checked, overfull, problemsOf } from '../../http/check.ts';
import { readJsonBody } from '../../http/form.ts';
import { route, type Route } from '../../http/route.ts';
import * as notifications from './use.ts';

export const notificationRoutes: readonly Route[] = [
  /** Operation 4: every rule, by number. */
  route(operations.listNotifications, ({ evidence, author }) => notifications.listNotifications(evidence, author)),

  /** Operation 5: one rule. */
  route(operations.getNotification, ({ evidence, author, params }) =>
    notifications.getNotification(evidence, author, Number(params.notification_number)),
  ),

  route(operations.putNotification, async ({ request, evidence, author }) => {
    const input = await readJsonBody(request, notificationOf);
    return answerOf(await notifications.putNotification(evidence, author, input));
  }),

  route(operations.updateNotification, async ({ request, evidence, author, params }) => {
    const input = await readJsonBody(request, notificationOf);
    return answerOf(await notifications.putNotification(evidence, author, input, Number(params.notification_number)));
  }),

  route(operations.replaceSigningSecrets, async ({ evidence, author, params }) =>
    answerOf(await notifications.replaceSigningSecrets(evidence, author, Number(params.notification_number))),
  ),

  route(operations.removeNotification, ({ evidence, author, params }) =>
    notifications.removeNotification(evidence, author, Number(params.notification_number)),
  ),
];

function answerOf({ number, signingSecrets }: notifications.KeptNotification): object {
  const secrets = Object.keys(signingSecrets).length === 0 ? {} : { signing_secrets: signingSecrets };
  return { message: 'OK', notification_number: number, ...secrets };
}

/** A rule, checked against the contract. A target is explained by the kind that it names. */
function notificationOf(value: unknown): NotificationInput {
  const full = overfull(NotificationInput, value);
  if (full !== undefined) throw notifications.invalidNotification(full);
  const ofTargets = (listAt(value, 'targets') ?? []).map(targetProblems);
  const others = Object.entries(problemsOf(NotificationInput, value) ?? {}).filter(([path]) => !path.startsWith('targets['));
  const errors = Object.assign(Object.fromEntries(others), ...ofTargets);
  if (Object.keys(errors).length > 0) throw notifications.invalidNotification(errors);
  return checked(NotificationInput, value);
}

function targetProblems(target: unknown, index: number): Readonly<Record<string, string>> {
  const type = valueAt(target, 'type');
  const input = Object.entries(targetInputs).find(([kind]) => kind === type)?.[1];
  if (input === undefined) return { [`targets[${index}].type`]: `must be ${Object.keys(targetInputs).join(' or ')}.` };
  return problemsOf(input, target, `targets[${index}]`) ?? {};
}
