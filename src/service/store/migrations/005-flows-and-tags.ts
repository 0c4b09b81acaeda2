/** The current and earlier names of flows, archived flows, and tags. */
export const flowsAndTags: readonly string[] = [
  'alter table flows add column archived boolean not null default false',
  // Every name that finds a flow: its current name, and its earlier names that no other flow has taken.
  `create table flow_names (
    org_id text not null,
    name text not null,
    flow_id text not null,
    primary key (org_id, name),
    foreign key (org_id, flow_id) references flows (org_id, id)
  )`,
  'insert into flow_names (org_id, name, flow_id) select org_id, name, id from flows',
  // `resource` says what kind of thing has the tag.
  `create table tags (
    org_id text not null references organizations (id),
    resource text not null,
    resource_id text not null,
    name text not null,
    value text not null,
    primary key (org_id, resource, resource_id, name)
  )`,
  'create index tags_by_value on tags (org_id, resource, name, value, resource_id)',
  'create index trails_of_flow on trails (org_id, flow_id, org_number)',
  'create index trails_of_fingerprint on artifacts (org_id, fingerprint, trail_id)',
];
