import { sentTargets } from '../../../contract/index.ts';
import { canonical, sha256 } from '../log/canonical.ts';
import type { Chain } from '../log/chain.ts';
import { isNotificationDetails } from '../kinds/notifications.ts';
import type { EnvironmentEvent } from '../model/environment-event.ts';
import { isEventMessage, type DueMessage, type EventMessage, type Settlement } from '../model/messages.ts';
import { derivedId } from '../record-id.ts';
import { json, number, text } from '../sql/row.ts';
import { query, send, type Row, type Steps } from '../sql/statement.ts';
import { environmentById } from './environments.ts';
import { originsOf } from './origins.ts';

/**
 * Puts a message for each target of each rule that listens into the outbox, in the transaction of what happened: it is
 * sent if, and only if, that is recorded.
 */
export function* raiseEvents(chain: Chain, events: readonly EnvironmentEvent[]): Steps<void> {
  const { orgId } = chain.author;
  for (const [index, event] of events.entries()) {
    const rows = yield* query(
      `select notifications.id, notifications.details from notification_listeners
       join notifications on notifications.org_id = notification_listeners.org_id and notifications.id = notification_listeners.notification_id
       where notification_listeners.org_id = $1 and notification_listeners.environment_id = $2 and notification_listeners.listens_to = $3
       order by notification_listeners.notification_id`,
      orgId,
      event.environment_id,
      event.trigger,
    );
    if (rows.length === 0) continue;
    const message = canonical(yield* messageOf(orgId, event));
    for (const row of rows) yield* post(chain, text(row, 'id'), row, message, chain.latest + index * 1e-6);
  }
}

/** An event with the current facts about its subject: they may change before it is sent. */
function* messageOf(orgId: string, event: EnvironmentEvent): Steps<EventMessage> {
  const environment = yield* environmentById(orgId, event.environment_id);
  const { artifact } = event;
  const origins = artifact?.flow === undefined ? [] : yield* originsOf(orgId, [artifact.fingerprint]);
  const origin = origins.find(({ flow, trail }) => flow === artifact?.flow && trail === (artifact?.trail ?? ''));
  return {
    event,
    environment_state: environment?.state ?? 'UNKNOWN',
    ...(origin === undefined || origin.state === '' ? {} : { artifact_state: origin.state }),
  };
}

function* post({ author: { orgId }, head }: Chain, notificationId: string, rule: Row, event: string, dueAt: number): Steps<void> {
  for (const [position, { type }] of json(rule, 'details', isNotificationDetails).targets.entries()) {
    if (!sentTargets.has(type)) continue;
    yield* send(
      `insert into outbox (org_id, id, notification_id, position, event, attempts, due_at) values ($1, $2, $3, $4, $5, 0, $6)
       on conflict (org_id, id) do nothing`,
      orgId,
      // The same for every attempt, and different for every other event.
      derivedId(head, event, notificationId, String(position)),
      notificationId,
      position,
      event,
      // A microsecond apart, so that they are sent in the order in which they happened.
      dueAt,
    );
  }
}

/**
 * Takes up to `limit` due messages, the one that waited longest first, and holds them for some seconds: two senders never have
 * the same message, nor messages to the same target. It is one statement. For each row that it changes, it checks again whether
 * the row is free, because on an engine with many writers another sender may have been first.
 */
export function* claimMessages(limit: number, seconds: number, now: number): Steps<readonly DueMessage[]> {
  const claimed = yield* query(
    `update outbox set lease_until = $2 where lease_until <= $1 and (org_id, id) in (
       select due.org_id, due.id from outbox as due where due.due_at <= $1 and not exists (
         select 1 from outbox as held where held.org_id = due.org_id and held.notification_id = due.notification_id
         and held.position = due.position and held.lease_until > $1)
       order by due.due_at, due.org_id, due.id limit $3)
     returning org_id, id`,
    now,
    now + seconds,
    limit,
  );
  if (claimed.length === 0) return [];
  const ours = new Set(claimed.map(nameOf));
  const rows = yield* query(
    `select outbox.org_id, organizations.name as org_name, outbox.id, outbox.notification_id, outbox.position, outbox.event, outbox.attempts,
            outbox.due_at, outbox.lease_until, notifications.number, notifications.details, webhooks.address
     from outbox join organizations on organizations.id = outbox.org_id
     join notifications on notifications.org_id = outbox.org_id and notifications.id = outbox.notification_id
     left join webhooks on webhooks.org_id = outbox.org_id and webhooks.notification_id = outbox.notification_id
       and webhooks.position = outbox.position
     where outbox.lease_until = $1 order by outbox.due_at, outbox.org_id, outbox.id`,
    now + seconds,
  );
  // Another sender may have asked at the very same time.
  return rows.filter((row) => ours.has(nameOf(row))).map(messageIn);
}

function nameOf(row: Row): string {
  return `${text(row, 'org_id')} ${text(row, 'id')}`;
}

function messageIn(row: Row): DueMessage {
  const position = number(row, 'position');
  const target = json(row, 'details', isNotificationDetails).targets[position];
  const address = row.address === null ? undefined : text(row, 'address');
  const isTheSame = address === undefined ? target?.sha256 === undefined : sha256(address) === target?.sha256;
  return {
    orgId: text(row, 'org_id'),
    orgName: text(row, 'org_name'),
    id: text(row, 'id'),
    notificationId: text(row, 'notification_id'),
    number: number(row, 'number'),
    position,
    attempts: number(row, 'attempts'),
    dueAt: number(row, 'due_at'),
    leaseUntil: number(row, 'lease_until'),
    message: json(row, 'event', isEventMessage),
    // An address that the records do not know was put there by someone else.
    target: isTheSame ? target : undefined,
    secret: isTheSame ? address : undefined,
  };
}

/** Keeps the result of an attempt. A message that its rule no longer waits for is dropped. */
export function* settleMessage(message: DueMessage, settlement: Settlement, now: number): Steps<void> {
  const { id, leaseUntil, notificationId, orgId, position } = message;
  if (settlement.kind === 'later') {
    const { attempts, dueAt } = settlement;
    // A sender that is too late does not change a message that another sender holds by now.
    yield* send(
      'update outbox set attempts = $3, due_at = $4, lease_until = 0 where org_id = $1 and id = $2 and lease_until = $5',
      orgId,
      id,
      attempts,
      dueAt,
      leaseUntil,
    );
    return;
  }
  const gone = yield* query('delete from outbox where org_id = $1 and id = $2 returning id', orgId, id);
  if (gone.length === 0) return;
  const isFailing = settlement.kind === 'failed';
  yield* send(
    `insert into notification_health (org_id, notification_id, position, is_failing, last_success_at, last_failure_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (org_id, notification_id, position) do update set is_failing = excluded.is_failing,
       last_success_at = coalesce(excluded.last_success_at, notification_health.last_success_at),
       last_failure_at = coalesce(excluded.last_failure_at, notification_health.last_failure_at)`,
    orgId,
    notificationId,
    position,
    isFailing,
    isFailing ? null : now,
    isFailing ? now : null,
  );
}
