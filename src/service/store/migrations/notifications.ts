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
