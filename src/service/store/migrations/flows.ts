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

/**
 * The number of a template in its flow, from 1 on, so that people can name it; 0 is the template of a trail. No two records of an
 * organization share a time, so the time of a template identifies the record that brought it.
 */
export const templateVersions: readonly string[] = [
  'alter table templates add column version bigint not null default 0',
  `update templates set version = 1
   where (org_id, created_at) in (select org_id, created_at from records where kind in ('flow_reported', 'flow_updated'))`,
  `update templates set version = (
     select count(*) from templates as earlier
     where earlier.org_id = templates.org_id and earlier.flow_id = templates.flow_id
       and earlier.version > 0 and earlier.created_at <= templates.created_at)
   where version > 0`,
];
