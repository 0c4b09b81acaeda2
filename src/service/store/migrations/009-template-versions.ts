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
