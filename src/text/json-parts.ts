import { endOfString } from './json-text.ts';

/**
 * The texts of the values that a JSON object has under the wanted names. All others are skipped, and take no memory,
 * however long they are. Undefined where the text is not an object, was cut off, has one of the names twice, or is too deep.
 * @param deepest of lists and objects inside of each other, in each value
 */
export function topLevel(text: string, wanted: ReadonlySet<string>, deepest = Infinity): ReadonlyMap<string, string> | undefined {
  const found = new Map<string, string>();
  let at = afterSpace(text, 0);
  if (text[at] !== '{') return undefined;
  do {
    const name = afterSpace(text, at + 1);
    const nameEnd = text[name] === '"' ? endOfString(text, name) : undefined;
    if (nameEnd === undefined) return undefined;
    const colon = afterSpace(text, nameEnd + 1);
    if (text[colon] !== ':') return undefined;
    const value = afterSpace(text, colon + 1);
    const end = endOfValue(text, value, deepest);
    if (end === undefined) return undefined;
    const key = text.slice(name + 1, nameEnd);
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

/** The place after a value: of a list or an object by counting its brackets. */
function endOfValue(text: string, start: number, deepest: number): number | undefined {
  const [first] = text.slice(start, start + 1);
  if (first === '"') {
    const end = endOfString(text, start);
    return end && end + 1;
  }
  const isNested = first === '{' || first === '[';
  const sign = isNested ? /["[\]{}]/g : /[\s,\]}]/g;
  sign.lastIndex = start;
  let depth = 0;
  for (let next = sign.exec(text); next !== null; next = sign.exec(text)) {
    if (!isNested) return next.index > start ? next.index : undefined;
    if (next[0] === '"') {
      const end = endOfString(text, next.index);
      if (end === undefined) return undefined;
      sign.lastIndex = end + 1;
    } else if (next[0] === '{' || next[0] === '[') {
      if ((depth += 1) > deepest) return undefined;
    } else if ((depth -= 1) === 0) return next.index + 1;
  }
  return undefined;
}
