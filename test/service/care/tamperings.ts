/** Changes of a database by somebody who can write to it, as SQL of every engine: the name, the statements, and what is found. */
export const tamperings: readonly (readonly [name: string, sql: string, problem: RegExp])[] = [
  [
    'a red row that was deleted',
    `delete from latest where name = 'unit'; delete from attestations where not is_compliant`,
    /missing|attestation/,
  ],
  ['a row of the latest records that was deleted', 'delete from latest', /latest: the row of .* is missing/],
  ['a state that was rewritten', `update trails set state = 'COMPLIANT' where state = 'NON-COMPLIANT'`, /trails: state of t/],
  ['an event that was edited', `update records set event = replace(event, 'false', 'true')`, /its event says other/],
  ['a kind that was edited', `update records set kind = 'flow_reported' where kind = 'attestation'`, /its columns say other/],
  ['a trail that was edited', `update records set trail_id = 'x' where kind = 'attestation'`, /its columns say other/],
  ['a template that was edited', `update templates set template = replace(template, 'unit', 'other')`, /templates: template of/],
  [
    'a template that was added',
    `insert into templates select org_id, 'x', flow_id, template, created_at, version from templates limit 1`,
    /templates: no record made/,
  ],
  ['a role that was raised', `update grants set role = 'admin' where role = 'reader'`, /grants: role of/],
  [
    'a membership that was added',
    `insert into memberships select org_id, 'x', null, false from memberships limit 1`,
    /memberships: no record made/,
  ],
  [
    'a membership that was deleted',
    `delete from memberships where user_id in (select id from users where name = 'eve')`,
    /memberships: the row/,
  ],
  [
    'a role that was given',
    `insert into grants (org_id, token_id, role) select org_id, 'x', 'admin' from grants limit 1`,
    /grants: no record made/,
  ],
  [
    'a role that was given in another organization',
    `insert into grants (org_id, token_id, role)
     select o.id, t.token_id, 'admin' from organizations o, grants t where o.name = 'globex' and t.role = 'reader'`,
    /grants: no record made/,
  ],
  ['an end that was put off', 'update grants set expires_at = expires_at + 1 where expires_at is not null', /grants: expires_at of/],
  ['an end that was taken away', 'update grants set expires_at = null', /grants: expires_at of .* is null/],
  ['a replaced token that lives on', 'update grants set ends_at = null', /grants: ends_at of .* is null/],
  ['a flow that was added to a token', `update grants set flows = '["f","g"]' where flows is not null`, /grants: flows of/],
  ['a token that was let out of its flows', 'update grants set flows = null', /grants: flows of .* is null/],
  ['a rule that was let out of its flows', `update oidc_rules set flows = ''`, /oidc_rules: flows of .* is "", and the records say "f g"/],
  ['a label that was edited', `update grants set label = 'other' where label is not null`, /grants: label of/],
  [
    'a job that another rule let in, which gives more',
    `update job_access set rule_id = (select id from oidc_rules where role = 'admin')`,
    /job_access: rule_id of .* and the records say/,
  ],
  ['access of a job that lasts longer', 'update job_access set expires_at = expires_at + 86400', /job_access: expires_at of/],
  [
    'access of a job for another token',
    `update job_access set hash = '0000000000000000000000000000000000000000000000000000000000000000'`,
    /job_access: (?:no record made the row|the row of .* is missing)/,
  ],
  ['a job that says it ran elsewhere', `update job_access set claims = replace(claims, 'topic', 'main')`, /job_access: claims of/],
  ['an ID token that was not taken', `update job_access set id_token = 'x'`, /job_access: id_token of .* is "x"/],
  ['an ID token that may be taken again', 'delete from job_access', /job_access: the row of .* is missing/],
  [
    'a job that nobody let in',
    `insert into job_access select 'x', 'x', org_id, rule_id, claims, expires_at from job_access`,
    /job_access: no record made the row/,
  ],
  [
    'a job that was let into another organization',
    `insert into job_access select 'x', 'x', o.id, j.rule_id, j.claims, j.expires_at from organizations o, job_access j where o.name = 'globex'`,
    /job_access: no record made the row/,
  ],
  [
    'a job that was let into no organization',
    `insert into job_access select 'x', 'x', 'x', rule_id, claims, expires_at from job_access`,
    /job_access: there are 2 rows, and 1/,
  ],
  ['a role that was taken away', `delete from grants where role = 'reader'`, /grants: the row of/],
  ['a token that was added', `insert into tokens select 'x', user_id, 'x' from tokens limit 1`, /tokens: there are 8 rows, and 7/],
  ['a blob that was edited', `update blobs set sha256 = 'x'`, /blobs: sha256 of/],
  ['a log that was shortened', `delete from records where sequence = (select max(sequence) from records)`, /The log ends at/],
  [
    'a log that was shortened together with its count',
    `delete from records where sequence = (select max(sequence) from records);
     update organizations set sequence = sequence - 1 where name = 'acme'`,
    /The last hash of the log is not/,
  ],
  ['an organization that was taken out', `delete from organizations where name = 'globex'`, /records: there are \d+ rows, and \d+ of them/],
  ['a table that was taken out', 'drop table answers', /The table answers is missing/],
  ['a table that was added', 'create table mine (name text)', /The table mine is not one of this program/],
  [
    'an index that was made anew',
    'drop index blobs_by_id; create index blobs_by_id on blobs (id, bytes)',
    /The index blobs_by_id is not made/,
  ],
  ['a migration that was renamed', `update migrations set name = 'other' where version = 3`, /The migration 3 is not made as/],
  ['a migration that was taken out', 'delete from migrations where version = 3', /The migration 3 is missing/],
  ['a migration that never was', `insert into migrations values (0, 'other')`, /The migration 0 is not one of this program/],
  ['a time of migrations', 'alter table migrations add column applied_at double precision', /The table migrations is not made as/],
  ['no migration at all', 'delete from migrations', /The migration 1 is missing/],
  [
    'a row between two others',
    `insert into templates select org_id, substr(id, 1, 20) || 'x', flow_id, template, created_at, version from templates limit 1`,
    /templates: no record made the row/,
  ],
  ['a token of nobody', `insert into users values ('x', 'x'); insert into tokens values ('x', 'x', 'x')`, /users: there are 7 rows, and 6/],
];

/**
 * Tables that no record is about: what gates say, which is worked out anew, messages on their way with their queues, what became of
 * them, secrets, whose hashes the records have, sessions, and uses of tokens.
 */
export const unspokenTables = ['gate_answers', 'message_queues', 'notification_health', 'outbox', 'sessions', 'token_uses', 'webhooks'];
