/**
 * A sender holds a message until this time, in Unix seconds. Other senders leave it alone before, and take it over afterwards.
 */
export const leases: readonly string[] = [
  'alter table outbox add column lease_until double precision not null default 0',
  'drop index outbox_of_notification',
  'create index outbox_leased on outbox (lease_until, due_at, org_id, id)',
  'create index outbox_of_target on outbox (org_id, notification_id, position, lease_until)',
];
