import { notificationTriggers } from '../../../contract/index.ts';
import { aNumber, aText, ifThere, listOf, oneOf, shape, type Checked } from '../../../text/check.ts';
import { canonical } from '../../../text/index.ts';
import type { Chain } from '../../log/chain.ts';
import { derivedId } from '../../record/id.ts';
import { sha256 } from '../../record/kind.ts';
import { column, json, jsonOf, nullable, number, readAll, readOne, reader, text } from '../../sql/row.ts';
import { insertNew, isFound, query, send, sql, update, upsert, where, type Row, type Sql, type Steps } from '../../sql/sql.ts';
import { notificationDetails, type StoredTarget } from '../notifications/record.ts';

export type EnvironmentTrigger = (typeof notificationTriggers)[number];

/** Something that happened in an environment; each transition is one event. */
const anEnvironmentEvent = shape({
  trigger: oneOf(...notificationTriggers),
  environment_id: aText,
  environment: aText,
  /** The latest snapshot after it; 0 before the first one. */
  snapshot_index: aNumber,
  /** The artifact that it is about, if there is one; its provenance if it is known. */
  artifact: ifThere(shape({ name: aText, fingerprint: aText, flow: ifThere(aText), trail: ifThere(aText), commit: ifThere(aText) })),
  /** The number of instances before, and after. */
  from: ifThere(aNumber),
  to: ifThere(aNumber),
  /** Its number among the events of the environment; absent in what an earlier version wrote. */
  number: ifThere(aNumber),
  /** Unix seconds. */
  at: aNumber,
});
export type EnvironmentEvent = Checked<typeof anEnvironmentEvent>;

export const anEventMessage = shape({
  event: anEnvironmentEvent,
  /** The state of the environment at that time. */
  environment_state: aText,
  /** The state of the artifact on its trail at that time; absent if it is on none. */
  artifact_state: ifThere(aText),
});
export type EventMessage = Checked<typeof anEventMessage>;

/** A recipient for whom a message with several of them needs no further attempt. */
export const aRecipient = shape({
  email: aText,
  /** Why the message was refused for them, for good; absent if it was taken. */
  refused: ifThere(aText),
});
export type Recipient = Checked<typeof aRecipient>;

/** The state that a message says an environment has; `undefined` if it is about something else. */
function stateTold(trigger: EnvironmentTrigger) {
  if (trigger === 'ON_COMPLIANT_ENV') return 'COMPLIANT';
  return trigger === 'ON_NON_COMPLIANT_ENV' ? 'NON-COMPLIANT' : undefined;
}

const queueFields = reader({
  orgId: text,
  orgName: text,
  notificationId: text,
  /** The number of its rule. */
  number,
  /** Which of the rule's targets it is. */
  position: number,
  /** Until when only the holder of the lease sends to it; in Unix seconds. */
  leaseUntil: number,
});
export type MessageQueue = ReturnType<typeof queueFields>;

/** A message whose target a sender has leased, and that it sends now. */
export interface DueMessage extends MessageQueue {
  /** The same for every attempt. */
  readonly id: string;
  readonly message: EventMessage;
  /** How many earlier messages about the same state were not sent. */
  readonly superseded: number;
  /** It says the state that an environment has now. Such a message is never given up. */
  readonly isPresent: boolean;
  /** How often in a row the target took none. */
  readonly attempts: number;
  /** Both are `undefined` if the target is gone, or its secret is not the recorded one. */
  readonly target: StoredTarget | undefined;
  readonly secret: string | undefined;
  /** The recipients that earlier attempts settled. */
  readonly settled: readonly Recipient[];
  /** The secrets that it is signed with now; none if its target has none. */
  readonly signingSecrets: readonly string[];
}

/** The next message to a target, if there is one, and how many before it were given up. */
interface Taken {
  readonly message?: DueMessage | undefined;
  readonly givenUp: number;
}

export type AttemptResult =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'given up'; readonly why: string }
  | {
      readonly kind: 'later';
      /** In seconds, until the next attempt. */
      readonly wait: number;
      /** The target counts as failing from now on. */
      readonly isFailing: boolean;
      readonly why: string;
      readonly settled: readonly Recipient[];
    };

interface Target {
  readonly org_id: string;
  readonly notification_id: string;
  readonly position: number;
  readonly [column: string]: string | number;
}

/** In seconds: a wait ends at most so long after a message came that no attempt knew of. */
const longestAfterNews = 60;
/** In seconds: older messages are not sent any more. */
const givenUpAfter = 3 * 3600;
/** In seconds: no sender chooses a longer wait or lease, and the clocks of two of them do not differ by more. */
const longestChosen = 3600 + 600;

/** Says that there is a new message for a target. Its wait, if it has one, ends soon. */
function* openQueue(target: Target, at: number): Steps<void> {
  yield* send(
    sql`insert into message_queues (org_id, notification_id, position, attempts, due_at, news_at, lease_until)
      values (${target.org_id}, ${target.notification_id}, ${target.position}, 0, ${at}, ${at}, 0)
      on conflict (org_id, notification_id, position) do update set news_at = coalesce(message_queues.news_at, excluded.news_at),
        due_at = case when message_queues.due_at < excluded.due_at + ${longestAfterNews} then message_queues.due_at
          else excluded.due_at + ${longestAfterNews} end`,
  );
}

/** Ends the waits of the targets of a rule: they are others now, `count` of them. Nothing waits for those that are gone. */
export function* restartQueues(orgId: string, notificationId: string, count: number, now: number): Steps<void> {
  const rule = { org_id: orgId, notification_id: notificationId };
  for (const table of [sql`outbox`, sql`message_queues`]) yield* send(sql`delete from ${table} ${where(rule, sql`position >= ${count}`)}`);
  yield* send(update('message_queues', rule, { attempts: 0, due_at: now }));
}

export function* removeQueues(orgId: string, notificationId: string): Steps<void> {
  for (const table of [sql`outbox`, sql`message_queues`])
    yield* send(sql`delete from ${table} where org_id = ${orgId} and notification_id = ${notificationId}`);
}

/** No sender has the target. */
const isFree = (now: number): Sql => sql`message_queues.lease_until <= ${now}`;

/** Up to `limit` targets that messages wait for and that no sender has, the one that waited longest first. */
export function* dueQueues(limit: number, now: number): Steps<readonly MessageQueue[]> {
  // No sender chose such a time: the clock was put back since, and the target would wait for as long as that was.
  yield* send(
    sql`update message_queues set due_at = ${now}, lease_until = 0
      where due_at > ${now + longestChosen} or lease_until > ${now + longestChosen}`,
  );
  return yield* readAll(
    queueFields,
    sql`select message_queues.org_id, organizations.name as org_name, message_queues.notification_id, notifications.number,
        message_queues.position, message_queues.lease_until
      from message_queues join organizations on organizations.id = message_queues.org_id
      join notifications on notifications.org_id = message_queues.org_id and notifications.id = message_queues.notification_id
      ${where({}, sql`message_queues.due_at <= ${now}`, isFree(now))}
      order by message_queues.due_at, message_queues.org_id, message_queues.notification_id, message_queues.position limit ${limit}`,
  );
}

/**
 * Takes the next message to a target, and the target for some seconds: two senders never send to the same one. Present states come first,
 * then the others in order. Messages not worth sending are removed.
 */
export function* takeMessage(queue: MessageQueue, seconds: number, now: number): Steps<Taken> {
  const target = targetOf(queue);
  const held = { ...queue, leaseUntil: now + seconds };
  const isOurs = sql`(message_queues.lease_until = ${queue.leaseUntil} or ${isFree(now)})`;
  const tried = yield* readOne(
    reader({ attempts: number, reason: nullable(text) }),
    sql`update message_queues set lease_until = ${held.leaseUntil}, news_at = null ${where(target, sql`due_at <= ${now}`, isOurs)}
      returning attempts, reason`,
  );
  if (tried === undefined) return { givenUp: 0 };
  const old = yield* query(sql`delete from outbox ${where(target, sql`rank > 0 and raised_at <= ${now - givenUpAfter}`)} returning id`);
  yield* dropSuperseded(target);
  const { givenUp, message } = yield* firstMessage({ ...held, attempts: tried.attempts }, now);
  const lost = old.length + givenUp;
  if (lost > 0)
    yield* keepHealth(target, {
      is_failing: true,
      last_failure_at: now,
      reason: tried.reason ?? 'nobody sent the message within three hours',
    });
  if (message === undefined) yield* closeQueue(held);
  return { givenUp: lost, message };
}

/** Leaves only the newest message about the state of each environment, which counts those before it. */
function* dropSuperseded(target: Target): Steps<void> {
  const dropped = yield* readAll(
    reader({ stateOf: text, superseded: number }),
    sql`delete from outbox ${where(
      target,
      sql`rank = 0 and exists (select 1 from outbox as newer where newer.org_id = outbox.org_id
        and newer.notification_id = outbox.notification_id and newer.position = outbox.position and newer.state_of = outbox.state_of
        and (newer.raised_at, newer.place, newer.id) > (outbox.raised_at, outbox.place, outbox.id))`,
    )} returning state_of, superseded`,
  );
  for (const [stateOf, same] of Map.groupBy(dropped, (each) => each.stateOf)) {
    const count = same.reduce((sum, { superseded }) => sum + superseded + 1, 0);
    yield* send(sql`update outbox set superseded = superseded + ${count} ${where({ ...target, state_of: stateOf })}`);
  }
}

const first = reader({
  id: text,
  message: column('event', jsonOf(anEventMessage)),
  raisedAt: number,
  superseded: number,
  state: nullable(text),
  details: jsonOf(notificationDetails),
  settled: nullable(jsonOf(listOf(aRecipient))),
  address: nullable(text),
  signingSecret: nullable(text),
  earlierSecret: nullable(text),
  earlierUntil: nullable(number),
});
/** The first message that is still true: never a state whose opposite is the present one, or a yes that is unknown by now. */
function* firstMessage(queue: Tried, now: number): Steps<Taken> {
  const { notificationId, orgId, position } = queue;
  for (let givenUp = 0; ;) {
    const row = yield* readOne(
      first,
      sql`select outbox.id, outbox.event, outbox.raised_at, outbox.settled, outbox.superseded, environments.state, notifications.details,
          webhooks.address, webhooks.signing_secret, webhooks.earlier_secret, webhooks.earlier_until
        from outbox join notifications on notifications.org_id = outbox.org_id and notifications.id = outbox.notification_id
        left join environments on environments.org_id = outbox.org_id and environments.id = outbox.state_of
        left join webhooks on webhooks.org_id = outbox.org_id and webhooks.notification_id = outbox.notification_id
          and webhooks.position = outbox.position
        where outbox.org_id = ${orgId} and outbox.notification_id = ${notificationId} and outbox.position = ${position}
        order by outbox.rank, outbox.raised_at, outbox.place, outbox.id limit 1`,
    );
    if (row === undefined) return { givenUp };
    const told = stateTold(row.message.event.trigger);
    const isPresent = told !== undefined && row.state === told;
    // Where the state is not known any more, a no is still worth telling, and a yes would not be true.
    const isUntrue = told !== undefined && !isPresent && (told === 'COMPLIANT' || row.state === 'COMPLIANT');
    const isLate = told !== undefined && !isPresent && row.raisedAt <= now - givenUpAfter;
    if (!isUntrue && !isLate) return { givenUp, message: messageIn(queue, row, isPresent, now) };
    if (!isUntrue) givenUp += 1;
    yield* send(sql`delete from outbox where org_id = ${orgId} and id = ${row.id}`);
  }
}

type Tried = MessageQueue & { readonly attempts: number };

function messageIn(queue: Tried, row: ReturnType<typeof first>, isPresent: boolean, now: number): DueMessage {
  const { address, details, earlierSecret, earlierUntil = 0, id, message, settled = [], signingSecret, superseded } = row;
  const target = details.targets[queue.position];
  const isRecorded = (kept: string | undefined, hash: string | undefined) => (kept === undefined ? undefined : sha256(kept)) === hash;
  const isTheSame = isRecorded(address, target?.sha256) && isRecorded(signingSecret, target?.signing_sha256);
  // A secret that the records do not know was put there by someone else.
  return {
    ...queue,
    id,
    message,
    superseded,
    isPresent,
    settled,
    target: isTheSame ? target : undefined,
    secret: isTheSame ? address : undefined,
    signingSecrets: [signingSecret, earlierUntil > now ? earlierSecret : undefined].filter((each) => each !== undefined),
  };
}

/** Lets go of a target that no message waits for; its queue ends unless one came meanwhile. */
function* closeQueue(queue: MessageQueue): Steps<void> {
  yield* send(sql`delete from message_queues ${where({ ...targetOf(queue), lease_until: queue.leaseUntil }, sql`news_at is null`)}`);
  yield* letGo(queue);
}

/** Lets another sender have a target. */
export function* letGo(queue: MessageQueue): Steps<void> {
  yield* send(update('message_queues', { ...targetOf(queue), lease_until: queue.leaseUntil }, { lease_until: 0 }));
}

/** Keeps the result of an attempt. A message that its rule no longer waits for is dropped. */
export function* keepAttempt(message: DueMessage, result: AttemptResult, now: number): Steps<void> {
  const { id, leaseUntil, orgId } = message;
  const target = targetOf(message);
  const leased = { ...target, lease_until: leaseUntil };
  switch (result.kind) {
    case 'later': {
      const { isFailing, settled, wait, why } = result;
      const end = now + wait;
      // A sender that is too late does not change a target that another sender has by now.
      const isKept = yield* isFound(
        sql`update message_queues set attempts = attempts + 1, lease_until = 0, reason = ${why},
            due_at = case when news_at + ${longestAfterNews} < ${end} then news_at + ${longestAfterNews} else ${end} end
          ${where(leased)} returning position`,
      );
      if (!isKept) return;
      yield* send(update('outbox', { org_id: orgId, id }, { settled: canonical(settled) }));
      if (isFailing) yield* keepHealth(target, { is_failing: true, last_failure_at: now, reason: why });
      return;
    }
    case 'delivered':
    case 'given up': {
      if (!(yield* isFound(sql`delete from outbox where org_id = ${orgId} and id = ${id} returning id`))) return;
      yield* send(update('message_queues', leased, { attempts: 0, reason: null }));
      const isLost = result.kind === 'given up';
      yield* keepHealth(
        target,
        isLost ? { is_failing: true, last_failure_at: now, reason: result.why } : { is_failing: false, last_success_at: now },
      );
    }
  }
}

function* keepHealth(target: Target, health: Parameters<typeof upsert>[2]): Steps<void> {
  yield* send(upsert('notification_health', target, health));
}

function targetOf({ notificationId, orgId, position }: MessageQueue): Target {
  return { org_id: orgId, notification_id: notificationId, position };
}

/** Puts a message for each target of each listening rule into the outbox, in the event's transaction: sent if, and only if, recorded. */
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

/** More are not counted: the answer must be quick, and so many are trouble enough. */
const mostCounted = 10_000;

const waiting = reader({ count: number, due: nullable(number) });

/** How many messages wait, and since when the first target that is due has been waiting, in Unix seconds; absent if none is due. */
export function* waitingMessages(now: number) {
  const { count = 0, due } =
    (yield* readOne(
      waiting,
      sql`select (select cast(count(*) as bigint) from (select 1 from outbox limit ${mostCounted}) as first) as count,
      (select min(due_at) from message_queues) as due`,
    )) ?? {};
  return { count, dueSince: due === undefined || due > now ? undefined : due };
}
