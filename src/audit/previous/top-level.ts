/**
 * The texts of the values that a JSON object has under the names that are wanted. All others are passed over unread, and take
 * no memory, however long they are. Undefined where the text is no object, was cut off, or has one of the names twice.
 */
export function topLevel(text: string, wanted: ReadonlySet<string>): ReadonlyMap<string, string> | undefined {
  const found = new Map<string, string>();
  let at = afterSpace(text, 0);
  if (text[at] !== '{') return undefined;
  do {
    const name = afterSpace(text, at + 1);
    const nameEnd = text[name] === '"' ? endOfString(text, name) : undefined;
    if (nameEnd === undefined) return undefined;
    const colon = afterSpace(text, nameEnd);
    if (text[colon] !== ':') return undefined;
    const value = afterSpace(text, colon + 1);
    const end = endOfValue(text, value);
    if (end === undefined) return undefined;
    const key = text.slice(name + 1, nameEnd - 1);
    if (wanted.has(key)) {
      if (found.has(key)) return undefined;
      found.set(key, text.slice(value, end));
    }
    at = afterSpace(text, end);
  } while (text[at] === ',');
  return text[at] === '}' && afterSpace(text, at + 1) === text.length ? found : undefined;
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (' \t\n\r'.includes(text[at] ?? '.')) at += 1;
  return at;
}

/** The place after the quote that ends a string. */
function endOfString(text: string, start: number): number | undefined {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let escapes = 0;
    while (text[quote - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return quote + 1;
  }
  return undefined;
}

/** The place after a value: of a list or an object by its brackets, which are counted. */
function endOfValue(text: string, start: number): number | undefined {
  const [first] = text.slice(start, start + 1);
  if (first === '"') return endOfString(text, start);
  const isNested = first === '{' || first === '[';
  const sign = isNested ? /["[\]{}]/g : /[\s,\]}]/g;
  sign.lastIndex = start;
  let depth = 0;
  for (let next = sign.exec(text); next !== null; next = sign.exec(text)) {
    if (!isNested) return next.index > start ? next.index : undefined;
    if (next[0] === '"') {
      const end = endOfString(text, next.index);
      if (end === undefined) return undefined;
      sign.lastIndex = end;
    } else if (next[0] === '{' || next[0] === '[') depth += 1;
    else if ((depth -= 1) === 0) return next.index + 1;
  }
  return undefined;
}
