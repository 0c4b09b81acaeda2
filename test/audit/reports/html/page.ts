import type { Audit } from '../../../../src/audit/judge/audit.ts';
import { htmlReport } from '../../../../src/audit/reports/html/html.ts';

/** The whole report as text. */
export async function pageOf(audit: Audit): Promise<string> {
  return (await Array.fromAsync(htmlReport(audit))).join('');
}

/** The text of a page without markup, with one space between words. */
export function textOf(markup: string): string {
  return unescaped(
    markup
      .replace(/<style>.*?<\/style>/s, '')
      .replace(/<[^>]*>/g, ' ')
      .replace(/[\s\u00A0]+/g, ' '),
  );
}

/** A part of the report: from its heading to the next one of its level. */
export function partOf(page: string, id: string): string {
  const start = page.indexOf(`<section id="${id}"`);
  const end = page.indexOf('<section id=', start + 1);
  return page.slice(start, end === -1 ? undefined : end);
}

/** The row of a table whose text begins so. */
export function rowOf(part: string, beginning: string): string {
  return [...part.matchAll(/<tr[ >].*?<\/tr>/gs)].map(([row]) => textOf(row).trim()).find((row) => row.startsWith(beginning)) ?? '';
}

function unescaped(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}
