import { migrations } from '../migrations/index.ts';
import { number } from './row.ts';
import { query, queryOne, type Steps } from './statement.ts';

/** The version that the tables are of; `undefined` while there is none. */
export function* versionOf(): Steps<number | undefined> {
  const row = yield* queryOne('select max(version) as version from migrations');
  return row === undefined || row.version === null ? undefined : number(row, 'version');
}

/** Brings the tables up to date; runs inside one transaction, so that an interrupted one leaves the old state. */
export function* migrate(): Steps<void> {
  yield* query('create table if not exists migrations (version integer primary key, name text not null)');
  // Earlier programs noted when, too. No record says that, so that nobody could tell whether it is true.
  const [first] = yield* query('select * from migrations limit 1');
  if (first !== undefined && 'applied_at' in first) yield* query('alter table migrations drop column applied_at');
  const current = (yield* versionOf()) ?? 0;
  const newest = migrations.at(-1)?.version ?? 0;
  if (current > newest) {
    throw new Error(`The data is of version ${current}, and this program knows versions up to ${newest}. Use a newer program.`);
  }
  for (const { version, name, statements } of migrations) {
    if (version <= current) continue;
    for (const sql of statements) yield* query(sql);
    yield* query('insert into migrations (version, name) values ($1, $2)', version, name);
  }
}
