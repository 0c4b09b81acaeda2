import { migrations } from '../migrations/index.ts';
import { number } from './row.ts';
import { query, queryOne, type Steps } from './statement.ts';

/** Brings the tables up to date; runs inside one transaction, so that an interrupted one leaves the old state. */
export function* migrate(): Steps<void> {
  yield* query(
    'create table if not exists migrations (version integer primary key, name text not null, applied_at double precision not null)',
  );
  const row = yield* queryOne('select coalesce(max(version), 0) as version from migrations');
  const current = row === undefined ? 0 : number(row, 'version');
  const newest = migrations.at(-1)?.version ?? 0;
  if (current > newest) {
    throw new Error(`The data is of version ${current}, and this program knows versions up to ${newest}. Use a newer program.`);
  }
  for (const { version, name, statements } of migrations) {
    if (version <= current) continue;
    for (const sql of statements) yield* query(sql);
    yield* query('insert into migrations (version, name, applied_at) values ($1, $2, $3)', version, name, Date.now() / 1000);
  }
}
