/** Custom types of evidence. The rules of a version are in the record that brought it. */
export const types: readonly string[] = [
  `create table types (
    org_id text not null references organizations (id),
    name text not null,
    details text not null,
    latest_version bigint not null,
    archived boolean not null,
    created_at double precision not null,
    last_modified_at double precision not null,
    created_by text not null,
    primary key (org_id, name)
  )`,
  `create table type_versions (
    org_id text not null,
    id text not null,
    type_name text not null,
    version bigint not null,
    sequence bigint not null,
    primary key (org_id, id),
    unique (org_id, type_name, version),
    foreign key (org_id, type_name) references types (org_id, name),
    foreign key (org_id, sequence) references records (org_id, sequence)
  )`,
];
