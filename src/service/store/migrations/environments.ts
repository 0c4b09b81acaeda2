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
  // The environments that depend on a policy or on another environment; `name` is the name of the policy, or the id of the
  // part.
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
