/** The values that a column holds on every engine. A boolean may come back as 0 or 1; the readers of `row.ts` handle both. */
export type Value = string | number | boolean | null;

/** A statement, or a part of one, with its values in their places: there is a text before each value, and one after the last. */
export interface Sql {
  readonly texts: readonly string[];
  readonly values: readonly Value[];
}

/** SQL in a template. A value gets a place of its own in the statement; a part is inserted in its place. */
export function sql(texts: TemplateStringsArray, ...parts: readonly (Value | Sql)[]): Sql {
  return put(texts, parts);
}

/** Text that is SQL itself, such as the name of a column. It never comes from outside. */
export function verbatim(text: string): Sql {
  return { texts: [text], values: [] };
}

/** Values and parts with a text before each, and one after the last. */
export function put(between: readonly string[], parts: readonly (Value | Sql)[]): Sql {
  if (parts.every(isValue)) return { texts: between, values: parts };
  const texts: string[] = [];
  const values: Value[] = [];
  let open = between[0] ?? '';
  parts.forEach((part, index) => {
    const behind = between[index + 1] ?? '';
    if (isValue(part)) {
      texts.push(open);
      values.push(part);
      open = behind;
      return;
    }
    part.values.forEach((value, at) => {
      texts.push(open + (part.texts[at] ?? ''));
      values.push(value);
      open = '';
    });
    open += (part.texts.at(-1) ?? '') + behind;
  });
  texts.push(open);
  return { texts, values };
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

/** The text for all engines: its places are `$1`, `$2`, … */
export function textOf({ texts }: Sql): string {
  const known = written.get(texts);
  if (known !== undefined) return known;
  let text = texts[0] ?? '';
  for (let place = 1; place < texts.length; place += 1) text += `$${place}${texts[place]}`;
  // Only what is frozen, as the texts of a template are, is there next time.
  if (Object.isFrozen(texts)) written.set(texts, text);
  return text;
}
