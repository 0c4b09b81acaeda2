import { listNotifications } from '../../client/index.ts';
import type { NotificationRule } from '../../contract/index.ts';
import type { Notification } from '../facts/shipped.ts';
import type { Asking } from './service-ask.ts';
import { momentOf } from './service-values.ts';

export async function readNotifications(asking: Asking): Promise<readonly Notification[]> {
  const { org } = asking;
  const path = `GET /organizations/${org}/environments_notifications`;
  const question = asking.ask(
    path,
    (call) => listNotifications(call, { org }),
    (items) => items.length,
  );
  return ((await asking.orUntold('notifications', 'The notification rules', question)) ?? []).map((rule) => ({
    kind: 'notification',
    name: (rule.name ?? '') === '' ? `#${rule.number}` : (rule.name ?? ''),
    targets: rule.targets?.length ?? null,
    failure: failureOf(rule),
  }));
}

/** The last failure; null where nothing failed, undefined where the service does not say. */
function failureOf({ is_failing: isFailing, last_failure_timestamp: failed }: NotificationRule): Notification['failure'] {
  if (isFailing !== true) return isFailing === false ? null : undefined;
  const at = momentOf(failed);
  return at === null ? 'Its last message could not be delivered' : `Its last message could not be delivered, at ${at}`;
}
