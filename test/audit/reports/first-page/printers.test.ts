import { describe, expect, it } from 'vitest';
import type { Audit } from '../../../../src/audit/judge/audit.ts';
import { firstPage } from '../../../../src/audit/reports/first-page/first-page.ts';
import type { FirstPage, Words } from '../../../../src/audit/reports/first-page/page.ts';
import { printFirstPage as inMarkdown } from '../../../../src/audit/reports/markdown-parts.ts';
import { showFirstPage } from '../../../../src/cli/show-audited.ts';
import { openTerminal } from '../../../../src/cli/terminal.ts';
import { clean, empty, unknown } from '../html/audits.ts';
import { pageOf, textOf } from '../html/page.ts';
import { year } from '../html/year.ts';
import { sample } from '../sample.ts';

const audits: Readonly<Record<string, () => Audit>> = { sample, clean, empty, unknown, year: () => year(60) };

/** Each printer, as the letters and digits that it shows: signs and spaces are its own. */
const printers: Readonly<Record<string, (audit: Audit, page: FirstPage) => Promise<string>>> = {
  HTML: async (audit) => {
    const html = await pageOf(audit);
    return textOf(html.slice(html.indexOf('<header>'), html.indexOf('<nav class="contents"')));
  },
  Markdown: (_audit, page) =>
    Promise.resolve(
      inMarkdown(page)
        .replace(/\]\(<[^>]*>\)/g, '')
        .replace(/&#(\d+);/g, (_, digits: string) => String.fromCodePoint(Number(digits)))
        .replace(/<[^>]*>/g, ' '),
    ),
  'the terminal': (_audit, page) => {
    const said: string[] = [];
    showFirstPage(page, { ...openTerminal(), style: (_, text) => text, out: (line) => void said.push(line) });
    return Promise.resolve(said.join('\n'));
  },
};
const letters = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');

/** The texts of a page but moments, which each printer writes in its own way. */
function textsOf({ facts, heading, parts, verdict }: FirstPage): readonly string[] {
  const all: readonly Words[] = [
    ...facts.flatMap(([term, value]) => [[term], value]),
    ...verdict.why,
    ...parts.flatMap((part) =>
      part.kind === 'sentences'
        ? part.sentences
        : part.kind === 'list'
          ? [part.caption, ...part.items]
          : [part.caption, ...part.rows.flat()],
    ),
  ];
  const pieces = all.flat().flatMap((piece) => {
    if (typeof piece === 'string') return [piece];
    return piece.kind === 'moment' ? [] : [piece.kind === 'state' ? piece.badge.word : piece.text];
  });
  return [heading, verdict.word, ...pieces].map(letters);
}

describe.each(Object.entries(audits))('the first page of %s', (_, make) => {
  it.each(Object.keys(printers))('is whole in %s', async (name) => {
    const audit = make();
    const page = await firstPage(audit);
    const shown = letters((await printers[name]?.(audit, page)) ?? '');
    expect(textsOf(page).filter((text) => !shown.includes(text))).toEqual([]);
  });
});
