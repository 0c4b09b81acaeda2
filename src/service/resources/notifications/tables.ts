import { canonical } from '../../../text/index.ts';
import { append, type Appended, type Author, type Chain } from '../../log/chain.ts';
import { newRecordId } from '../../record/id.ts';
import { sha256 } from '../../record/kind.ts';
import { column, flag, jsonOf, nullable, number, readAll, reader, readOne, text } from '../../sql/row.ts';
import { insert, query, send, sql, upsert, type ResultOf, type Steps } from '../../sql/sql.ts';
import { environmentNames, environmentsNamed } from '../environments/tables.ts';
import { removeQueues, restartQueues, type EnvironmentTrigger } from '../messages/tables.ts';
import { notificationDetails } from './record.ts';
import type { NotificationContent, NotificationDetails, NotificationRemoval, StoredTarget } from './record.ts';

/** A target as the client sent it, with its secret. */
export interface NewTarget {
  readonly target: StoredTarget;
  readonly secret?: string;
  /** The secret that its messages are signed with, if they are. A target that was there already keeps the one that it had. */
  readonly signingSecret?: string;
}

/** The results of the last messages to a target; empty while none was delivered or failed for good. */
const healthFields = reader({
  isFailing: flag,
  /** Unix seconds. */
  lastSuccessAt: nullable(number),
  lastFailureAt: nullable(number),
  /** In words; empty if the last failure is from an earlier version. */
  reason: nullable(text),
});
/** A rule as its readers see it: the environments by their current names, and each target with its secret and its health. */
export type Notification = ResultOf<typeof notificationOf>;

export interface NewNotification {
  readonly author: Author;
  /** The number of the rule to change; without one a new rule is made. */
  readonly number?: number;
  readonly name: string;
  readonly environments: readonly string[];
  readonly triggers: readonly EnvironmentTrigger[];
  readonly targets: readonly NewTarget[];
}

type NotificationOutcome =
  | {
      readonly outcome: 'created' | 'updated';
      readonly number: number;
      /** The positions of the targets whose signing secrets are new. */
      readonly newlySigned: readonly number[];
    }
  | { readonly outcome: 'no-notification' }
  | { readonly outcome: 'no-environment'; readonly index: number }
  | { readonly outcome: 'too-many' };

const webhookFields = reader({
  position: number,
  address: text,
  signingSecret: nullable(text),
  earlierSecret: nullable(text),
  earlierUntil: nullable(number),
});
type Webhook = ReturnType<typeof webhookFields>;

/** The addresses of a rule's webhooks, and what signs for them. They are secrets, and in no record. */
const webhooksOf = (orgId: string, notificationId: string) =>
  readAll(
    webhookFields,
    sql`select position, address, signing_secret, earlier_secret, earlier_until from webhooks
      where org_id = ${orgId} and notification_id = ${notificationId} order by position`,
  );

/** A target with the secret that its messages are signed with from now on, and with the one before it. */
interface Signed {
  readonly target: NewTarget;
  readonly isNewlySigned: boolean;
  readonly earlier: Pick<Webhook, 'earlierSecret' | 'earlierUntil'> | undefined;
}

/** Targets with their signing secrets. An address that stays keeps its own: signatures are checked there. */
function signedTargets(before: readonly Webhook[], targets: readonly NewTarget[]): readonly Signed[] {
  return targets.map((target) => {
    if (target.signingSecret === undefined) return { target, isNewlySigned: false, earlier: undefined };
    const kept = before.find(({ address, signingSecret }) => address === target.secret && signingSecret !== undefined);
    if (kept?.signingSecret === undefined) return { target, isNewlySigned: true, earlier: undefined };
    return { target: { ...target, signingSecret: kept.signingSecret }, isNewlySigned: false, earlier: kept };
  });
}

function* keepWebhooks(orgId: string, id: string, targets: readonly Signed[]): Steps<void> {
  yield* send(sql`delete from webhooks where org_id = ${orgId} and notification_id = ${id}`);
  for (const [position, { earlier, target }] of targets.entries()) {
    if (target.secret === undefined) continue;
    yield* send(
      insert('webhooks', {
        org_id: orgId,
        notification_id: id,
        position,
        address: target.secret,
        signing_secret: target.signingSecret ?? null,
        earlier_secret: earlier?.earlierSecret ?? null,
        earlier_until: earlier?.earlierUntil ?? null,
      }),
    );
  }
}

/** How long messages are signed with the earlier secret too, in seconds: for receivers that do not know the new one yet. */
const overlap = 24 * 3600;

function* replaceSigningSecrets(orgId: string, id: string, secrets: ReadonlyMap<number, string>, now: number): Steps<void> {
  for (const [position, secret] of secrets) {
    yield* send(
      sql`update webhooks set earlier_secret = signing_secret, earlier_until = ${now + overlap}, signing_secret = ${secret}
        where org_id = ${orgId} and notification_id = ${id} and position = ${position}`,
    );
  }
}

/** The most rules that an organization may have at once (our own limit): each event checks all that listen, inside its write. */
export const mostNotifications = 100;

const removed: NotificationDetails = { name: '', environment_ids: [], triggers: [], targets: [] };

export function* putNotification(chain: Chain, rule: NewNotification): Steps<NotificationOutcome> {
  const { author, name, triggers } = rule;
  const known = rule.number === undefined ? undefined : yield* findRow(author.orgId, rule.number);
  if (rule.number !== undefined && known === undefined) return { outcome: 'no-notification' };
  const found = yield* environmentsNamed(author.orgId, rule.environments);
  const ids = new Map(found.filter(({ isArchived }) => !isArchived).map((environment) => [environment.name, environment.id]));
  const index = rule.environments.findIndex((each) => !ids.has(each));
  if (index >= 0) return { outcome: 'no-environment', index };
  const given = yield* numbersOf(author.orgId);
  if (known === undefined && given.live >= mostNotifications) return { outcome: 'too-many' };
  const signed = signedTargets(known === undefined ? [] : yield* webhooksOf(author.orgId, known.id), rule.targets);
  const content: NotificationContent = {
    kind: known === undefined ? 'notification_reported' : 'notification_updated',
    notification_id: known?.id ?? newRecordId(),
    number: known?.number ?? given.last + 1,
    name,
    environment_ids: [...new Set(rule.environments.flatMap((each) => ids.get(each) ?? []))],
    triggers: [...new Set(triggers)],
    targets: signed.map(({ target }) => withoutSecret(target)),
  };
  yield* applyNotification(yield* append(chain, content));
  yield* forgetHealth(author.orgId, content.notification_id);
  yield* restartQueues(author.orgId, content.notification_id, content.targets.length, chain.latest);
  yield* keepWebhooks(author.orgId, content.notification_id, signed);
  const newlySigned = signed.flatMap(({ isNewlySigned }, position) => (isNewlySigned ? [position] : []));
  return { outcome: known === undefined ? 'created' : 'updated', number: content.number, newlySigned };
}

/** Removes a rule, with its addresses and the messages that were not sent; `false` if there is none with that number. */
export function* removeNotification(chain: Chain, ofNumber: number): Steps<boolean> {
  const { orgId } = chain.author;
  const known = yield* findRow(orgId, ofNumber);
  if (known === undefined) return false;
  const content: NotificationRemoval = { kind: 'notification_removed', notification_id: known.id, number: ofNumber };
  yield* applyNotificationRemoval(yield* append(chain, content));
  yield* forgetHealth(orgId, known.id);
  yield* keepWebhooks(orgId, known.id, []);
  yield* removeQueues(orgId, known.id);
  return true;
}

export function* applyNotification({ record }: Appended<NotificationContent>): Steps<void> {
  const { notification_id: id, org_id: orgId, name, environment_ids, triggers, targets } = record;
  const details: NotificationDetails = { name, environment_ids, triggers, targets };
  yield* send(
    upsert(
      'notifications',
      { org_id: orgId, id },
      { details: canonical(details), last_modified_at: record.created_at },
      { number: record.number, created_at: record.created_at, created_by: record.reported_by },
    ),
  );
  yield* send(sql`delete from notification_listeners where org_id = ${orgId} and notification_id = ${id}`);
  for (const environmentId of environment_ids) {
    for (const trigger of triggers) {
      yield* send(
        insert('notification_listeners', { org_id: orgId, environment_id: environmentId, listens_to: trigger, notification_id: id }),
      );
    }
  }
}

/** Updates the tables with the removal of a rule: its number stays taken, and everything else is gone. */
export function* applyNotificationRemoval({ record }: Appended<NotificationRemoval>): Steps<void> {
  const { created_at, notification_id: id, org_id: orgId } = record;
  yield* send(sql`delete from notification_listeners where org_id = ${orgId} and notification_id = ${id}`);
  yield* send(
    sql`update notifications set details = ${canonical(removed)}, last_modified_at = ${created_at} where org_id = ${orgId} and id = ${id}`,
  );
}

/**
 * Gives each signed target a secret of `newSecret`; answers them by the positions of the targets, or `undefined` if there is no such rule.
 * In the log, the rule differs only by their hashes.
 */
export function* replaceSecrets(chain: Chain, ofNumber: number, newSecret: () => string): Steps<ReadonlyMap<number, string> | undefined> {
  const { orgId } = chain.author;
  const known = yield* findRow(orgId, ofNumber);
  if (known === undefined) return undefined;
  const { details, id, number } = known;
  const secrets = new Map(details.targets.flatMap(({ type }, position) => (type === 'WEBHOOK' ? [[position, newSecret()] as const] : [])));
  if (secrets.size === 0) return secrets;
  const targets = details.targets.map((target, position) => ({ ...target, ...signedBy(secrets.get(position)) }));
  const content: NotificationContent = { kind: 'notification_updated', notification_id: id, number, ...details, targets };
  yield* applyNotification(yield* append(chain, content));
  yield* replaceSigningSecrets(orgId, id, secrets, chain.latest);
  return secrets;
}

export function* notifications(orgId: string): Steps<readonly Notification[]> {
  const rows = yield* readAll(rule, sql`${columns} where org_id = ${orgId} order by number`);
  const found: Notification[] = [];
  for (const row of rows.filter(isLive)) found.push(yield* notificationOf(orgId, row));
  return found;
}

export function* findNotification(orgId: string, ofNumber: number): Steps<Notification | undefined> {
  const row = yield* findRow(orgId, ofNumber);
  return row === undefined ? undefined : yield* notificationOf(orgId, row);
}

const columns = sql`select id, number, details, created_at, created_by, last_modified_at from notifications`;

const rule = reader({
  id: text,
  /** Counts the rules of an organization from 1; the number of a removed rule is not given again. */
  number,
  details: jsonOf(notificationDetails),
  createdAt: number,
  createdBy: text,
  lastModifiedAt: number,
});
type Kept = ReturnType<typeof rule>;

function* findRow(orgId: string, ofNumber: number): Steps<Kept | undefined> {
  const kept = yield* readOne(rule, sql`${columns} where org_id = ${orgId} and number = ${ofNumber}`);
  return kept !== undefined && isLive(kept) ? kept : undefined;
}

function isLive({ details }: Kept): boolean {
  return details.targets.length > 0;
}

function* numbersOf(orgId: string): Steps<{ readonly last: number; readonly live: number }> {
  const last = yield* readOne(
    column('number', number),
    sql`select number from notifications where org_id = ${orgId} order by number desc limit 1`,
  );
  const live = yield* query(sql`select distinct notification_id from notification_listeners where org_id = ${orgId}`);
  return { last: last ?? 0, live: live.length };
}

function* notificationOf(orgId: string, { details, ...fields }: Kept) {
  const names = yield* environmentNames(orgId, details.environment_ids);
  const [addresses, health] = [yield* webhooksOf(orgId, fields.id), yield* healthOf(orgId, fields.id)];
  return {
    ...fields,
    name: details.name,
    environments: details.environment_ids.flatMap((each) => names.get(each) ?? []),
    triggers: details.triggers,
    targets: details.targets.map((target, position) => ({
      target,
      /** For example the whole address of a webhook. */
      secret: addresses.find((each) => each.position === position)?.address,
      health: health.get(position),
    })),
  };
}

function withoutSecret({ secret, signingSecret, target }: NewTarget): StoredTarget {
  return { ...target, ...(secret === undefined ? {} : { sha256: sha256(secret) }), ...signedBy(signingSecret) };
}

function signedBy(secret: string | undefined): Pick<StoredTarget, 'signing_sha256'> {
  return secret === undefined ? {} : { signing_sha256: sha256(secret) };
}

/** The results of the old targets of a rule are not about the new ones. */
function* forgetHealth(orgId: string, id: string): Steps<void> {
  yield* send(sql`delete from notification_health where org_id = ${orgId} and notification_id = ${id}`);
}

function* healthOf(orgId: string, notificationId: string): Steps<ReadonlyMap<number, ReturnType<typeof healthFields>>> {
  const found = yield* readAll(
    (row) => [number(row, 'position'), healthFields(row)] as const,
    sql`select position, is_failing, last_success_at, last_failure_at, reason from notification_health
      where org_id = ${orgId} and notification_id = ${notificationId}`,
  );
  return new Map(found);
}
