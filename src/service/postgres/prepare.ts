import { setTimeout as sleep } from 'node:timers/promises';
import { wrongUse } from '../../errors/index.ts';
import { formOf, migrate, newForms, refuseOtherForm } from '../migrations/migrations.ts';
import type { Upgrade } from '../sql/engine.ts';
import { flag, number, text } from '../sql/row.ts';
import { plain, type Row } from '../sql/sql.ts';
import { newForm } from '../sqlite/engine.ts';
import type { Address } from './address.ts';
import { derivedCatalog, postgresCatalog } from './catalog.ts';
import { drive, flush, type Connection, type Connections, type Pipe } from './connections.ts';
import { isMadeMeanwhile } from './faults.ts';
import { marksTable } from './writer.ts';

/** Whether a schema is one of this program, is empty, or is of something else. */
type Found = 'ours' | 'empty' | 'foreign';

const look = plain(`select current_setting('server_version_num')::integer as version, getdatabaseencoding()::text as encoding,
  coalesce(current_schema()::text, '') as schema,
  (select count(*) from pg_class where relnamespace = to_regnamespace(quote_ident(current_schema())) and relkind in ('r', 'p', 'v', 'm', 'f')) as things,
  to_regclass(quote_ident(current_schema()) || '.records') is not null and to_regclass(quote_ident(current_schema()) || '.organizations') is not null
  and exists (select 1 from pg_attribute where attrelid = to_regclass(quote_ident(current_schema()) || '.migrations') and attname = 'version') as ours`);

/** Throws if the server or the database is not one that this program can use. */
export async function findIn(connection: Connection, { name }: Address): Promise<Found> {
  const [rows] = await connection.send(look);
  const row: Row = rows?.[0] ?? {};
  const refuse = (message: string, fix: string) => wrongUse(message, fix);
  if (number(row, 'version') < 130_000) throw refuse(`The server of ${name} is older than PostgreSQL 13.`, 'Use PostgreSQL 13 or newer.');
  if (text(row, 'encoding') !== 'UTF8') {
    const fix = 'Make one that is, for example with `createdb --encoding=UTF8 --template=template0 NAME`.';
    throw refuse(`The database ${name} is not in UTF-8, but in ${text(row, 'encoding')}.`, fix);
  }
  if (text(row, 'schema') === '') {
    throw refuse(`The user may see no schema in the database ${name}.`, 'Make the user the owner of the database.');
  }
  if (flag(row, 'ours')) return 'ours';
  return number(row, 'things') === 0 ? 'empty' : 'foreign';
}

/** How often another process may be first to make a table. */
const attempts = 5;

/** Makes the tables, or updates them and answers from which version. Other processes wait for the first migration's row, or the table. */
export async function prepare(connections: Connections, address: Address): Promise<Upgrade | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const connection = await connections.take();
    try {
      return await prepareOn(connection, address);
    } catch (error) {
      await connection.send(plain('rollback')).catch(() => {});
      if (attempt === attempts || !isMadeMeanwhile(error)) throw error;
      await sleep(100);
    } finally {
      connection.release();
    }
  }
}

async function prepareOn(connection: Connection, address: Address): Promise<Upgrade | undefined> {
  const found = await findIn(connection, address);
  if (found === 'foreign') {
    throw wrongUse(
      `The database ${address.name} holds tables of something else.`,
      'Give the service a database of its own. Nothing was changed.',
    );
  }
  const begin = [plain('begin isolation level read committed read write'), plain(`set local statement_timeout = 0`)];
  const pipe: Pipe = { connection, pending: begin };
  if (found === 'ours') pipe.pending.push(plain('select version from migrations order by version limit 1 for update'));
  await flush(pipe);
  const upgrade = await makeTables(pipe);
  refuseOtherForm(await drive(pipe, formOf(postgresCatalog)), newForms.postgres, () => newForm(derivedCatalog));
  pipe.pending.push(plain('commit'));
  await flush(pipe);
  return upgrade;
}

/** Makes the tables that are missing, in the transaction that is open. */
export async function makeTables(pipe: Pipe): Promise<Upgrade | undefined> {
  const upgrade = await drive(pipe, migrate());
  pipe.pending.push(...own.map(plain));
  return upgrade;
}

/** The tables of this engine alone. A caller of the service is counted anew after a crash of the server. */
const own = [
  'create table if not exists locks (name text primary key)',
  `insert into locks (name) values ('shared') on conflict do nothing`,
  `create unlogged table if not exists request_counts (caller text primary key, ends_at timestamptz not null, count bigint not null)`,
  ...marksTable,
];
