import { canonical, sha256 } from '../log/canonical.ts';
import { append, closeChain, openChain, type Appended, type Author, type Chain } from '../log/chain.ts';
import {
  isNotificationDetails,
  type NotificationContent,
  type NotificationDetails,
  type NotificationRemoval,
  type StoredTarget,
} from '../kinds/notifications.ts';
import type { NewNotification, NewTarget, Notification, NotificationOutcome } from '../model/notifications.ts';
import { newRecordId } from '../record-id.ts';
import { json, number, text } from '../sql/row.ts';
import { query, queryOne, type Row, type Steps } from '../sql/statement.ts';
import { environmentNames, environmentsNamed } from './environments.ts';
import { healthOf, webhooksOf } from './webhooks.ts';

/** Rules that an organization may have at once (ours): an event looks at each that listens, inside of the write that it is part of. */
export const mostNotifications = 100;

const removed: NotificationDetails = { name: '', environment_ids: [], triggers: [], targets: [] };

/** Records a rule: a new one, or another state of the one with that number. */
export function* putNotification(rule: NewNotification, now: number): Steps<NotificationOutcome> {
  const { author, name, triggers } = rule;
  const chain = yield* openChain(author);
  const known = rule.number === undefined ? undefined : yield* findRow(author.orgId, rule.number);
  if (rule.number !== undefined && known === undefined) return yield* left(chain, { outcome: 'no-notification' });
  const found = yield* environmentsNamed(author.orgId, rule.environments);
  const ids = new Map(found.filter(({ isArchived }) => !isArchived).map((environment) => [environment.name, environment.id]));
  const index = rule.environments.findIndex((each) => !ids.has(each));
  if (index >= 0) return yield* left(chain, { outcome: 'no-environment', index });
  const given = yield* numbersOf(author.orgId);
  if (known === undefined && given.live >= mostNotifications) return yield* left(chain, { outcome: 'too-many' });
  const content: NotificationContent = {
    kind: known === undefined ? 'notification_reported' : 'notification_updated',
    notification_id: known === undefined ? newRecordId() : text(known, 'id'),
    number: known === undefined ? given.last + 1 : number(known, 'number'),
    name,
    environment_ids: [...new Set(rule.environments.flatMap((each) => ids.get(each) ?? []))],
    triggers: [...new Set(triggers)],
    targets: rule.targets.map(withoutSecret),
  };
  yield* applyNotification(yield* append(chain, now, newRecordId(), content));
  yield* keepWebhooks(author.orgId, content.notification_id, rule.targets);
  yield* closeChain(chain);
  return { outcome: known === undefined ? 'created' : 'updated', number: content.number };
}

/** Takes a rule away, with its addresses and the messages that were not sent; `false` where there is none of that number. */
export function* removeNotification(author: Author, ofNumber: number, now: number): Steps<boolean> {
  const chain = yield* openChain(author);
  const known = yield* findRow(author.orgId, ofNumber);
  if (known === undefined) return yield* left(chain, false);
  const content: NotificationRemoval = { kind: 'notification_removed', notification_id: text(known, 'id'), number: ofNumber };
  yield* applyNotificationRemoval(yield* append(chain, now, newRecordId(), content));
  yield* keepWebhooks(author.orgId, content.notification_id, []);
  yield* query('delete from outbox where org_id = $1 and notification_id = $2', author.orgId, content.notification_id);
  yield* closeChain(chain);
  return true;
}

/** Nothing was recorded: the log ends where it did. */
function* left<Outcome>(chain: Chain, outcome: Outcome): Steps<Outcome> {
  yield* closeChain(chain);
  return outcome;
}

/** What the tables say of a rule from this record on. */
export function* applyNotification({ record }: Appended<NotificationContent>): Steps<void> {
  const { notification_id: id, org_id: orgId, name, environment_ids, triggers, targets } = record;
  const details: NotificationDetails = { name, environment_ids, triggers, targets };
  yield* query(
    `insert into notifications (org_id, id, number, details, created_at, created_by, last_modified_at) values ($1, $2, $3, $4, $5, $6, $5)
     on conflict (org_id, id) do update set details = excluded.details, last_modified_at = excluded.last_modified_at`,
    orgId,
    id,
    record.number,
    canonical(details),
    record.created_at,
    record.reported_by,
  );
  yield* query('delete from notification_listeners where org_id = $1 and notification_id = $2', orgId, id);
  for (const environmentId of environment_ids) {
    for (const trigger of triggers) {
      yield* query(
        'insert into notification_listeners (org_id, environment_id, listens_to, notification_id) values ($1, $2, $3, $4)',
        orgId,
        environmentId,
        trigger,
        id,
      );
    }
  }
}

/** What the tables say from this record on: its number stays taken, and nothing else of it is there. */
export function* applyNotificationRemoval({ record }: Appended<NotificationRemoval>): Steps<void> {
  const { created_at, notification_id: id, org_id: orgId } = record;
  yield* query('delete from notification_listeners where org_id = $1 and notification_id = $2', orgId, id);
  yield* query(
    'update notifications set details = $3, last_modified_at = $4 where org_id = $1 and id = $2',
    orgId,
    id,
    canonical(removed),
    created_at,
  );
}

/** Every rule of an organization, by number. */
export function* notifications(orgId: string): Steps<readonly Notification[]> {
  const rows = yield* query(`${columns} where org_id = $1 order by number`, orgId);
  const found: Notification[] = [];
  for (const row of rows.filter(isLive)) found.push(yield* notificationOf(orgId, row));
  return found;
}

export function* findNotification(orgId: string, ofNumber: number): Steps<Notification | undefined> {
  const row = yield* findRow(orgId, ofNumber);
  return row === undefined ? undefined : yield* notificationOf(orgId, row);
}

const columns = 'select id, number, details, created_at, created_by, last_modified_at from notifications';

function* findRow(orgId: string, ofNumber: number): Steps<Row | undefined> {
  const row = yield* queryOne(`${columns} where org_id = $1 and number = $2`, orgId, ofNumber);
  return row !== undefined && isLive(row) ? row : undefined;
}

function isLive(row: Row): boolean {
  return json(row, 'details', isNotificationDetails).targets.length > 0;
}

/** The last number that was given, and how many of the rules are still there. */
function* numbersOf(orgId: string): Steps<{ readonly last: number; readonly live: number }> {
  const last = yield* queryOne('select number from notifications where org_id = $1 order by number desc limit 1', orgId);
  const live = yield* query('select distinct notification_id from notification_listeners where org_id = $1', orgId);
  return { last: last === undefined ? 0 : number(last, 'number'), live: live.length };
}

function* notificationOf(orgId: string, row: Row): Steps<Notification> {
  const id = text(row, 'id');
  const details = json(row, 'details', isNotificationDetails);
  const names = yield* environmentNames(orgId, details.environment_ids);
  const [addresses, health] = [yield* webhooksOf(orgId, id), yield* healthOf(orgId, id)];
  return {
    id,
    number: number(row, 'number'),
    name: details.name,
    environments: details.environment_ids.flatMap((each) => names.get(each) ?? []),
    triggers: details.triggers,
    targets: details.targets.map((target, position) => ({
      target,
      secret: addresses.get(position),
      health: health.get(position),
    })),
    createdAt: number(row, 'created_at'),
    createdBy: text(row, 'created_by'),
    lastModifiedAt: number(row, 'last_modified_at'),
  };
}

function withoutSecret({ secret, target }: NewTarget): StoredTarget {
  return secret === undefined ? target : { ...target, sha256: sha256(secret) };
}

/** Puts the addresses of a rule in place of those that it had; what was known of the old targets says nothing of the new ones. */
function* keepWebhooks(orgId: string, id: string, targets: readonly NewTarget[]): Steps<void> {
  yield* query('delete from notification_health where org_id = $1 and notification_id = $2', orgId, id);
  yield* query('delete from webhooks where org_id = $1 and notification_id = $2', orgId, id);
  for (const [position, { secret }] of targets.entries()) {
    if (secret === undefined) continue;
    yield* query('insert into webhooks (org_id, notification_id, position, address) values ($1, $2, $3, $4)', orgId, id, position, secret);
  }
}
