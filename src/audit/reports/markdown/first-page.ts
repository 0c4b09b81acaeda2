import { minuteOf } from '../../../presentation/index.ts';
import type { FirstPage, Part, Piece, Words } from '../first-page/page.ts';
import { linked, shown } from './shown.ts';

/** The first page of an audit as markdown. */
export function printed({ facts, heading, parts, timeZone, verdict }: FirstPage): string {
  const wordsOf = (words: Words): string => words.map((one) => piece(one, timeZone)).join('');
  const [icon, text] = [verdict.icon, shown(`${heading}: ${verdict.word}`, 500)];
  const [before, after] = [`## ${icon} ${text}`, verdict.why.map(wordsOf)];
  const table = `| About | |\n|:--|:--|\n${facts.map(([term, value]) => `| ${term} | ${wordsOf(value)} |\n`).join('')}`;
  return [before, ...after, table, ...parts.map((part) => partOf(part, wordsOf)), ''].join('\n\n').replace(/\n{3,}/g, '\n\n');
}

function partOf(part: Part, wordsOf: (words: Words) => string): string {
  switch (part.kind) {
    case 'sentences':
      return part.sentences.map(wordsOf).join('\n\n');
    case 'list':
      return `### ${wordsOf(part.caption)}\n\n${part.items.map((item) => `- ${wordsOf(item)}\n`).join('')}`;
    case 'table': {
      const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
      const head = row(part.columns) + row(part.columns.map(() => ':--'));
      return `### ${wordsOf(part.caption)}\n\n${head}${part.rows.map((cells) => row(cells.map(wordsOf))).join('')}`;
    }
  }
}

function piece(one: Piece, zone: string | undefined): string {
  if (typeof one === 'string') return spaced(one);
  switch (one.kind) {
    case 'strong':
      return `**${shown(one.text)}**`;
    case 'name':
      return shown(one.text);
    case 'code':
      return `<code>${shown(one.text)}</code>`;
    case 'link':
      return one.to.startsWith('#') ? shown(one.text) : linked(one.text, one.to);
    case 'moment':
      return shown(minuteOf(one.at, zone));
    case 'state':
      return `${one.badge.mark} ${one.badge.word}`;
  }
}

/** Our own words may have foreign ones in them. The spaces at their ends stay. */
function spaced(text: string): string {
  const inner = text.trim();
  if (inner === '') return text;
  const start = text.indexOf(inner);
  return `${text.slice(0, start)}${shown(inner, 1000)}${text.slice(start + inner.length)}`;
}
