import { aText, ifThere, shape } from '../../../text/check.ts';
import { canonical, given } from '../../../text/index.ts';
import { append, type Appended, type Author, type Chain } from '../../log/chain.ts';
import { ofKind } from '../../log/read-log.ts';
import type { Header, Sent } from '../../record/kind.ts';
import { column, flag, json, jsonOf, number, readAll, readInOrder, readListed, readOne, reader, text } from '../../sql/row.ts';
import { insert, send, sql, update, upsert, type Steps } from '../../sql/sql.ts';
import { typeReported, type TypeArchivedContent, type TypeContent } from './record.ts';

const details = shape({ description: ifThere(aText) });

const customTypeFields = reader({
  name: text,
  description: column('details', (row, column) => json(row, column, details).description),
  latestVersion: number,
  isArchived: column('archived', flag),
  createdAt: number,
  lastModifiedAt: number,
  createdBy: text,
});
export type CustomTypeRow = ReturnType<typeof customTypeFields>;

/** The record that brought a version. */
export type TypeVersionRow = Header & TypeContent;

/** A version without its record: the place of that in the log, and its approximate size. */
const typeVersionEntry = reader({ typeName: text, version: number, sequence: number, bytes: number });

export interface NewType {
  readonly author: Author;
  readonly name: string;
  readonly schema: string | undefined;
  readonly rules: readonly string[];
  readonly data: Sent;
}

type TypeOutcome = { readonly outcome: 'reported'; readonly version: number } | { readonly outcome: 'too-many-versions' };

/** The most versions of one type: a list shows all of them. */
export const mostVersions = 1000;

/** Makes a type or a new version of it. An unchanged type is not recorded again, unless it was archived. */
export function* putType(chain: Chain, { author, data, name, rules, schema }: NewType): Steps<TypeOutcome> {
  const known = yield* findType(author.orgId, name);
  const latest = known === undefined ? undefined : yield* findTypeVersion(author.orgId, name, known.latestVersion);
  const isSame = latest !== undefined && canonical(comparable(latest)) === canonical(comparable({ data, ...given({ schema }) }));
  const version = (known?.latestVersion ?? 0) + (isSame ? 0 : 1);
  if (isSame && known?.isArchived === false) return { outcome: 'reported', version };
  if (version > mostVersions) return { outcome: 'too-many-versions' };
  const content: TypeContent = {
    kind: 'type_reported',
    type_name: name,
    type_version: version,
    ...given({ schema }),
    rules,
    data,
  };
  yield* applyType(yield* append(chain, content));
  return { outcome: 'reported', version };
}

/** The parts that tell one version of a type from another: a schema is the same one however it is written. */
function comparable({ data, schema }: Pick<TypeContent, 'data' | 'schema'>): unknown {
  const parsed: unknown = schema === undefined ? null : JSON.parse(schema);
  return [data, parsed];
}

export function* applyType({ record, sequence }: Appended<TypeContent>): Steps<void> {
  const { created_at: now, data, org_id: orgId, type_name: name, type_version: version } = record;
  const details = canonical(typeof data.description === 'string' ? { description: data.description } : {});
  const known = yield* findType(orgId, name);
  yield* send(
    upsert(
      'types',
      { org_id: orgId, name },
      { details, latest_version: version, archived: false, last_modified_at: now },
      { created_at: now, created_by: record.reported_by },
    ),
  );
  if (version === known?.latestVersion) return;
  yield* send(insert('type_versions', { org_id: orgId, id: record.id, type_name: name, version, sequence }));
}

export function* archiveType(chain: Chain, name: string): Steps<boolean> {
  const known = yield* findType(chain.author.orgId, name);
  if (known?.isArchived === false) {
    yield* applyTypeArchived(yield* append<TypeArchivedContent>(chain, { kind: 'type_archived', type_name: name }));
  }
  return known !== undefined;
}

export function* applyTypeArchived({ record }: Appended<TypeArchivedContent>): Steps<void> {
  yield* send(update('types', { org_id: record.org_id, name: record.type_name }, { archived: true, last_modified_at: record.created_at }));
}

const columns = sql`select name, details, latest_version, archived, created_at, last_modified_at, created_by from types`;

export const findType = (orgId: string, name: string) =>
  readOne(customTypeFields, sql`${columns} where org_id = ${orgId} and name = ${name}`);

/** Up to `limit` types after a name, by name. */
export const typesAfter = (orgId: string, after: string, limit: number) =>
  readAll(customTypeFields, sql`${columns} where org_id = ${orgId} and name > ${after} order by name limit ${limit}`);

const version = column('body', jsonOf(typeReported.check));

export const findTypeVersion = (orgId: string, name: string, ofNumber: number) =>
  readOne(
    version,
    sql`select records.body from type_versions
      join records on records.org_id = type_versions.org_id and records.sequence = type_versions.sequence
      where type_versions.org_id = ${orgId} and type_versions.type_name = ${name} and type_versions.version = ${ofNumber}`,
  );

/** The versions of some types, at most a thousand names; by name, and the newest first. */
export const typeVersionEntries = (orgId: string, names: readonly string[]) =>
  readListed(
    typeVersionEntry,
    names,
    (list) => sql`select type_versions.type_name, type_versions.version, type_versions.sequence, octet_length(records.body) as bytes
      from type_versions join records on records.org_id = type_versions.org_id and records.sequence = type_versions.sequence
      where type_versions.org_id = ${orgId} and type_versions.type_name in ${list}
      order by type_versions.type_name desc, type_versions.version desc`,
  );

/** The versions at some places in the log, in that order. */
export const typeVersionsAt = (orgId: string, sequences: readonly number[]) =>
  readInOrder(
    version,
    'sequence',
    sequences,
    (list) => sql`select sequence, body from records where org_id = ${orgId} and sequence in ${list} and ${ofKind('type_reported')}`,
  );
