/** A condition cannot be read; the message says why and what to write. */
export class ConditionFault extends Error {
  override readonly name = 'ConditionFault';
}

/** A word or a sign is its own `lexeme`. The end of a condition is a token too, with an empty one. */
export type Token = { readonly lexeme: string } & (
  | { readonly kind: 'name' | 'sign' | 'end' }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'number'; readonly value: number }
);

/** Longest condition, in characters (ours). */
const longest = 2000;

/** A text in quotes ends at the quote that it began with; in single ones, a doubled quote stands for one. */
const token =
  /\s*(?:(?<text>'(?:[^']|'')*'|"[^"]*")|(?<number>[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?(?![\w.-]))|(?<name>[A-Za-z_][\w-]*)|(?<sign>[=!<>]=|&&|\|\||[<>!*()[\],.])|(?<end>$))/y;

/** Signs of other languages that people know, and what a condition says in their place. */
const others: ReadonlyMap<string, string> = new Map([
  ['&&', 'and'],
  ['||', 'or'],
  ['!', 'not'],
  ['*', 'a name'],
]);

export function tokensOf(text: string): readonly Token[] {
  if (text.length > longest) throw new ConditionFault(`is longer than ${longest} characters: take it apart.`);
  const tokens: Token[] = [];
  for (let at = 0, ended = false; !ended; at = token.lastIndex) {
    token.lastIndex = at;
    const found = token.exec(text)?.groups;
    if (found === undefined) throw new ConditionFault(`cannot be read: Unexpected symbol: '${text.slice(at).trimStart().slice(0, 20)}'.`);
    const next = tokenOf(found);
    tokens.push(next);
    ended = next.kind === 'end';
  }
  return tokens;
}

function tokenOf({ text, number, name, sign }: Readonly<Record<string, string | undefined>>): Token {
  if (text !== undefined) {
    const inner = text.slice(1, -1);
    return { kind: 'text', lexeme: text, value: text.startsWith("'") ? inner.replaceAll("''", "'") : inner };
  }
  if (number !== undefined) return { kind: 'number', lexeme: number, value: Number(number) };
  if (name !== undefined) return { kind: 'name', lexeme: name };
  if (sign === undefined) return { kind: 'end', lexeme: '' };
  const instead = others.get(sign);
  if (instead !== undefined) throw new ConditionFault(`says ${sign}: write ${instead}.`);
  return { kind: 'sign', lexeme: sign };
}
