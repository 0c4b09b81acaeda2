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
