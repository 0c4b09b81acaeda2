import { UsageError } from '../../../errors/index.ts';
import type { Upgrade } from './engine.ts';
import { isKindName } from '../kinds/index.ts';
import { completeFirstTables, incompleteVersions } from '../migrations/first-tables.ts';
import { migrations } from '../migrations/index.ts';
import { number, text } from './row.ts';
import { sql, verbatim } from './sql.ts';
import { query, queryOne, send, type Steps } from './statement.ts';
import { insert } from './write.ts';

/** The version of the tables; `undefined` while there is none. */
export function* versionOf(): Steps<number | undefined> {
  const row = yield* queryOne(sql`select max(version) as version from migrations`);
  return row === undefined || row.version === null ? undefined : number(row, 'version');
}

const newerProgram = 'Use the program that served this data last, or a newer one. Nothing was changed.';

/**
 * Brings the tables up to date, and refuses data that this program would answer wrongly about. Runs inside one transaction, so
 * that an interrupted run leaves the old state. Answers what it did, if there was data that was not up to date.
 */
export function* migrate(): Steps<Upgrade | undefined> {
  yield* send(sql`create table if not exists migrations (version integer primary key, name text not null)`);
  // Earlier programs also noted the time. No record has it, so nobody could tell whether it is true.
  const [first] = yield* query(sql`select * from migrations limit 1`);
  if (first !== undefined && 'applied_at' in first) yield* send(sql`alter table migrations drop column applied_at`);
  const current = (yield* versionOf()) ?? 0;
  const newest = migrations.at(-1)?.version ?? 0;
  if (current > newest) {
    throw new UsageError('invalid-input', `The data is of version ${current}, and this program knows versions up to ${newest}.`, {
      fix: newerProgram,
    });
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
  throw new UsageError('invalid-input', `The data holds records of kinds that this program does not know: ${unknown.join(', ')}.`, {
    fix: newerProgram,
  });
}
