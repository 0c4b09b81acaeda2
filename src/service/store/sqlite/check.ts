import { statSync } from 'node:fs';
import { connect, type Connection } from './connection.ts';

/** A database of up to this many bytes is checked whole; SQLite reads some 500 MB a second for it. */
const wholeBytes = 256 * 1024 * 1024;

/** In a larger database, this many of the first and of the last rows of every table are read. */
const sample = 1000;

/** The problem of the database in a file, as far as a start can wait for the check. Throws the errors of SQLite. */
export function checkSqlite(file: string): string | undefined {
  const { size } = statSync(file);
  if (size === 0) return undefined;
  const connection = connect(file, { readOnly: false });
  try {
    return (size <= wholeBytes ? structureProblem(connection) : sampleProblem(connection)) ?? trailProblem(connection);
  } finally {
    connection.close();
  }
}

function structureProblem(connection: Connection): string | undefined {
  const [row] = connection.run({ sql: 'pragma quick_check(1)', args: [] });
  const found = String(row?.quick_check);
  return found === 'ok' ? undefined : found.replaceAll('\n', ' ');
}

function sampleProblem(connection: Connection): string | undefined {
  for (const { name } of tablesOf(connection)) {
    for (const order of ['asc', 'desc'])
      connection.run({ sql: `select * from "${name}" order by rowid ${order} limit ${sample}`, args: [] });
  }
  return undefined;
}

/** The newest trails must be readable: a page of text has no structure, so a check of the structure would miss its damage. */
function trailProblem(connection: Connection): string | undefined {
  if (!tablesOf(connection).some(({ name }) => name === 'trails')) return undefined;
  const [row] = connection.run({
    sql: `select name from (select * from trails order by rowid desc limit ${sample})
      where not (json_valid(details) and json_valid(repo_ids) and json_valid(compliance)) limit 1`,
    args: [],
  });
  return row === undefined ? undefined : `what is kept of the trail ${String(row.name)} is no JSON any more`;
}

function tablesOf(connection: Connection): readonly { readonly name: string }[] {
  return connection
    .run({ sql: `select name from sqlite_schema where type = 'table'`, args: [] })
    .map(({ name }) => ({ name: String(name) }));
}
