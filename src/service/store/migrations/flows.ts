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

/**
 * How a flow began. `made_at` is the first request for the flow itself, which names it in its data; the record of a flow that
 * evidence began says nothing. `begun_after_template`: another flow required something before; the JSON of a template that
 * requires nothing ends in one way alone. The event of a record begins with the identifier of its flow, 32 characters.
 */
export const flowOrigins: readonly string[] = [
  'alter table flows add column made_at double precision',
  'alter table flows add column begun_after_template boolean not null default false',
  `update flows set made_at = made.at
   from (select org_id, substr(event, 13, 32) as flow_id, min(created_at) as at from records
         where kind in ('flow_reported', 'flow_updated') and body not like '%"data":{}%' group by org_id, substr(event, 13, 32)) as made
   where made.org_id = flows.org_id and made.flow_id = flows.id`,
  `update flows set begun_after_template = true
   from (select org_id, min(created_at) as at from templates
         where version > 0 and template not like '%"template":{"trail":{"artifacts":[],"attestations":[]},"version":1}}'
         group by org_id) as required
   where required.org_id = flows.org_id and required.at < flows.created_at`,
];
