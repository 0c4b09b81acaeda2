/**
 * The first tables. Text that clients chose freely lies in columns of JSON, for PostgreSQL's `text` takes no
 * NUL and its `jsonb` reorders keys; what is searched or sorted by is a column of its own.
 */
export const evidence: readonly string[] = [
  `create table organizations (
    id text primary key,
    name text not null unique,
    created_at double precision not null,
    sequence bigint not null,
    head text not null,
    latest double precision not null,
    attestation_count bigint not null,
    trail_count bigint not null
  )`,
  `create table users (
    id text primary key,
    name text not null unique,
    created_at double precision not null
  )`,
  `create table memberships (
    user_id text not null references users (id),
    org_id text not null references organizations (id),
    role text not null,
    primary key (user_id, org_id)
  )`,
  `create table tokens (
    id text primary key,
    user_id text not null references users (id),
    hash text not null unique,
    created_at double precision not null
  )`,
  // The log of everything that was ever said. Nothing in it is changed or taken out.
  `create table records (
    org_id text not null references organizations (id),
    sequence bigint not null,
    id text not null unique,
    kind text not null,
    created_at double precision not null,
    token_id text not null references tokens (id),
    idempotency_key text,
    trail_id text,
    previous_hash text not null,
    hash text not null,
    event text not null,
    body text not null,
    primary key (org_id, sequence)
  )`,
  'create index records_of_trail on records (trail_id, sequence)',
  `create table flows (
    id text primary key,
    org_id text not null references organizations (id),
    name text not null,
    details text not null,
    template_id text not null,
    trail_count bigint not null,
    created_at double precision not null,
    last_modified_at double precision not null,
    created_by text not null references users (id),
    unique (org_id, name)
  )`,
  `create table templates (
    id text primary key,
    flow_id text not null references flows (id),
    template text not null,
    created_at double precision not null
  )`,
  `create table trails (
    id text primary key,
    org_id text not null references organizations (id),
    org_number bigint not null,
    flow_id text not null references flows (id),
    number bigint not null,
    name text not null,
    details text not null,
    repo_ids text not null,
    template_id text not null references templates (id),
    own_template boolean not null,
    state text not null,
    compliance text not null,
    created_at double precision not null,
    last_modified_at double precision not null,
    created_by text not null references users (id),
    unique (org_id, org_number),
    unique (flow_id, name),
    unique (flow_id, number)
  )`,
  `create table attestations (
    id text primary key,
    org_id text not null references organizations (id),
    number bigint not null,
    sequence bigint not null,
    flow_id text not null references flows (id),
    trail_id text not null references trails (id),
    name text not null,
    type text not null,
    commit_sha text,
    is_compliant boolean not null,
    created_at double precision not null,
    unique (org_id, number)
  )`,
  'create index attestations_of_commit on attestations (org_id, commit_sha, number)',
  'create index attestations_of_name on attestations (trail_id, name, number)',
  // Which record speaks for a name on a subject: '' is the trail, `artifact:<fingerprint>` and `target:<name>` are the others.
  `create table latest (
    trail_id text not null references trails (id),
    subject text not null,
    commit_sha text not null,
    name text not null,
    attestation_id text not null references attestations (id),
    first_sequence bigint not null,
    primary key (trail_id, subject, commit_sha, name)
  )`,
  `create table blobs (
    id text primary key,
    attestation_id text not null references attestations (id),
    sha256 text not null,
    bytes bigint not null
  )`,
  `create table answers (
    org_id text not null references organizations (id),
    user_id text not null references users (id),
    idempotency_key text not null,
    request_hash text not null,
    reply text not null,
    created_at double precision not null,
    primary key (org_id, user_id, idempotency_key)
  )`,
];
