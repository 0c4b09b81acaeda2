/**
 * Rules that let jobs in, and what jobs were let in by them; both can be derived from `records`. A rule that was removed stays,
 * because the records of its jobs name it.
 */
export const oidc: readonly string[] = [
  // A text is empty where the rule does not ask for it. `events` and `flows` have names with a space between them.
  `create table oidc_rules (
    org_id text not null references organizations (id),
    id text not null,
    issuer text not null,
    audience text not null,
    repository_id text not null,
    repository text not null,
    workflow text not null,
    ref text not null,
    environment text not null,
    events text not null,
    role text not null,
    flows text not null,
    created_at double precision not null,
    removed_at double precision not null,
    primary key (org_id, id)
  )`,
  'create index oidc_rules_of_issuer on oidc_rules (issuer, org_id, repository_id)',
  // Only hashes: of the access token, and of what identifies the ID token that it was given for. Each ID token is taken once.
  `create table job_access (
    hash text primary key,
    id_token text not null unique,
    org_id text not null,
    rule_id text not null,
    claims text not null,
    expires_at double precision not null
  )`,
  'create index job_access_by_end on job_access (org_id, expires_at)',
];
