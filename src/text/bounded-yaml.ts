import { Composer, Lexer, Parser, type CST, type LineCounter } from 'yaml';

/** The most of a text that is read: levels, pieces of YAML, and mistakes. */
export type YamlBounds = Readonly<Record<'depth' | 'pieces' | 'faults', number>>;

/**
 * The first two documents of YAML 1.2 in a text. Names may be there twice: the library looks for these by comparing each with each, and
 * 50,000 names take it a minute. `end` is told why the text behind a place is not read.
 */
export function composeYaml(text: string, lines: LineCounter, most: YamlBounds, end: (why: keyof YamlBounds, offset: number) => void) {
  const composer = new Composer({ version: '1.2', uniqueKeys: false, prettyErrors: false });
  const [document, second] = composer.compose(tokensOf(text, lines, most, end), true, text.length);
  return { document, second };
}

/** The library recurses into each level, so that the bounds hold here. */
function* tokensOf(...[text, lines, most, end]: Parameters<typeof composeYaml>): Generator<CST.Token> {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  let [pieces, faults] = [0, 0];
  for (const piece of new Lexer().lex(text)) {
    const { offset } = parser;
    for (const token of parser.next(piece)) {
      yield token;
      // Each of these costs far more than a piece does.
      if (token.type === 'error' || token.type === 'directive') faults += 1;
    }
    pieces += 1;
    // The document itself is one of the levels.
    const why =
      pieces > most.pieces ? 'pieces' : parser.stack.length > most.depth + 1 ? 'depth' : faults > most.faults ? 'faults' : undefined;
    if (why === undefined) continue;
    end(why, offset);
    return;
  }
  yield* parser.end();
}
