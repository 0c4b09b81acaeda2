/** The values that a column holds on every engine. A boolean may come back as 0 or 1; the readers of `row.ts` handle both. */
export type Value = string | number | boolean | null;

/** A statement, or a part of one, with its values in their places: there is a text before each value, and one after the last. */
export interface Sql {
  readonly texts: readonly string[];
  readonly values: readonly Value[];
}

/** SQL in a template. A value gets a placeholder of its own; a part is inserted as it is. */
export function sql(texts: TemplateStringsArray, ...parts: readonly (Value | Sql)[]): Sql {
  return put(texts, parts);
}

/** Text that is SQL itself, such as the name of a column. It never comes from outside. */
export function verbatim(text: string): Sql {
  return { texts: same([text]), values: [] };
}

/** Values and parts with a text before each, and one after the last. */
function put(between: readonly string[], parts: readonly (Value | Sql)[]): Sql {
  if (parts.every(isValue)) return { texts: between, values: parts };
  const inner = parts.map((part) => (isValue(part) ? placeholder : part.texts));
  return { texts: textsWith(between, inner), values: parts.flatMap((part) => (isValue(part) ? [part] : part.values)) };
}

/** The texts of a value: nothing before its placeholder, and nothing after it. */
const placeholder: readonly string[] = Object.freeze(['', '']);

/** The joined texts of earlier statements. A statement usually repeats the texts of the last request, with other values. */
interface Together {
  readonly next: WeakMap<readonly string[], Together>;
  texts?: readonly string[];
}

const together: Together = { next: new WeakMap() };

/** The texts with those of the parts between them: the same list each time if all the given lists are the same. */
function textsWith(between: readonly string[], inner: readonly (readonly string[])[]): readonly string[] {
  let known = together;
  for (const texts of [between, ...inner]) {
    // Only frozen texts, such as those of a template, are the same object next time.
    if (!Object.isFrozen(texts)) return mixed(between, inner);
    let next = known.next.get(texts);
    if (next === undefined) known.next.set(texts, (next = { next: new WeakMap() }));
    known = next;
  }
  return (known.texts ??= Object.freeze(mixed(between, inner)));
}

function mixed(between: readonly string[], inner: readonly (readonly string[])[]): readonly string[] {
  const texts: string[] = [];
  let open = between[0] ?? '';
  inner.forEach((part, index) => {
    for (const text of part.slice(0, -1)) {
      texts.push(open + text);
      open = '';
    }
    open += (part.at(-1) ?? '') + (between[index + 1] ?? '');
  });
  return [...texts, open];
}

/** The texts of statements by their names. They come only from our code, so there are not many. */
const all = new Map<string, readonly string[]>();

/** The one list of the texts with that name, so that it is the same object each time. */
function kept(name: string, make: () => readonly string[]): readonly string[] {
  let known = all.get(name);
  if (known === undefined) all.set(name, (known = Object.freeze(make())));
  return known;
}

function same(texts: readonly string[]): readonly string[] {
  return kept(`the texts ${texts.join('$')}`, () => [...texts]);
}

/** The parts one after another, with a text between two. */
export function joined(parts: readonly (Value | Sql)[], between: string): Sql {
  return put([...parts.map((_, index) => (index === 0 ? '' : between)), ''], parts);
}

function isValue(part: Value | Sql): part is Value {
  return typeof part !== 'object' || part === null;
}

/** The texts of statements that are the same each time: engines use the text to find their prepared statement. */
const written = new WeakMap<readonly string[], string>();

/** The text for all engines: its placeholders are `$1`, `$2`, … */
export function textOf({ texts }: Sql): string {
  const known = written.get(texts);
  if (known !== undefined) return known;
  let text = texts[0] ?? '';
  for (let index = 1; index < texts.length; index += 1) text += `$${index}${texts[index]}`;
  if (Object.isFrozen(texts)) written.set(texts, text);
  return text;
}

/** The possible numbers of places in a list, and the texts around the places. */
const lengths = [1, 10, 100, 1000].map((length) => ({ length, texts: same(['(', ...Array<string>(length - 1).fill(', '), ')']) }));

/** The most values that a list in one statement holds. */
export const listLimit = 1000;

/** A list for `in` of 1 to `listLimit` values. Filled up with its last value, so that few statements serve every length. */
export function listed(values: readonly Value[]): Sql {
  const [fit, last] = [lengths.find(({ length }) => length >= values.length), values.at(-1)];
  if (fit === undefined || last === undefined) throw new RangeError(`A list of ${values.length} values is not for one statement.`);
  return {
    texts: fit.texts,
    values: [...values, ...Array<Value>(fit.length - values.length).fill(last)],
  };
}

/** A `where` with all given conditions: a column has a value, or one of a list, or SQL. An `undefined` value is no condition. */
export function where(columns: Readonly<Record<string, Value | Sql | undefined>>, ...more: readonly (Sql | undefined)[]): Sql {
  const parts: (Value | Sql)[] = [];
  const texts: string[] = [];
  const add = (before: string, part: Value | Sql) => {
    texts.push((parts.length === 0 ? 'where ' : ' and ') + before);
    parts.push(part);
  };
  for (const [column, value] of Object.entries(columns)) if (value !== undefined) add(`${column} = `, value);
  for (const part of more) if (part !== undefined) add('', part);
  return put(same([...texts, '']), parts);
}

/** A condition on a value that may be absent. */
export function when<Given>(value: Given | undefined, condition: (value: Given) => Sql): Sql | undefined {
  return value === undefined ? undefined : condition(value);
}

/**
 * Whether ASCII text begins with a prefix, not empty, as a range that an index finds: `like` has wildcards, and no index for a parameter.
 */
export function beginsWith(column: string, prefix: string): Sql {
  const last = prefix.length - 1;
  const end = `${prefix.slice(0, last)}${String.fromCharCode(prefix.charCodeAt(last) + 1)}`;
  return sql`${verbatim(column)} >= ${prefix} and ${verbatim(column)} < ${end}`;
}

/** One SQL statement in the text for all engines; parameters are `$1`, `$2`, … */
export interface Statement {
  readonly sql: string;
  readonly args: readonly Value[];
  /** The body goes on without its rows. An engine behind a network sends it with the next statement that it waits for. */
  readonly unanswered?: true;
  /** Takes the rows of an unanswered statement, no later than the next answer comes. */
  readonly answer?: (rows: readonly Row[]) => void;
}

export type Row = Readonly<Record<string, unknown>>;

/**
 * The body of a read or a write: it yields statements and gets their rows. So the same body runs inside one synchronous turn on
 * SQLite, and on an engine behind a network in as many round trips as it needs answers. It may run again after a conflict, and
 * therefore must not touch anything but its own variables.
 */
export type Steps<Result> = Generator<Statement, Result, readonly Row[]>;

/** The result of the steps of a body. */
export type ResultOf<Body extends (...args: never) => Steps<unknown>> = ReturnType<Body> extends Steps<infer Result> ? Result : never;

export function* query(asked: Sql): Steps<readonly Row[]> {
  return yield statementOf(asked);
}

/** A statement whose rows are not needed. A failure is known at the end of the body, and then nothing of the body is written. */
export function* send(change: Sql): Steps<void> {
  yield { ...statementOf(change), unanswered: true };
}

/** Asks without waiting. The answered function gives the rows once another statement was answered. */
function* ahead(asked: Sql): Steps<() => readonly Row[]> {
  let rows: readonly Row[] | undefined;
  yield { ...statementOf(asked), unanswered: true, answer: (found) => void (rows = found) };
  return () => {
    if (rows === undefined) throw new Error('Nothing was asked after a question whose rows are read.');
    return rows;
  };
}

/** Several questions in one round trip: the rows of each. */
export function* queryAll(asked: readonly Sql[]): Steps<readonly (readonly Row[])[]> {
  const last = asked.at(-1);
  if (last === undefined) return [];
  const before: (() => readonly Row[])[] = [];
  for (const each of asked.slice(0, -1)) before.push(yield* ahead(each));
  const rows = yield* query(last);
  return [...before.map((answer) => answer()), rows];
}

/** Whether there is any row of a question, or of what a change gives back. */
export function* isFound(asked: Sql): Steps<boolean> {
  return (yield* query(asked)).length > 0;
}

/** A statement without values, such as `commit`. */
export function plain(text: string): Statement {
  return { sql: text, args: [] };
}

function statementOf(statement: Sql): Statement {
  return { sql: textOf(statement), args: statement.values };
}

/** The values to write into a row, by column. The engine computes a value that is SQL. */
type Written = Readonly<Record<string, Value | Sql>>;

export function insert(table: string, row: Written): Sql {
  return rowsAdded(table, [row], '');
}

/** How many rows one statement may add: a few texts serve every number of rows, and each is prepared only once. */
const portions = [32, 16, 8, 4, 2, 1];

/** Adds rows with the same columns, many per statement: much faster behind a network. `ending`: for a row whose key is there. */
export function* insertAll(table: string, rows: readonly Written[], ending = ''): Steps<void> {
  let at = 0;
  for (const portion of portions)
    for (; rows.length - at >= portion; at += portion) yield* send(rowsAdded(table, rows.slice(at, at + portion), ending));
}

export function insertNew(table: string, row: Written, ...key: readonly string[]): Sql {
  return rowsAdded(table, [row], ` on conflict (${key.join(', ')}) do nothing`);
}

/** Adds a row to a table, or changes the one with that key; `once` is written only into a new row. */
export function upsert(table: string, key: Written, row: Written, once: Written = {}): Sql {
  return rowsAdded(table, [{ ...key, ...row, ...once }], orChange(Object.keys(key), Object.keys(row)));
}

/** The ending of a statement that adds rows, or changes some columns of those whose key is there. */
export function orChange(key: readonly string[], columns: readonly string[]): string {
  return ` on conflict (${key.join(', ')}) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`;
}

/** Changes the row with that key; an `undefined` value stays as it is. */
export function update(table: string, key: Written, said: Readonly<Record<string, Value | Sql | undefined>>): Sql {
  const changes = Object.entries(said).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  const [names, wanted] = [changes.map(([name]) => name), Object.keys(key)];
  const texts = kept(`update ${table} set ${names.join()} where ${wanted.join()}`, () => [
    ...names.map((column, index) => `${index === 0 ? `update ${table} set ` : ', '}${column} = `),
    ...wanted.map((column, index) => `${index === 0 ? ' where ' : ' and '}${column} = `),
    '',
  ]);
  return put(texts, [...changes.map(([, value]) => value), ...Object.values(key)]);
}

function rowsAdded(table: string, rows: readonly Written[], ending: string): Sql {
  const columns = Object.keys(rows[0] ?? {});
  const head = `insert into ${table} (${columns.join(', ')}) values (`;
  return put(
    kept(`${head}${rows.length}${ending}`, () => {
      const between = columns.slice(1).map(() => ', ');
      return [head, ...rows.flatMap((_, index) => [...(index === 0 ? [] : ['), (']), ...between]), `)${ending}`];
    }),
    rows.flatMap((row) => Object.values(row)),
  );
}
