import { canonical, sha256 } from '../log/canonical.ts';
import type { Chain } from '../log/chain.ts';
import { isNotificationDetails } from '../kinds/notifications.ts';
import {
  isRecipient,
  leasedFields,
  type EnvironmentEvent,
  type AttemptResult,
  type DueMessage,
  type EventMessage,
} from '../model/messages.ts';
import { derivedId } from '../record-id.ts';
import { text, number, json, reader, nullable, jsonOf } from '../sql/row.ts';
import { sql, type Sql } from '../sql/sql.ts';
import { query, send, type Row, type Steps } from '../sql/statement.ts';
import { insertNew, upsert, update } from '../sql/write.ts';
import { environmentById } from './environments.ts';
import { originsOf } from './origins.ts';
import { listOf } from '../sql/shape.ts';

/**
 * Puts a message for each target of each rule that listens into the outbox, in the transaction of what happened: it is
 * sent if, and only if, that is recorded.
 */
export function* raiseEvents(chain: Chain, events: readonly EnvironmentEvent[]): Steps<void> {
  const { orgId } = chain.author;
  for (const [index, event] of events.entries()) {
    const rows = yield* query(
      sql`select notifications.id, notifications.details from notification_listeners
        join notifications on notifications.org_id = notification_listeners.org_id
          and notifications.id = notification_listeners.notification_id
        where notification_listeners.org_id = ${orgId} and notification_listeners.environment_id = ${event.environment_id}
          and notification_listeners.listens_to = ${event.trigger}
        order by notification_listeners.notification_id`,
    );
    if (rows.length === 0) continue;
    const message = canonical(yield* messageOf(orgId, event));
    // A microsecond apart, so that they are sent in the order in which they happened.
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
  for (const position of json(rule, 'details', isNotificationDetails).targets.keys()) {
    // The same for every attempt, and different for every other event.
    const id = derivedId(head, event, notificationId, String(position));
    const message = { org_id: orgId, id, notification_id: notificationId, position, event, attempts: 0, due_at: dueAt };
    yield* send(insertNew('outbox', message, 'org_id', 'id'));
  }
}

/**
 * Takes up to `limit` due messages, the one that waited longest first, and holds them for some seconds: two senders never have
 * the same message, nor messages to the same target. That is one statement. For each row that it changes, it checks again whether
 * the row is free, because on an engine with many writers another sender may have been first.
 */
export function* claimMessages(limit: number, seconds: number, now: number): Steps<readonly DueMessage[]> {
  const until = now + seconds;
  yield* send(freeLost(seconds, now));
  const claimed = yield* query(
    sql`update outbox set lease_until = ${until} where lease_until <= ${now} and (org_id, id) in (
        select due.org_id, due.id from outbox as due where due.due_at <= ${now} and not exists (
          select 1 from outbox as leased where leased.org_id = due.org_id and leased.notification_id = due.notification_id
          and leased.position = due.position and leased.lease_until > ${now})
        order by due.due_at, due.org_id, due.id limit ${limit})
      returning org_id, id`,
  );
  if (claimed.length === 0) return [];
  const ours = new Set(claimed.map(nameOf));
  const rows = yield* query(
    sql`select outbox.org_id, organizations.name as org_name, outbox.id, outbox.notification_id, outbox.position, outbox.event,
        outbox.attempts, outbox.settled, outbox.due_at, outbox.lease_until, notifications.number, notifications.details,
        webhooks.address, webhooks.signing_secret, webhooks.earlier_secret, webhooks.earlier_until
      from outbox join organizations on organizations.id = outbox.org_id
      join notifications on notifications.org_id = outbox.org_id and notifications.id = outbox.notification_id
      left join webhooks on webhooks.org_id = outbox.org_id and webhooks.notification_id = outbox.notification_id
        and webhooks.position = outbox.position
      where outbox.lease_until = ${until} order by outbox.due_at, outbox.org_id, outbox.id`,
  );
  // Another sender may have asked at the very same time.
  return rows.filter((row) => ours.has(nameOf(row))).map((row) => messageIn(row, now));
}

/** No sender waits longer before it tries a message again. */
const longestWait = 3600;

/** So far may the clocks of two senders differ. */
const skew = 600;

/**
 * Gives back the messages that are due, or leased, at a time that nobody chooses: the clock was put back since. They would wait for
 * as long as that was.
 */
function freeLost(seconds: number, now: number): Sql {
  return sql`update outbox set due_at = ${now}, lease_until = 0
    where due_at > ${now + longestWait + skew} or lease_until > ${now + seconds + skew}`;
}

function nameOf(row: Row): string {
  return `${text(row, 'org_id')} ${text(row, 'id')}`;
}

const rule = reader({
  details: jsonOf(isNotificationDetails),
  settled: nullable(jsonOf(listOf(isRecipient))),
  address: nullable(text),
  signingSecret: nullable(text),
  earlierSecret: nullable(text),
  earlierUntil: nullable(number),
});

function messageIn(row: Row, now: number): DueMessage {
  const message = leasedFields(row);
  const { address, details, earlierSecret, earlierUntil = 0, settled = [], signingSecret } = rule(row);
  const target = details.targets[message.position];
  const isRecorded = (kept: string | undefined, hash: string | undefined) => (kept === undefined ? undefined : sha256(kept)) === hash;
  const isTheSame = isRecorded(address, target?.sha256) && isRecorded(signingSecret, target?.signing_sha256);
  // A secret that the records do not know was put there by someone else.
  return {
    ...message,
    settled,
    target: isTheSame ? target : undefined,
    secret: isTheSame ? address : undefined,
    signingSecrets: [signingSecret, earlierUntil > now ? earlierSecret : undefined].filter((each) => each !== undefined),
  };
}

/** Keeps the result of an attempt. A message that its rule no longer waits for is dropped. */
export function* keepAttempt(message: DueMessage, result: AttemptResult, now: number): Steps<void> {
  const { id, leaseUntil, notificationId, orgId, position } = message;
  if (result.kind === 'later') {
    const { attempts, dueAt, settled } = result;
    // A sender that is too late does not change a message that another sender has leased by now.
    const leased = { org_id: orgId, id, lease_until: leaseUntil };
    yield* send(update('outbox', leased, { attempts, due_at: dueAt, settled: canonical(settled), lease_until: 0 }));
    return;
  }
  const gone = yield* query(sql`delete from outbox where org_id = ${orgId} and id = ${id} returning id`);
  if (gone.length === 0) return;
  const target = { org_id: orgId, notification_id: notificationId, position };
  const health =
    result.kind === 'failed' ? { is_failing: true, last_failure_at: now, reason: result.why } : { is_failing: false, last_success_at: now };
  yield* send(upsert('notification_health', target, health));
}
