import { notificationDetails } from '../kinds/notifications.ts';
import { canonical } from '../../../text/index.ts';
import type { Chain } from '../log/chain.ts';
import { stateTold, type EnvironmentEvent, type EventMessage } from '../model/messages.ts';
import { derivedId } from '../record-id.ts';
import { json, text } from '../sql/row.ts';
import { insertNew, query, send, sql, type Row, type Steps } from '../sql/sql.ts';
import { openQueue } from './message-queues.ts';

/**
 * Puts a message for each target of each rule that listens into the outbox, in the transaction of what happened: it is
 * sent if, and only if, that is recorded. An event for which no rule listens is not made into a message.
 */
export function* postEvents(
  chain: Chain,
  events: readonly EnvironmentEvent[],
  messageOf: (event: EnvironmentEvent) => Steps<EventMessage>,
): Steps<void> {
  const { orgId } = chain.author;
  for (const event of events) {
    const rows = yield* query(
      sql`select notifications.id, notifications.details from notification_listeners
        join notifications on notifications.org_id = notification_listeners.org_id
          and notifications.id = notification_listeners.notification_id
        where notification_listeners.org_id = ${orgId} and notification_listeners.environment_id = ${event.environment_id}
          and notification_listeners.listens_to = ${event.trigger}
        order by notification_listeners.notification_id`,
    );
    if (rows.length === 0) continue;
    const message = canonical(yield* messageOf(event));
    const posted = { event: message, ...urgencyOf(event), raised_at: chain.latest, place: event.number ?? 0 };
    for (const row of rows) yield* post(chain, text(row, 'id'), row, posted);
  }
}

/** A message about a state goes before all others, and only the newest of them is sent. */
export function urgencyOf({ environment_id, trigger }: EnvironmentEvent): Urgency {
  return stateTold(trigger) === undefined ? { state_of: null, rank: 1 } : { state_of: environment_id, rank: 0 };
}

interface Urgency {
  readonly [column: string]: string | number | null;
  readonly state_of: string | null;
  readonly rank: number;
}

interface Post extends Urgency {
  readonly event: string;
  readonly raised_at: number;
  /** Among events at the same time, the one with the lower number was first. */
  readonly place: number;
}

function* post({ author: { orgId }, head }: Chain, notificationId: string, rule: Row, message: Post): Steps<void> {
  for (const position of json(rule, 'details', notificationDetails).targets.keys()) {
    // The same for every attempt, and different for every other event.
    const id = derivedId(head, message.event, notificationId, String(position));
    const target = { org_id: orgId, notification_id: notificationId, position };
    yield* send(insertNew('outbox', { ...target, id, ...message, superseded: 0 }, 'org_id', 'id'));
    yield* openQueue(target, message.raised_at);
  }
}
