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
export function put(between: readonly string[], parts: readonly (Value | Sql)[]): Sql {
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

const all = new Map<string, readonly string[]>();

/** The one list of these texts, the same each time. They come only from our code, so there are not many. */
export function same(texts: readonly string[]): readonly string[] {
  const name = texts.join('$');
  let known = all.get(name);
  if (known === undefined) all.set(name, (known = Object.freeze([...texts])));
  return known;
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

/**
 * A list for `in`. It is filled up with its last value, so that a few statements serve every length and each is prepared only
 * once. Takes 1 to `listLimit` values.
 */
export function listed(values: readonly Value[]): Sql {
  const [fit, last] = [lengths.find(({ length }) => length >= values.length), values.at(-1)];
  if (fit === undefined || last === undefined) throw new RangeError(`A list of ${values.length} values is not for one statement.`);
  return {
    texts: fit.texts,
    values: [...values, ...Array<Value>(fit.length - values.length).fill(last)],
  };
}

/**
 * A `where` with all given conditions: a column has a value, or one of a list; more conditions come as SQL. An `undefined` value
 * is no condition, so that each filter of a search is one line.
 */
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
 * The condition that a column of ASCII text begins with a prefix, as a range that an index finds. `like` would take `_` and `%`
 * for any character, and could not use an index for a parameter. The text is not empty.
 */
export function beginsWith(column: string, prefix: string): Sql {
  const last = prefix.length - 1;
  const end = `${prefix.slice(0, last)}${String.fromCharCode(prefix.charCodeAt(last) + 1)}`;
  return sql`${verbatim(column)} >= ${prefix} and ${verbatim(column)} < ${end}`;
}
