import { canonical } from '../log/canonical.ts';
import { append, closeChain, openChain, type Appended, type Author, type Chain } from '../log/chain.ts';
import { isType, type TypeArchivedContent, type TypeContent } from '../kinds/custom-types.ts';
import { newRecordId } from '../record-id.ts';
import { flag, json, number, text } from '../sql/row.ts';
import { isText, optional, shape } from '../sql/shape.ts';
import { listed, query, queryOne, type Row, type Steps } from '../sql/statement.ts';
import type { CustomTypeRow, NewType, TypeOutcome, TypeVersionPlace, TypeVersionRow } from '../model/custom-types.ts';

/** Versions of one type at most: a list shows all of them. */
export const mostVersions = 1000;

const isDetails = shape<{ readonly description?: string }>({ description: optional(isText) });

/** Makes a type or a new version of it. What is said again unchanged is not recorded, but for a type that was archived. */
export function* putType(type: NewType, now: number): Steps<TypeOutcome> {
  const chain = yield* openChain(type.author);
  const result = yield* reported(chain, type, now);
  yield* closeChain(chain);
  return result;
}

function* reported(chain: Chain, { author, data, name, rules, schema }: NewType, now: number): Steps<TypeOutcome> {
  const known = yield* findType(author.orgId, name);
  const latest = known === undefined ? undefined : yield* findTypeVersion(author.orgId, name, known.latestVersion);
  const isSame =
    latest !== undefined && canonical(comparable(latest)) === canonical(comparable({ data, ...(schema === undefined ? {} : { schema }) }));
  const version = (known?.latestVersion ?? 0) + (isSame ? 0 : 1);
  if (isSame && known?.isArchived === false) return { outcome: 'reported', version };
  if (version > mostVersions) return { outcome: 'too-many-versions' };
  const content: TypeContent = {
    kind: 'type_reported',
    type_name: name,
    type_version: version,
    ...(schema === undefined ? {} : { schema }),
    rules,
    data,
  };
  yield* applyType(yield* append(chain, now, newRecordId(), content));
  return { outcome: 'reported', version };
}

/** What of a type makes a version another: a schema is the same one however it is written. */
function comparable({ data, schema }: Pick<TypeContent, 'data' | 'schema'>): unknown {
  const parsed: unknown = schema === undefined ? null : JSON.parse(schema);
  return [data, parsed];
}

/** What the tables say of a type from this record on. */
export function* applyType({ record, sequence }: Appended<TypeContent>): Steps<void> {
  const { created_at: now, data, org_id: orgId, type_name: name, type_version: version } = record;
  const details = canonical(isText(data.description) ? { description: data.description } : {});
  const known = yield* findType(orgId, name);
  if (known === undefined) {
    yield* query(
      `insert into types (org_id, name, details, latest_version, archived, created_at, last_modified_at, created_by)
       values ($1, $2, $3, $4, false, $5, $5, $6)`,
      orgId,
      name,
      details,
      version,
      now,
      record.reported_by,
    );
  } else {
    yield* query(
      'update types set details = $3, latest_version = $4, archived = false, last_modified_at = $5 where org_id = $1 and name = $2',
      orgId,
      name,
      details,
      version,
      now,
    );
  }
  if (version === known?.latestVersion) return;
  yield* query(
    'insert into type_versions (org_id, id, type_name, version, sequence) values ($1, $2, $3, $4, $5)',
    orgId,
    record.id,
    name,
    version,
    sequence,
  );
}

/** Takes a type out of use; `false` where there is none. */
export function* archiveType(author: Author, name: string, now: number): Steps<boolean> {
  const chain = yield* openChain(author);
  const known = yield* findType(author.orgId, name);
  if (known?.isArchived === false) {
    yield* applyTypeArchived(yield* append<TypeArchivedContent>(chain, now, newRecordId(), { kind: 'type_archived', type_name: name }));
  }
  yield* closeChain(chain);
  return known !== undefined;
}

export function* applyTypeArchived({ record }: Appended<TypeArchivedContent>): Steps<void> {
  yield* query(
    'update types set archived = true, last_modified_at = $3 where org_id = $1 and name = $2',
    record.org_id,
    record.type_name,
    record.created_at,
  );
}

const columns = 'name, details, latest_version, archived, created_at, last_modified_at, created_by';

export function* findType(orgId: string, name: string): Steps<CustomTypeRow | undefined> {
  const row = yield* queryOne(`select ${columns} from types where org_id = $1 and name = $2`, orgId, name);
  return row === undefined ? undefined : typeOf(row);
}

/** Up to `limit` types behind a name, by name. */
export function* typesAfter(orgId: string, after: string, limit: number): Steps<readonly CustomTypeRow[]> {
  const rows = yield* query(`select ${columns} from types where org_id = $1 and name > $2 order by name limit $3`, orgId, after, limit);
  return rows.map(typeOf);
}

function typeOf(row: Row): CustomTypeRow {
  return {
    name: text(row, 'name'),
    description: json(row, 'details', isDetails).description,
    latestVersion: number(row, 'latest_version'),
    isArchived: flag(row, 'archived'),
    createdAt: number(row, 'created_at'),
    lastModifiedAt: number(row, 'last_modified_at'),
    createdBy: text(row, 'created_by'),
  };
}

/** One version of a type. */
export function* findTypeVersion(orgId: string, name: string, version: number): Steps<TypeVersionRow | undefined> {
  const row = yield* queryOne(
    `select records.body from type_versions
     join records on records.org_id = type_versions.org_id and records.sequence = type_versions.sequence
     where type_versions.org_id = $1 and type_versions.type_name = $2 and type_versions.version = $3`,
    orgId,
    name,
    version,
  );
  return row === undefined ? undefined : json(row, 'body', isType);
}

/** Where the versions of some types are, at most a thousand names; by name, and of each the newest first. */
export function* typeVersionPlaces(orgId: string, names: readonly string[]): Steps<readonly TypeVersionPlace[]> {
  if (names.length === 0) return [];
  const list = listed(names, 1);
  const rows = yield* query(
    `select type_versions.type_name, type_versions.version, type_versions.sequence, octet_length(records.body) as bytes
     from type_versions join records on records.org_id = type_versions.org_id and records.sequence = type_versions.sequence
     where type_versions.org_id = $1 and type_versions.type_name in ${list.sql}
     order by type_versions.type_name desc, type_versions.version desc`,
    orgId,
    ...list.args,
  );
  return rows.map((row) => ({
    typeName: text(row, 'type_name'),
    version: number(row, 'version'),
    sequence: number(row, 'sequence'),
    bytes: number(row, 'bytes'),
  }));
}

/** The versions at some places in the log, in that order. */
export function* typeVersionsAt(orgId: string, sequences: readonly number[]): Steps<readonly TypeVersionRow[]> {
  if (sequences.length === 0) return [];
  const list = listed(sequences, 1);
  const rows = yield* query(
    `select sequence, body from records where org_id = $1 and sequence in ${list.sql} and kind = 'type_reported'`,
    orgId,
    ...list.args,
  );
  const found = new Map(rows.map((row) => [number(row, 'sequence'), row]));
  return sequences.flatMap((sequence) => {
    const row = found.get(sequence);
    return row === undefined ? [] : [json(row, 'body', isType)];
  });
}
