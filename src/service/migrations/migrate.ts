import { createHash } from 'node:crypto';
import { UsageError } from '../../errors/index.ts';
import { isKindName } from '../log/kinds.ts';
import type { Catalog, Upgrade } from '../sql/engine.ts';
import { number, text } from '../sql/row.ts';
import { insert, query, queryOne, send, sql, verbatim, type Steps } from '../sql/sql.ts';
import { completeFirstTables, incompleteVersions } from './evidence.ts';
import { migrations } from './migrations.ts';

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
  throw new UsageError('invalid-input', `The data is not in the form of version ${migrations.length}. ${found.problem}`, {
    fix: 'If somebody changed the tables by hand, undo that. Otherwise `backup` reads this data, and `restore` makes the tables anew in an empty place. Nothing was changed.',
  });
}

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
  // Earlier programs also noted the time. No record has it, so it cannot be verified.
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
