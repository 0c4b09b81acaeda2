import type { Audited } from '../commands/index.ts';
import { minuteOf } from '../presentation/index.ts';
import { oneLine } from '../text/index.ts';
import { headline, marked } from './styled.ts';
import type { Terminal } from './terminal.ts';
import { wrapped } from './wrapped.ts';

type FirstPage = Audited['page'];
type Part = FirstPage['parts'][number];
type Words = FirstPage['verdict']['why'][number];

/** Longest sentence that is shown: names in it may have any length. */
const longest = 2000;

/** Shows the first page of a report: a row of a table is a heading, with its other cells below it. */
export function showFirstPage({ facts, heading, parts, timeZone, verdict }: FirstPage, terminal: Terminal): void {
  const plain = (words: Words): string => oneLine(words.map((piece) => textOf(piece, timeZone, terminal)).join(''), longest);
  terminal.out(`\n${terminal.style('bold', oneLine(heading))}`);
  for (const [term, value] of facts) indented(`${term}: ${plain(value)}`, terminal);
  terminal.out(`\n${headline(verdict, terminal)}`);
  for (const sentence of verdict.why) indented(plain(sentence), terminal);
  for (const part of parts) showPart(part, plain, terminal);
}

function showPart(part: Part, plain: (words: Words) => string, terminal: Terminal): void {
  terminal.out('');
  if (part.kind === 'sentences') {
    for (const sentence of part.sentences) terminal.out(wrapped(plain(sentence), '', terminal.columns));
    return;
  }
  terminal.out(terminal.style('bold', plain(part.caption)));
  if (part.kind === 'list') {
    for (const item of part.items) indented(plain(item), terminal);
    return;
  }
  for (const [first = [], ...cells] of part.rows) {
    indented(plain(first), terminal);
    for (const [index, cell] of cells.entries()) {
      const term = part.columns[index + 1] ?? '';
      terminal.out(wrapped(`${cells.length === 1 ? '' : `${term}: `}${plain(cell)}`, '      ', terminal.columns));
    }
  }
}

function indented(text: string, terminal: Terminal): void {
  terminal.out(wrapped(text, '   ', terminal.columns));
}

function textOf(piece: Words[number], zone: string | undefined, terminal: Terminal): string {
  if (typeof piece === 'string') return piece;
  switch (piece.kind) {
    case 'moment':
      return minuteOf(piece.at, zone);
    case 'state':
      return `${marked(piece.badge, terminal)} ${piece.badge.word}`;
    case 'link':
      return piece.to.startsWith('#') || piece.to === piece.text ? piece.text : `${piece.text} ${piece.to}`;
    case 'strong':
    case 'name':
    case 'code':
      return piece.text;
  }
}
