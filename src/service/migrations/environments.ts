import { valueAt } from '../../text/index.ts';
import { text } from '../sql/row.ts';
import { query, send, sql, type Steps } from '../sql/sql.ts';

/**
 * Rules that send messages about environments, and the messages on their way. A rule can be derived from `records`. The address
 * of a webhook is a secret, so the records hold only its hash. Nothing about the delivery of a message is in a record.
 */
export const notifications: readonly string[] = [
  `create table notifications (
    org_id text not null references organizations (id),
    id text not null,
    number bigint not null,
    details text not null,
    created_at double precision not null,
    created_by text not null,
    last_modified_at double precision not null,
    primary key (org_id, id),
    unique (org_id, number)
  )`,
  // The rules that an event is for.
  `create table notification_listeners (
    org_id text not null,
    environment_id text not null,
    listens_to text not null,
    notification_id text not null,
    primary key (org_id, environment_id, listens_to, notification_id),
    foreign key (org_id, notification_id) references notifications (org_id, id)
  )`,
  'create index listeners_of_notification on notification_listeners (org_id, notification_id)',
  // Removed together with its rule.
  `create table webhooks (
    org_id text not null,
    notification_id text not null,
    position bigint not null,
    address text not null,
    primary key (org_id, notification_id, position),
    foreign key (org_id, notification_id) references notifications (org_id, id)
  )`,
  // One row for each message to one target, until it was delivered or failed for good.
  `create table outbox (
    org_id text not null,
    id text not null,
    notification_id text not null,
    position bigint not null,
    event text not null,
    attempts bigint not null,
    due_at double precision not null,
    primary key (org_id, id),
    foreign key (org_id, notification_id) references notifications (org_id, id)
  )`,
  // The one sender asks for all due messages, whatever their organization.
  'create index outbox_due on outbox (due_at, org_id, id)',
  'create index outbox_of_notification on outbox (org_id, notification_id)',
  `create table notification_health (
    org_id text not null,
    notification_id text not null,
    position bigint not null,
    is_failing boolean not null,
    last_success_at double precision,
    last_failure_at double precision,
    primary key (org_id, notification_id, position),
    foreign key (org_id, notification_id) references notifications (org_id, id)
  )`,
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
  'alter table webhooks add column signing_secret text',
  'alter table webhooks add column earlier_secret text',
  'alter table webhooks add column earlier_until double precision',
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
  `create table message_queues (
    org_id text not null,
    notification_id text not null,
    position bigint not null,
    attempts bigint not null,
    due_at double precision not null,
    news_at double precision,
    lease_until double precision not null,
    reason text,
    primary key (org_id, notification_id, position),
    foreign key (org_id, notification_id) references notifications (org_id, id)
  )`,
  'create index message_queues_due on message_queues (due_at, org_id, notification_id, position)',
  'create index message_queues_leased on message_queues (lease_until)',
  'drop index outbox_due',
  'drop index outbox_leased',
  'drop index outbox_of_target',
  'alter table outbox drop column attempts',
  'alter table outbox drop column lease_until',
  'alter table outbox rename column due_at to raised_at',
  'alter table outbox add column state_of text',
  'alter table outbox add column rank bigint not null default 1',
  'alter table outbox add column place bigint not null default 0',
  'alter table outbox add column superseded bigint not null default 0',
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
  `create table environments (
    org_id text not null references organizations (id),
    id text not null,
    name text not null,
    type text not null,
    description text not null,
    is_archived boolean not null,
    state text not null,
    snapshot_count bigint not null,
    event_count bigint not null,
    created_at double precision not null,
    created_by text not null,
    last_modified_at double precision not null,
    last_changed_at double precision,
    last_reported_at double precision,
    policies text not null,
    included text not null,
    primary key (org_id, id),
    unique (org_id, name)
  )`,
  // The environments that depend on a policy or on another environment; `name` is the name of the policy, or the id of the part.
  `create table environment_links (
    org_id text not null,
    kind text not null,
    name text not null,
    environment_id text not null,
    primary key (org_id, kind, name, environment_id),
    foreign key (org_id, environment_id) references environments (org_id, id)
  )`,
  `create table snapshots (
    org_id text not null,
    environment_id text not null,
    number bigint not null,
    created_at double precision not null,
    state text not null,
    body text not null,
    primary key (org_id, environment_id, number),
    foreign key (org_id, environment_id) references environments (org_id, id)
  )`,
  'create index snapshots_by_time on snapshots (org_id, environment_id, created_at)',
  // Every artifact that was ever seen in an environment; `instances` is 0 for one that exited.
  `create table residences (
    org_id text not null,
    fingerprint text not null,
    environment_id text not null,
    name text not null,
    instances bigint not null,
    snapshot bigint not null,
    primary key (org_id, fingerprint, environment_id),
    foreign key (org_id, environment_id) references environments (org_id, id)
  )`,
  `create table environment_events (
    org_id text not null,
    environment_id text not null,
    number bigint not null,
    snapshot bigint not null,
    created_at double precision not null,
    repo_name text not null,
    body text not null,
    primary key (org_id, environment_id, number),
    foreign key (org_id, environment_id) references environments (org_id, id)
  )`,
  `create table allowances (
    org_id text not null,
    environment_id text not null,
    fingerprint text not null,
    name text not null,
    description text not null,
    created_at double precision not null,
    created_by text not null,
    primary key (org_id, environment_id, fingerprint),
    foreign key (org_id, environment_id) references environments (org_id, id)
  )`,
  // A number per flow for each start of one of its artifacts in an environment; without an end while it runs.
  `create table deployments (
    org_id text not null,
    flow_id text not null,
    number bigint not null,
    artifact_id text not null,
    environment_id text not null,
    started_at double precision not null,
    ended_at double precision,
    primary key (org_id, flow_id, number),
    foreign key (org_id, artifact_id) references artifacts (org_id, id),
    foreign key (org_id, environment_id) references environments (org_id, id)
  )`,
  'create index deployments_of_artifact on deployments (org_id, artifact_id, number)',
];

/** Policies with every version of them. All of it can be derived from `records`. */
export const policies: readonly string[] = [
  `create table policies (
    org_id text not null references organizations (id),
    id text not null,
    name text not null,
    details text not null,
    version_count bigint not null,
    created_at double precision not null,
    created_by text not null,
    last_modified_at double precision not null,
    primary key (org_id, id),
    unique (org_id, name)
  )`,
  `create table policy_versions (
    org_id text not null,
    id text not null,
    policy_id text not null,
    version bigint not null,
    body text not null,
    created_at double precision not null,
    created_by text not null,
    primary key (org_id, id),
    unique (org_id, policy_id, version),
    foreign key (org_id, policy_id) references policies (org_id, id)
  )`,
];
