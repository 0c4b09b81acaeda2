import { valueAt } from '../../text/index.ts';
import { text } from '../sql/row.ts';
import { query, send, sql, type Steps } from '../sql/sql.ts';
import { newColumns, table } from './table.ts';

/**
 * Rules that send messages about environments, and the messages on their way. A rule can be derived from `records`. The address
 * of a webhook is a secret, so the records hold only its hash. Nothing about the delivery of a message is in a record.
 */
export const notifications: readonly string[] = [
  table(
    'notifications',
    `org_id text references organizations (id), id text, number bigint, details text, created_at double precision,
      created_by text, last_modified_at double precision`,
    { primary: 'id', unique: ['number'] },
  ),
  // The rules that an event is for.
  table('notification_listeners', 'org_id text, environment_id text, listens_to text, notification_id text', {
    primary: 'environment_id, listens_to, notification_id',
    refers: { notification_id: 'notifications.id' },
  }),
  'create index listeners_of_notification on notification_listeners (org_id, notification_id)',
  // Removed together with its rule.
  table('webhooks', 'org_id text, notification_id text, position bigint, address text', {
    primary: 'notification_id, position',
    refers: { notification_id: 'notifications.id' },
  }),
  // One row for each message to one target, until it was delivered or failed for good.
  table('outbox', 'org_id text, id text, notification_id text, position bigint, event text, attempts bigint, due_at double precision', {
    primary: 'id',
    refers: { notification_id: 'notifications.id' },
  }),
  // The one sender asks for all due messages, whatever their organization.
  'create index outbox_due on outbox (due_at, org_id, id)',
  'create index outbox_of_notification on outbox (org_id, notification_id)',
  table(
    'notification_health',
    `org_id text, notification_id text, position bigint, is_failing boolean, last_success_at double precision null,
      last_failure_at double precision null`,
    { primary: 'notification_id, position', refers: { notification_id: 'notifications.id' } },
  ),
];

/** A message is leased to one sender until this time, in Unix seconds. Afterwards another may take it over. */
export const leases: readonly string[] = [
  'alter table outbox add column lease_until double precision not null default 0',
  'drop index outbox_of_notification',
  'create index outbox_leased on outbox (lease_until, due_at, org_id, id)',
  'create index outbox_of_target on outbox (org_id, notification_id, position, lease_until)',
];

/**
 * Secrets that messages are signed with. They lie next to the addresses, as readable as these: who sends needs them. After a
 * change both are used for a while, until that time in Unix seconds. A message with several recipients has those
 * who need no further attempt, and a failure has its reason.
 */
export const signing: readonly string[] = [
  ...newColumns('webhooks', 'signing_secret text, earlier_secret text, earlier_until double precision'),
  'alter table outbox add column settled text',
  'alter table notification_health add column reason text',
];

/** Adds the queue of each target that messages wait for and that has none yet. */
export const addQueues = `insert into message_queues (org_id, notification_id, position, attempts, due_at, lease_until)
  select distinct org_id, notification_id, position, 0, 0, 0 from outbox where true
  on conflict (org_id, notification_id, position) do nothing`;

/**
 * Attempts, waits and leases are those of a target. Its queue is there while messages for it are. `news_at` says since when there is a
 * message that the last attempt did not know of, and `reason` why that failed. A message about the state of an environment names that in `state_of`, because only
 * the newest of them is sent, and has the `rank` 0, because it is sent first; `superseded` counts the earlier ones. `raised_at` is when it happened.
 */
export const queues: readonly string[] = [
  table(
    'message_queues',
    `org_id text, notification_id text, position bigint, attempts bigint, due_at double precision,
      news_at double precision null, lease_until double precision, reason text null`,
    { primary: 'notification_id, position', refers: { notification_id: 'notifications.id' } },
  ),
  'create index message_queues_due on message_queues (due_at, org_id, notification_id, position)',
  'create index message_queues_leased on message_queues (lease_until)',
  'drop index outbox_due',
  'drop index outbox_leased',
  'drop index outbox_of_target',
  'alter table outbox drop column attempts',
  'alter table outbox drop column lease_until',
  'alter table outbox rename column due_at to raised_at',
  ...newColumns(
    'outbox',
    'state_of text, rank bigint not null default 1, place bigint not null default 0, superseded bigint not null default 0',
  ),
  `update outbox set rank = 0, state_of = (select environments.id from environments where environments.org_id = outbox.org_id
      and outbox.event like '%"environment_id":"' || environments.id || '"%')
    where event like '%"trigger":"ON_COMPLIANT_ENV"%' or event like '%"trigger":"ON_NON_COMPLIANT_ENV"%'`,
  'create index outbox_of_target on outbox (org_id, notification_id, position, rank, raised_at, place, id)',
  addQueues,
];

/**
 * Says of the messages of earlier programs when they happened: their column held the next attempt, which is later the more of them failed,
 * so that an old state would stand behind a newer one.
 */
export function* tellWhenRaised(): Steps<void> {
  for (const row of yield* query(sql`select org_id, id, event from outbox`)) {
    const at = valueAt(JSON.parse(text(row, 'event')), 'event', 'at');
    if (typeof at === 'number')
      yield* send(sql`update outbox set raised_at = ${at} where org_id = ${text(row, 'org_id')} and id = ${text(row, 'id')}`);
  }
}

/** Environments, their snapshots, and what is known about both. All of it can be derived from `records`. */
export const environments: readonly string[] = [
  table(
    'environments',
    `org_id text references organizations (id), id text, name text, type text, description text, is_archived boolean,
      state text, snapshot_count bigint, event_count bigint, created_at double precision, created_by text,
      last_modified_at double precision, last_changed_at double precision null,
      last_reported_at double precision null, policies text, included text`,
    { primary: 'id', unique: ['name'] },
  ),
  // The environments that depend on a policy or on another environment; `name` is the name of the policy, or the id of the part.
  table('environment_links', 'org_id text, kind text, name text, environment_id text', {
    primary: 'kind, name, environment_id',
    refers: { environment_id: 'environments.id' },
  }),
  table('snapshots', 'org_id text, environment_id text, number bigint, created_at double precision, state text, body text', {
    primary: 'environment_id, number',
    refers: { environment_id: 'environments.id' },
  }),
  'create index snapshots_by_time on snapshots (org_id, environment_id, created_at)',
  // Every artifact that was ever seen in an environment; `instances` is 0 for one that exited.
  table('residences', 'org_id text, fingerprint text, environment_id text, name text, instances bigint, snapshot bigint', {
    primary: 'fingerprint, environment_id',
    refers: { environment_id: 'environments.id' },
  }),
  table(
    'environment_events',
    'org_id text, environment_id text, number bigint, snapshot bigint, created_at double precision, repo_name text, body text',
    { primary: 'environment_id, number', refers: { environment_id: 'environments.id' } },
  ),
  table(
    'allowances',
    'org_id text, environment_id text, fingerprint text, name text, description text, created_at double precision, created_by text',
    { primary: 'environment_id, fingerprint', refers: { environment_id: 'environments.id' } },
  ),
  // A number per flow for each start of one of its artifacts in an environment; without an end while it runs.
  table(
    'deployments',
    `org_id text, flow_id text, number bigint, artifact_id text, environment_id text, started_at double precision,
      ended_at double precision null`,
    { primary: 'flow_id, number', refers: { artifact_id: 'artifacts.id', environment_id: 'environments.id' } },
  ),
  'create index deployments_of_artifact on deployments (org_id, artifact_id, number)',
];

/** Policies with every version of them. All of it can be derived from `records`. */
export const policies: readonly string[] = [
  table(
    'policies',
    `org_id text references organizations (id), id text, name text, details text, version_count bigint,
      created_at double precision, created_by text, last_modified_at double precision`,
    { primary: 'id', unique: ['name'] },
  ),
  table(
    'policy_versions',
    'org_id text, id text, policy_id text, version bigint, body text, created_at double precision, created_by text',
    { primary: 'id', unique: ['policy_id, version'], refers: { policy_id: 'policies.id' } },
  ),
];
