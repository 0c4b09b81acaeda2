import { UsageError } from '../../../errors/index.ts';
import { migrations } from '../migrations/index.ts';
import type { Catalog } from './engine.ts';
import { sql } from './sql.ts';
import { query, type Steps } from './statement.ts';

/** Everything that was made in a database, by its name such as `table flows`, and the migrations that made it. */
export type Form = ReadonlyMap<string, string>;

export interface FormDifference {
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

/** How a form differs from the one that this program gives to new data. */
export function formDifferences(kept: Form, made: Form): readonly FormDifference[] {
  return [...new Set([...made.keys(), ...kept.keys()])].flatMap((name) => {
    if (!made.has(name)) return [{ name, problem: `The ${name} is not one of this program.` }];
    if (!kept.has(name)) return [{ name, problem: `The ${name} is missing.` }];
    return kept.get(name) === made.get(name) ? [] : [{ name, problem: `The ${name} is not made as this program makes it.` }];
  });
}

/**
 * Whether a program may have made this: each one makes tables and indexes, and notes its migrations. Everything else, such as a
 * trigger, was added by somebody.
 */
export function isOfForm({ name }: FormDifference): boolean {
  return /^(?:table|index|migration) /.test(name);
}

/**
 * Throws if the tables are not those of this version, whatever their number says: this program would answer wrongly, or fail later. Other
 * tables and indexes next to them are somebody's own, and `verify` names them.
 */
export function refuseOtherForm(kept: Form, made: Form): void {
  const found = formDifferences(kept, made).find(({ name }) => made.has(name));
  if (found === undefined) return;
  throw new UsageError('invalid-input', `The data is not in the form of version ${migrations.length}. ${found.problem}`, {
    fix: 'If somebody changed the tables by hand, undo that. Otherwise `backup` reads this data, and `restore` makes the tables anew in an empty place. Nothing was changed.',
  });
}
