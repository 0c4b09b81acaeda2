import { parseJson } from '../../text/index.ts';
import { facetsOf, flakyIn, tellPullRequest } from '../record/facets.ts';
import { number, text } from '../sql/row.ts';
import { insertAll, query, send, sql, verbatim, type Row, type Sql, type Steps } from '../sql/sql.ts';
import { newColumns, table } from './table.ts';

export const flowsAndTags: readonly string[] = [
  'alter table flows add column archived boolean not null default false',
  // Every name that finds a flow: its current name, and its earlier names that no other flow has taken.
  table('flow_names', 'org_id text, name text, flow_id text', { primary: 'name', refers: { flow_id: 'flows.id' } }),
  'insert into flow_names (org_id, name, flow_id) select org_id, name, id from flows',
  // `resource` says what kind of thing has the tag.
  table('tags', 'org_id text references organizations (id), resource text, resource_id text, name text, value text', {
    primary: 'resource, resource_id, name',
  }),
  'create index tags_by_value on tags (org_id, resource, name, value, resource_id)',
  'create index trails_of_flow on trails (org_id, flow_id, org_number)',
  'create index trails_of_fingerprint on artifacts (org_id, fingerprint, trail_id)',
];

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

/**
 * How a flow began. `made_at` is the first request for the flow itself, which names it in its data; the record of a flow that
 * evidence began says nothing. `begun_after_template`: another flow required something before; the JSON of a template that
 * requires nothing ends in one way alone. The event of a record begins with the identifier of its flow, 32 characters.
 */
export const flowOrigins: readonly string[] = [
  ...newColumns('flows', 'made_at double precision, begun_after_template boolean not null default false'),
  `update flows set made_at = made.at
   from (select org_id, substr(event, 13, 32) as flow_id, min(created_at) as at from records
         where kind in ('flow_reported', 'flow_updated') and body not like '%"data":{}%' group by org_id, substr(event, 13, 32)) as made
   where made.org_id = flows.org_id and made.flow_id = flows.id`,
  `update flows set begun_after_template = true
   from (select org_id, min(created_at) as at from templates
         where version > 0 and template not like '%"template":{"trail":{"artifacts":[],"attestations":[]},"version":1}}'
         group by org_id) as required
   where required.org_id = flows.org_id and required.at < flows.created_at`,
];

/** Approvals of artifacts; `number` counts those of a flow from 1, without a gap. Their content is in the record. */
export const approvals: readonly string[] = [
  table('approvals', 'org_id text, id text, flow_id text, number bigint, fingerprint text, sequence bigint', {
    primary: 'id',
    unique: ['flow_id, number'],
    refers: { sequence: 'records.sequence', flow_id: 'flows.id' },
  }),
  'create index approvals_of_artifact on approvals (org_id, flow_id, fingerprint, number)',
];

/** Custom types of evidence. The rules of a version are in the record that brought it. */
export const types: readonly string[] = [
  table(
    'types',
    `org_id text references organizations (id), name text, details text, latest_version bigint, archived boolean,
      created_at double precision, last_modified_at double precision, created_by text`,
    { primary: 'name' },
  ),
  table('type_versions', 'org_id text, id text, type_name text, version bigint, sequence bigint', {
    primary: 'id',
    unique: ['type_name, version'],
    refers: { type_name: 'types.name', sequence: 'records.sequence' },
  }),
];

/**
 * The answers of a gate without demands of its own, so that a list does not work them out again: of a trail (`about_id` is its id, and
 * `fingerprint` is ''), or of an artifact in a flow (`about_id` is the id of the flow). `basis` names all that the answer was made
 * from: an answer with another basis than that of now is not shown. No record is about this table, and `verify` does not read it:
 * it can be lost at any time, and is then made anew.
 */
export const gateAnswers: readonly string[] = [
  table('gate_answers', 'org_id text, about_id text, fingerprint text, basis text, answer text', { primary: 'about_id, fingerprint' }),
];

/**
 * How many tests of a record ran, and which run made it, as far as it tells: whether a name holds a test that ran, and whether a
 * later record hides a red one, is worked out of these. A record of the first rules tells neither here, as it was decided then.
 */
export const testsOfRuns: readonly string[] = newColumns('attestations', 'tests_ran bigint, run text');

/**
 * The facts that lists of trails are filtered by. They have a table of their own, because its rows are small: to look through some
 * thousand of them costs little, and a decision about a trail changes no index. No two records of an organization share a time, so
 * `created_at` is the order of the trails, and the place of a page in it. The number of the flaky tests of evidence is what it tells.
 */
export const trailFacets: readonly string[] = [
  table(
    'trail_facets',
    `org_id text, trail_id text, flow_id text, org_number bigint, created_at double precision, state text,
      branch text, author text, pull_request text, words text`,
    { primary: 'trail_id', refers: { trail_id: 'trails.id' } },
  ),
  'alter table attestations add column flaky bigint not null default 0',
];

const facetIndexes: readonly string[] = [
  'create index facets_by_time on trail_facets (org_id, created_at)',
  'create index facets_of_flow on trail_facets (org_id, flow_id, created_at)',
  ...['state', 'branch', 'author', 'pull_request'].flatMap((facet) => [
    `create index facets_by_${facet} on trail_facets (org_id, ${facet}, created_at)`,
    `create index facets_of_flow_by_${facet} on trail_facets (org_id, flow_id, ${facet}, created_at)`,
  ]),
];

/** Fills both with what the records said until now. */
export function* fillFacets(): Steps<void> {
  const trails = sql`org_number, id, flow_id, name, details, state, created_at from trails where true`;
  yield* someAtOnce(trails, 'org_number', 100, function* (rows) {
    const facets = rows.map((row) => ({
      org_id: text(row, 'org_id'),
      trail_id: text(row, 'id'),
      flow_id: text(row, 'flow_id'),
      org_number: number(row, 'org_number'),
      created_at: number(row, 'created_at'),
      state: text(row, 'state'),
      ...facetsOf(text(row, 'name'), parseJson(text(row, 'details'))),
      pull_request: '',
    }));
    yield* insertAll('trail_facets', facets);
  });
  // The indexes come when the rows are there: to add row by row takes several times as long.
  for (const statement of facetIndexes) yield* send(verbatim(statement));
  const telling = sql`sequence, id, trail_id, body from records where kind = 'attestation'
    and (body like '%"flaky":%' or body like '%"pull_request":%' or body like '%"pull_requests":%')`;
  yield* someAtOnce(telling, 'sequence', 20, function* (rows) {
    for (const row of rows) {
      const orgId = text(row, 'org_id');
      const { data } = Object(parseJson(text(row, 'body')));
      const flaky = flakyIn(data);
      if (flaky > 0) yield* send(sql`update attestations set flaky = ${flaky} where org_id = ${orgId} and id = ${text(row, 'id')}`);
      yield* tellPullRequest({ org_id: orgId, trail_id: text(row, 'trail_id'), data });
    }
  });
}

/** All rows, in the order of their organization and of a number in it. */
function* someAtOnce(wanted: Sql, place: string, limit: number, each: (rows: readonly Row[]) => Steps<void>): Steps<void> {
  const order = verbatim(`org_id, ${place}`);
  let after: readonly [orgId: string, at: number] | undefined = ['', 0];
  while (after !== undefined) {
    const [org, at]: readonly [string, number] = after;
    const rows: readonly Row[] = yield* query(
      sql`select org_id, ${wanted} and (${order}) > (${org}, ${at}) order by ${order} limit ${limit}`,
    );
    yield* each(rows);
    const last = rows.at(-1);
    after = last && [text(last, 'org_id'), number(last, place)];
  }
}

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
  table('memberships', 'org_id text references organizations (id), user_id text, role text, default_since double precision null', {
    primary: 'user_id',
  }),
  'create index memberships_of_user on memberships (user_id, org_id)',
  // The log of everything that was ever recorded. Nothing in it is changed or removed.
  table(
    'records',
    `org_id text references organizations (id), sequence bigint, id text, kind text, created_at double precision,
      trail_id text null, previous_hash text, hash text, event text, body text`,
    { primary: 'sequence', unique: ['id'] },
  ),
  'create index records_of_trail on records (org_id, trail_id, sequence)',
  table(
    'flows',
    `org_id text references organizations (id), id text, name text, details text, template_id text,
      trail_count bigint, created_at double precision, last_modified_at double precision, created_by text`,
    { primary: 'id', unique: ['name'] },
  ),
  table('templates', 'org_id text, id text, flow_id text, template text, created_at double precision', {
    primary: 'id',
    refers: { flow_id: 'flows.id' },
  }),
  table(
    'trails',
    `org_id text, id text, org_number bigint, flow_id text, number bigint, name text, details text, repo_ids text,
      template_id text, own_template boolean, state text, compliance text, artifact_count bigint,
      created_at double precision, last_modified_at double precision, created_by text`,
    {
      primary: 'id',
      unique: ['org_number', 'flow_id, name', 'flow_id, number'],
      refers: { flow_id: 'flows.id', template_id: 'templates.id' },
    },
  ),
  // One identity for each fingerprint on each trail; '' is no trail. `sequence` is that of the report that counts.
  table(
    'artifacts',
    `org_id text, id text, number bigint, sequence bigint, flow_id text, trail_id text, fingerprint text, name text,
      commit_sha text, repo_name text, state text, created_at double precision`,
    { primary: 'id', unique: ['number', 'flow_id, trail_id, fingerprint'], refers: { sequence: 'records.sequence', flow_id: 'flows.id' } },
  ),
  'create index artifacts_of_trail on artifacts (org_id, trail_id, number)',
  'create index artifacts_of_flow on artifacts (org_id, flow_id, number)',
  'create index artifacts_of_repository on artifacts (org_id, repo_name, number)',
  'create index artifacts_of_commit on artifacts (org_id, commit_sha, number)',
  'create index artifacts_by_fingerprint on artifacts (org_id, fingerprint, number)',
  table(
    'attestations',
    `org_id text, id text, number bigint, sequence bigint, flow_id text, trail_id text, name text, type text,
      commit_sha text null, is_compliant boolean, overridden_id text null, overridden_type text null,
      created_at double precision`,
    { primary: 'id', unique: ['number'], refers: { sequence: 'records.sequence', flow_id: 'flows.id', trail_id: 'trails.id' } },
  ),
  'create index attestations_of_commit on attestations (org_id, commit_sha, number)',
  'create index attestations_of_flow on attestations (org_id, flow_id, created_at)',
  'create index attestations_of_name on attestations (org_id, trail_id, name, number)',
  // The latest record of a name on a subject: '' is the trail, `artifact:<fingerprint>` and `target:<name>` are the others.
  table('latest', 'org_id text, trail_id text, subject text, commit_sha text, name text, attestation_id text, first_sequence bigint', {
    primary: 'trail_id, subject, commit_sha, name',
    refers: { trail_id: 'trails.id', attestation_id: 'attestations.id' },
  }),
  table('blobs', 'org_id text, id text, attestation_id text, sha256 text, bytes bigint', {
    primary: 'id',
    refers: { attestation_id: 'attestations.id' },
  }),
  // A start looks up files, and does not know their organization.
  'create index blobs_by_id on blobs (id)',
  'create index blobs_of_attestation on blobs (org_id, attestation_id)',
  // The record that answered a request with a key.
  table('answers', 'org_id text, reported_by text, idempotency_key text, request_hash text, sequence bigint', {
    primary: 'reported_by, idempotency_key',
    refers: { sequence: 'records.sequence' },
  }),
];

/** A start looks up which kinds of records there are, and does not know their organizations. */
export const kinds: readonly string[] = ['create index records_by_kind on records (kind)'];

/** The control that a decision is about, which policies read. */
export const controls: readonly string[] = ['alter table attestations add column control text'];

/** The versions at which the first tables were still completed. PostgreSQL never had them. */
export const incompleteVersions: readonly number[] = [1, 2];

/**
 * Completes the first tables, as the programs of those versions made them: two columns of attestations and two indexes came later.
 * The table is made again, because a column that is added would come last.
 */
export function* completeFirstTables(): Steps<void> {
  const columns = (yield* query(sql`select name from pragma_table_info('attestations')`)).map(({ name }) => String(name));
  if (!columns.includes('overridden_id')) {
    const names = verbatim(columns.join(', '));
    // Other tables refer to its rows, which are back at the end of the transaction.
    yield* send(sql`pragma defer_foreign_keys = on`);
    yield* send(sql`create temporary table earlier_attestations as select * from attestations`);
    yield* send(sql`drop table attestations`);
    for (const statement of made('table attestations', 'index attestations_')) yield* send(verbatim(statement));
    yield* send(sql`insert into attestations (${names}) select ${names} from earlier_attestations order by number`);
    yield* send(sql`drop table earlier_attestations`);
  }
  for (const statement of made('index attestations_of_flow', 'index blobs_of_attestation'))
    yield* send(verbatim(statement.replace('create index', 'create index if not exists')));
}

function made(...what: readonly string[]): readonly string[] {
  return evidence.filter((statement) => what.some((name) => statement.startsWith(`create ${name}`)));
}
