import { Lexer } from '@actions/expressions';
import { TokenType, type Token } from '@actions/expressions/lexer';

/** A condition cannot be read; the message says why and what to write. */
export class ConditionFault extends Error {
  override readonly name = 'ConditionFault';
}

/** Longest condition, in characters (ours). */
const longest = 2000;

/** The name that a list stands under as a function: no one can write it. */
export const listFunction = '[';

/** An open bracket. */
interface Level {
  readonly closes: TokenType;
  readonly isList: boolean;
  /** How many `not` end before it closes. */
  nots: number;
}

/**
 * The tokens of a condition as GitHub's parser takes them. A policy says `and`, `or`, `not` and `in`, quotes text with `"`
 * as well, and writes lists; GitHub's own expressions have none of that.
 */
export function tokensOf(text: string): readonly Token[] {
  if (text.length > longest) throw new ConditionFault(`is longer than ${longest} characters: take it apart.`);
  const tokens = lexed(text);
  const out: Token[] = [];
  const outermost: Level = { closes: TokenType.RIGHT_PAREN, isList: false, nots: 0 };
  const open: Level[] = [];
  const innermost = () => open.at(-1) ?? outermost;
  const endNots = (token: Token): void => {
    const level = innermost();
    for (; level.nots > 0; level.nots -= 1) out.push({ ...token, type: TokenType.RIGHT_PAREN, lexeme: ')' });
  };
  let next = 0;
  for (let token = tokens[next]; token !== undefined; token = tokens[next]) {
    next += 1;
    const word = out.at(-1)?.type === TokenType.DOT ? undefined : token.lexeme;
    if (word === 'and' || word === 'or') {
      endNots(token);
      out.push({ ...token, type: word === 'and' ? TokenType.AND : TokenType.OR });
    } else if (word === 'in') {
      out.push({ ...token, type: TokenType.EQUAL_EQUAL, lexeme: 'in' });
    } else if (word === 'not' && tokens[next]?.lexeme === 'in') {
      next += 1;
      out.push({ ...token, type: TokenType.EQUAL_EQUAL, lexeme: 'not in' });
    } else if (word === 'not') {
      // It is about the whole comparison after it, where `!` is about the next value alone.
      innermost().nots += 1;
      out.push({ ...token, type: TokenType.BANG }, { ...token, type: TokenType.LEFT_PAREN, lexeme: '(' });
    } else if (token.type === TokenType.LEFT_BRACKET && !endsValue(out.at(-1))) {
      open.push({ closes: TokenType.RIGHT_BRACKET, isList: true, nots: 0 });
      out.push({ ...token, type: TokenType.IDENTIFIER, lexeme: listFunction }, { ...token, type: TokenType.LEFT_PAREN, lexeme: '(' });
    } else if (token.type === TokenType.LEFT_BRACKET || token.type === TokenType.LEFT_PAREN) {
      const closes = token.type === TokenType.LEFT_BRACKET ? TokenType.RIGHT_BRACKET : TokenType.RIGHT_PAREN;
      open.push({ closes, isList: false, nots: 0 });
      out.push(token);
    } else if (token.type === TokenType.RIGHT_BRACKET || token.type === TokenType.RIGHT_PAREN) {
      endNots(token);
      const { closes, isList } = open.pop() ?? outermost;
      if (token.type !== closes) throw new ConditionFault(`closes with ${token.lexeme} what does not begin with it.`);
      out.push(isList ? { ...token, type: TokenType.RIGHT_PAREN, lexeme: ')' } : token);
    } else {
      if (token.type === TokenType.COMMA || token.type === TokenType.EOF) endNots(token);
      out.push(token);
    }
  }
  return out;
}

function endsValue(token: Token | undefined): boolean {
  return token?.type === TokenType.IDENTIFIER || token?.type === TokenType.RIGHT_BRACKET || token?.type === TokenType.RIGHT_PAREN;
}

const others: ReadonlyMap<string, string> = new Map([
  ['&&', 'and'],
  ['||', 'or'],
  ['!', 'not'],
  ['*', 'a name'],
]);

function lexed(text: string): readonly Token[] {
  let tokens: readonly Token[];
  try {
    ({ tokens } = new Lexer(withSingleQuotes(text)).lex());
  } catch (error) {
    throw new ConditionFault(`cannot be read: ${error instanceof Error ? error.message : String(error)}.`, { cause: error });
  }
  return tokens.map((token) => {
    const instead = others.get(token.lexeme);
    if (instead !== undefined) throw new ConditionFault(`says ${token.lexeme}: write ${instead}.`);
    // The lexer takes back the first doubled quote alone.
    return token.type === TokenType.STRING ? { ...token, value: token.lexeme.slice(1, -1).replaceAll("''", "'") } : token;
  });
}

/** The same with each text in single quotes, as the lexer knows them. A text ends at the quote that it began with. */
function withSingleQuotes(text: string): string {
  return text.replaceAll(/'(?:[^']|'')*'|"([^"]*)"/g, (quoted, inner: string | undefined) =>
    inner === undefined ? quoted : `'${inner.replaceAll("'", "''")}'`,
  );
}
