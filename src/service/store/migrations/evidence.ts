/**
 * The first tables. Free text of clients is kept in columns of JSON text, because PostgreSQL's `text` takes no NUL and its `jsonb`
 * reorders keys. Each value that is searched or sorted by has a column of its own.
 *
 * Every table of an organization has its `org_id` first in each key and each reference: then a key of one organization finds
 * nothing of another, and a distributed engine can keep an organization in one place. `users` and `tokens` belong to no
 * organization. All tables except `records` can be derived from `records`, and `verify` does that.
 */
export const evidence: readonly string[] = [
  `create table organizations (
    id text primary key,
    name text not null unique,
    sequence bigint not null,
    head text not null,
    latest double precision not null,
    attestation_count bigint not null,
    artifact_count bigint not null,
    trail_count bigint not null
  )`,
  `create table users (
    id text primary key,
    name text not null unique
  )`,
  `create table tokens (
    id text primary key,
    user_id text not null references users (id),
    hash text not null unique
  )`,
  'create index tokens_of_user on tokens (user_id, id)',
  `create table memberships (
    org_id text not null references organizations (id),
    user_id text not null,
    role text not null,
    default_since double precision,
    primary key (org_id, user_id)
  )`,
  'create index memberships_of_user on memberships (user_id, org_id)',
  // The log of everything that was ever recorded. Nothing in it is changed or removed.
  `create table records (
    org_id text not null references organizations (id),
    sequence bigint not null,
    id text not null,
    kind text not null,
    created_at double precision not null,
    trail_id text,
    previous_hash text not null,
    hash text not null,
    event text not null,
    body text not null,
    primary key (org_id, sequence),
    unique (org_id, id)
  )`,
  'create index records_of_trail on records (org_id, trail_id, sequence)',
  `create table flows (
    org_id text not null references organizations (id),
    id text not null,
    name text not null,
    details text not null,
    template_id text not null,
    trail_count bigint not null,
    created_at double precision not null,
    last_modified_at double precision not null,
    created_by text not null,
    primary key (org_id, id),
    unique (org_id, name)
  )`,
  `create table templates (
    org_id text not null,
    id text not null,
    flow_id text not null,
    template text not null,
    created_at double precision not null,
    primary key (org_id, id),
    foreign key (org_id, flow_id) references flows (org_id, id)
  )`,
  `create table trails (
    org_id text not null,
    id text not null,
    org_number bigint not null,
    flow_id text not null,
    number bigint not null,
    name text not null,
    details text not null,
    repo_ids text not null,
    template_id text not null,
    own_template boolean not null,
    state text not null,
    compliance text not null,
    artifact_count bigint not null,
    created_at double precision not null,
    last_modified_at double precision not null,
    created_by text not null,
    primary key (org_id, id),
    unique (org_id, org_number),
    unique (org_id, flow_id, name),
    unique (org_id, flow_id, number),
    foreign key (org_id, flow_id) references flows (org_id, id),
    foreign key (org_id, template_id) references templates (org_id, id)
  )`,
  // One identity for each fingerprint on each trail; '' is no trail. `sequence` is that of the report that counts.
  `create table artifacts (
    org_id text not null,
    id text not null,
    number bigint not null,
    sequence bigint not null,
    flow_id text not null,
    trail_id text not null,
    fingerprint text not null,
    name text not null,
    commit_sha text not null,
    repo_name text not null,
    state text not null,
    created_at double precision not null,
    primary key (org_id, id),
    unique (org_id, number),
    unique (org_id, flow_id, trail_id, fingerprint),
    foreign key (org_id, sequence) references records (org_id, sequence),
    foreign key (org_id, flow_id) references flows (org_id, id)
  )`,
  'create index artifacts_of_trail on artifacts (org_id, trail_id, number)',
  'create index artifacts_of_flow on artifacts (org_id, flow_id, number)',
  'create index artifacts_of_repository on artifacts (org_id, repo_name, number)',
  'create index artifacts_of_commit on artifacts (org_id, commit_sha, number)',
  'create index artifacts_by_fingerprint on artifacts (org_id, fingerprint, number)',
  `create table attestations (
    org_id text not null,
    id text not null,
    number bigint not null,
    sequence bigint not null,
    flow_id text not null,
    trail_id text not null,
    name text not null,
    type text not null,
    commit_sha text,
    is_compliant boolean not null,
    overridden_id text,
    overridden_type text,
    created_at double precision not null,
    primary key (org_id, id),
    unique (org_id, number),
    foreign key (org_id, sequence) references records (org_id, sequence),
    foreign key (org_id, flow_id) references flows (org_id, id),
    foreign key (org_id, trail_id) references trails (org_id, id)
  )`,
  'create index attestations_of_commit on attestations (org_id, commit_sha, number)',
  'create index attestations_of_flow on attestations (org_id, flow_id, created_at)',
  'create index attestations_of_name on attestations (org_id, trail_id, name, number)',
  // The latest record of a name on a subject: '' is the trail, `artifact:<fingerprint>` and `target:<name>` are the others.
  `create table latest (
    org_id text not null,
    trail_id text not null,
    subject text not null,
    commit_sha text not null,
    name text not null,
    attestation_id text not null,
    first_sequence bigint not null,
    primary key (org_id, trail_id, subject, commit_sha, name),
    foreign key (org_id, trail_id) references trails (org_id, id),
    foreign key (org_id, attestation_id) references attestations (org_id, id)
  )`,
  `create table blobs (
    org_id text not null,
    id text not null,
    attestation_id text not null,
    sha256 text not null,
    bytes bigint not null,
    primary key (org_id, id),
    foreign key (org_id, attestation_id) references attestations (org_id, id)
  )`,
  // A start looks up files, and does not know their organization.
  'create index blobs_by_id on blobs (id)',
  'create index blobs_of_attestation on blobs (org_id, attestation_id)',
  // The record that answered a request with a key.
  `create table answers (
    org_id text not null,
    reported_by text not null,
    idempotency_key text not null,
    request_hash text not null,
    sequence bigint not null,
    primary key (org_id, reported_by, idempotency_key),
    foreign key (org_id, sequence) references records (org_id, sequence)
  )`,
];

/** A start looks up which kinds of records there are, and does not know their organizations. */
export const kinds: readonly string[] = ['create index records_by_kind on records (kind)'];

/** The control that a decision is about, which policies read. */
export const controls: readonly string[] = ['alter table attestations add column control text'];
