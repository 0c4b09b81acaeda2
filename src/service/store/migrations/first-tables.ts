import { sql, verbatim } from '../sql/sql.ts';
import { query, send, type Steps } from '../sql/statement.ts';
import { evidence } from './evidence.ts';

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
