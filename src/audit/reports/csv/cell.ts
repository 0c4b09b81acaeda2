import { cut, unprintable } from '../../../text/index.ts';

/*
 * A table that is opened in a spreadsheet runs what looks like a formula. OWASP's way against that: an apostrophe in
 * front, and the cell between quotes, with each quote in it doubled (https://owasp.org/www-community/attacks/CSV_Injection).
 */

/** Longer ones a spreadsheet would part: Excel takes 32,767 characters. */
const longest = 32_000;

/**
 * Where a cell may begin: at its start, and after what a spreadsheet of another country, or by another choice, takes for
 * the end of a cell. Behind it, also after spaces and quotes, stands a sign that begins a formula, in its full-width and
 * small forms too, a tab or a line break, or an apostrophe: that one is doubled, so that what was put in can be taken out.
 */
const before = String.raw`(?<=^|[;\|\t\n])`;
const sign = String.raw`(?=[[\s"]--[\t\n]]*['=+\-@＝＋－＠﹦﹢﹣﹫−\t\n])`;
const formula = new RegExp(`${before}${sign}`, 'gv');
const neutralized = new RegExp(`${before}'${sign}`, 'gv');

/** One cell, between quotes. Without what nobody sees, and what turns the direction of writing. */
function cell(text: string): string {
  const seen = text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n')
    .replace(unprintable, '');
  return `"${cut(seen, longest).replace(formula, "'").replaceAll('"', '""')}"`;
}

/** The text that stood in a cell, from what a reader of CSV makes of it: for those who want to compare it. */
export function plainCell(text: string): string {
  return text.replace(neutralized, '');
}

/** A row as RFC 4180 has it: the cells with commas between them, and CR LF at its end. */
export function row(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}
