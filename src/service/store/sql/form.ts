import { createHash } from 'node:crypto';
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

/**
 * Whether a program may have made this: each one makes tables and indexes, and notes its migrations. Everything else, such as a
 * trigger, was added by somebody.
 */
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
