import { createHash } from 'node:crypto';
import { wrongUse } from '../../errors/index.ts';
import { isKindName } from '../log/kinds.ts';
import type { Catalog, Upgrade } from '../sql/engine.ts';
import { column, nullable, number, readOne, text } from '../sql/row.ts';
import { insert, query, send, sql, verbatim, type Steps } from '../sql/sql.ts';
import { environments, leases, notifications, policies, queues, signing, tellWhenRaised } from './environments.ts';
import {
  approvals,
  completeFirstTables,
  controls,
  evidence,
  fillFacets,
  flowOrigins,
  flowsAndTags,
  gateAnswers,
  incompleteVersions,
  kinds,
  templateVersions,
  testsOfRuns,
  trailFacets,
  types,
} from './evidence.ts';
import { newColumns, table } from './table.ts';

/**
 * The permissions of a token, and where they hold: they are its own, and no longer those of its user. An existing token keeps the
 * permissions of its user. The records say the same, because each of them names all tokens of its user.
 */
const grants: readonly string[] = [
  table('grants', 'org_id text references organizations (id), token_id text references tokens (id), role text', { primary: 'token_id' }),
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
  ...newColumns('grants', 'label text, flows text, expires_at double precision, ends_at double precision'),
  `create table token_uses (
    token_id text primary key,
    used_at double precision not null
  )`,
];

/** Rules that let jobs in, and jobs let in; both derive from `records`. A removed rule stays, because records of its jobs name it. */
const oidc: readonly string[] = [
  // A text is empty where the rule does not ask for it. `events` and `flows` have names with a space between them.
  table(
    'oidc_rules',
    `org_id text references organizations (id), id text, issuer text, audience text, repository_id text,
      repository text, workflow text, ref text, environment text, events text, role text, flows text,
      created_at double precision, removed_at double precision`,
    { primary: 'id' },
  ),
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

/** Browsers that are signed in, by the SHA-256 of what they send. No record is about the rows, and a restore ends all sessions. */
const sessions: readonly string[] = [
  `create table sessions (
    hash text primary key,
    token_id text,
    made_at double precision not null,
    used_at double precision not null
  )`,
  'create index sessions_by_use on sessions (used_at)',
];

/** Who is a person, which no earlier record says otherwise; and rules for all repositories of an owner: '' in a rule for one. */
const administration: readonly string[] = [
  'alter table memberships add column is_machine boolean not null default false',
  "alter table oidc_rules add column owner_id text not null default ''",
];

/** Who somebody is that no token stands for, in JSON. */
const peopleInSessions: readonly string[] = ['alter table sessions add column person text'];

/** The bytes that an organization takes are counted with each record: to add them up would read all. */
const storage: readonly string[] = [
  ...newColumns('organizations', 'archived_at double precision, log_bytes bigint not null default 0, file_bytes bigint not null default 0'),
  `update organizations set
    log_bytes = (select coalesce(sum(octet_length(body)), 0) from records where org_id = organizations.id),
    file_bytes = (select coalesce(sum(bytes), 0) from blobs where org_id = organizations.id)`,
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
  { version: 21, name: 'sessions', statements: sessions },
  { version: 22, name: 'trail facets', statements: trailFacets, after: fillFacets },
  { version: 23, name: 'administration', statements: administration },
  // By which the audits that were handed in are found.
  { version: 24, name: 'types of evidence', statements: ['create index attestations_of_type on attestations (org_id, type, number)'] },
  { version: 25, name: 'people in sessions', statements: peopleInSessions },
  { version: 26, name: 'storage', statements: storage },
];

/** The digests of what they make together, as each engine describes it: a test works them out again. */
export const newForms = { sqlite: 'edc89ffc462d442a', postgres: 'b581796d5ce54f96' } as const;

/** Everything that was made in a database, by its name such as `table flows`, and the migrations that made it. */
export type Form = ReadonlyMap<string, string>;

interface FormDifference {
  /** Such as `table flows`. */
  readonly name: string;
  /** A sentence. */
  readonly problem: string;
}

export function* formOf(catalog: Catalog): Steps<Form> {
  const made = yield* catalog.structure();
  const done = yield* query(sql`select version, name from migrations`);
  return new Map([...made, ...done.map((row) => [`migration ${String(row.version)}`, String(row.name)] as const)]);
}

/** One short text for all of a form. */
export function formDigest(form: Form): string {
  const parts = [...form].map((part) => JSON.stringify(part)).toSorted();
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16);
}

/** How a form differs from the one that this program gives to new data. */
export function formDifferences(kept: Form, made: Form): readonly FormDifference[] {
  return [...new Set([...made.keys(), ...kept.keys()])].flatMap((name) => {
    if (!made.has(name)) return [{ name, problem: `The ${name} is not one of this program.` }];
    if (!kept.has(name)) return [{ name, problem: `The ${name} is missing.` }];
    return kept.get(name) === made.get(name) ? [] : [{ name, problem: `The ${name} is not made as this program makes it.` }];
  });
}

/** Whether a program may have made this: tables, indexes and migrations. Anything else, such as a trigger, was added from outside. */
export function isOfForm({ name }: FormDifference): boolean {
  return /^(?:table|index|migration) /.test(name);
}

/**
 * Throws if the tables are not those of this version, whatever their number says: this program would answer wrongly, or fail later. Other
 * tables and indexes next to them are somebody's own, and `verify` names them. The form of new data is known by its digest, and worked
 * out only where the data has another one: to make the tables costs a fifth of a start.
 */
export function refuseOtherForm(kept: Form, known: string, make: () => Form): void {
  if (formDigest(kept) === known) return;
  const made = make();
  const found = formDifferences(kept, made).find(({ name }) => made.has(name));
  if (found === undefined) return;
  throw wrongUse(
    `The data is not in the form of version ${migrations.length}. ${found.problem}`,
    'If somebody changed the tables by hand, undo that. Otherwise `backup` reads this data, and `restore` makes the tables anew in an empty place. Nothing was changed.',
  );
}

/** The version of the tables; `undefined` while there is none. */
export const versionOf = () => readOne(column('version', nullable(number)), sql`select max(version) as version from migrations`);

/** The version of the data that this program makes. */
export const newest = migrations.at(-1)?.version ?? 0;

const newerProgram = 'Use the program that served this data last, or a newer one. Nothing was changed.';

/**
 * Brings the tables up to date, and refuses data that this program would answer wrongly about. Runs inside one transaction, so
 * that an interrupted run leaves the old state. Answers what it did, if there was data that was not up to date.
 */
export function* migrate(): Steps<Upgrade | undefined> {
  yield* send(sql`create table if not exists migrations (version integer primary key, name text not null)`);
  // Earlier programs also noted the time. No record has it, so it cannot be verified.
  const [first] = yield* query(sql`select * from migrations limit 1`);
  if (first !== undefined && 'applied_at' in first) yield* send(sql`alter table migrations drop column applied_at`);
  const current = (yield* versionOf()) ?? 0;
  if (current > newest) {
    throw wrongUse(`The data is of version ${current}, and this program knows versions up to ${newest}.`, newerProgram);
  }
  if (incompleteVersions.includes(current)) yield* completeFirstTables();
  for (const { after, version, name, statements } of migrations) {
    if (version <= current) continue;
    for (const statement of statements) yield* send(verbatim(statement));
    if (after !== undefined) yield* after();
    yield* send(insert('migrations', { version, name }));
  }
  yield* refuseUnknownKinds();
  return current === 0 || current === newest ? undefined : { from: current, to: newest };
}

/** A record that cannot be applied may have changed the basis of every answer. */
function* refuseUnknownKinds(): Steps<void> {
  // One look into the index for each existing kind, however many records there are.
  const rows = yield* query(
    sql`with recursive found (kind) as (
       select min(kind) from records
       union all
       select (select min(kind) from records where kind > found.kind) from found where found.kind is not null
     )
     select kind from found where kind is not null`,
  );
  const unknown = rows.map((row) => text(row, 'kind')).filter((kind) => !isKindName(kind));
  if (unknown.length === 0) return;
  throw wrongUse(`The data holds records of kinds that this program does not know: ${unknown.join(', ')}.`, newerProgram);
}
