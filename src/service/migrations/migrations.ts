import type { Steps } from '../sql/sql.ts';
import { environments, leases, notifications, policies, queues, signing, tellWhenRaised } from './environments.ts';
import {
  approvals,
  controls,
  evidence,
  flowOrigins,
  flowsAndTags,
  gateAnswers,
  kinds,
  templateVersions,
  testsOfRuns,
  types,
} from './evidence.ts';

/**
 * The permissions of a token, and where they hold: they are its own, and no longer those of its user. An existing token keeps the
 * permissions of its user. The records say the same, because each of them names all tokens of its user.
 */
const grants: readonly string[] = [
  `create table grants (
    org_id text not null references organizations (id),
    token_id text not null references tokens (id),
    role text not null,
    primary key (org_id, token_id)
  )`,
  'create index grants_of_token on grants (token_id, org_id)',
  `insert into grants (org_id, token_id, role)
    select memberships.org_id, tokens.id, memberships.role from memberships join tokens on tokens.user_id = memberships.user_id`,
  'alter table memberships drop column role',
];

/**
 * The label and the limits of a token, in each of its organizations: its record there names them. A token that is there has none.
 * `flows` is a list in JSON; `expires_at` is set when the token is made, and `ends_at` when another one replaces it. Nothing about
 * the use of a token is in a record.
 */
const tokenLimits: readonly string[] = [
  'alter table grants add column label text',
  'alter table grants add column flows text',
  'alter table grants add column expires_at double precision',
  'alter table grants add column ends_at double precision',
  `create table token_uses (
    token_id text primary key,
    used_at double precision not null
  )`,
];

/** Rules that let jobs in, and jobs let in; both derive from `records`. A removed rule stays, because records of its jobs name it. */
const oidc: readonly string[] = [
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

/**
 * One form of these tables. Three programs made them in three ways under the versions 13 and 14: the first one had neither `flows` nor
 * a record of the jobs that it let in, the second one had no `flows`. So both are made again, whatever their form. A name such as
 * `flows` that the inner table does not have is found in the outer one, as a rule of SQL: there it has the value for its absence.
 * Access that no record is about (it has `kept_until`) ends: it was for some minutes, and a job asks for it again.
 */
const oneFormOfOidc: readonly string[] = [
  `create table earlier_rules as
    select org_id, id, issuer, audience, repository_id, repository, workflow, ref, environment, events, role,
      (select flows from oidc_rules as inside where inside.org_id = outside.org_id and inside.id = outside.id) as flows,
      created_at, removed_at
    from (select org_id, id, issuer, audience, repository_id, repository, workflow, ref, environment, events, role, '' as flows,
      created_at, removed_at from oidc_rules) as outside`,
  `create table earlier_access as
    select hash, id_token, org_id, rule_id, claims, expires_at
    from (select hash, id_token, org_id, rule_id, claims, expires_at, 0 as kept_until from job_access) as outside
    where (select kept_until from job_access as inside where inside.hash = outside.hash) = 0`,
  'drop table job_access',
  'drop table oidc_rules',
  ...oidc,
  'insert into oidc_rules select * from earlier_rules',
  'insert into job_access select * from earlier_access',
  'drop table earlier_rules',
  'drop table earlier_access',
];

interface Migration {
  readonly version: number;
  readonly name: string;
  readonly statements: readonly string[];
  /** The part that reads what it changes. */
  readonly after?: () => Steps<void>;
}

/** In order. One that landed is never changed, because it made data that exists: a test holds each by its hash. */
export const migrations: readonly Migration[] = [
  { version: 1, name: 'evidence', statements: evidence },
  { version: 2, name: 'types', statements: types },
  { version: 3, name: 'approvals', statements: approvals },
  { version: 4, name: 'environments', statements: environments },
  { version: 5, name: 'flows and tags', statements: flowsAndTags },
  { version: 6, name: 'policies', statements: policies },
  { version: 7, name: 'notifications', statements: notifications },
  { version: 8, name: 'grants', statements: grants },
  { version: 9, name: 'template versions', statements: templateVersions },
  { version: 10, name: 'kinds', statements: kinds },
  { version: 11, name: 'leases', statements: leases },
  { version: 12, name: 'token limits', statements: tokenLimits },
  { version: 13, name: 'rules for jobs', statements: oidc },
  { version: 14, name: 'signing', statements: signing },
  { version: 15, name: 'one form of rules for jobs', statements: oneFormOfOidc },
  { version: 16, name: 'queues', statements: queues, after: tellWhenRaised },
  { version: 17, name: 'origins of flows', statements: flowOrigins },
  { version: 18, name: 'controls', statements: controls },
  { version: 19, name: 'tests that ran', statements: testsOfRuns },
  { version: 20, name: 'gate answers', statements: gateAnswers },
];

/** The digests of what they make together, as each engine describes it: a test works them out again. */
export const newForms = { sqlite: 'd80f90d7209a4462', postgres: '004195ca7fb7effe' } as const;
