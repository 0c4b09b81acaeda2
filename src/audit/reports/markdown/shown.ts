import { markdown, markdownLink, webAddress } from '../../../text/index.ts';
import type { Subject } from '../../findings/finding.ts';
import { nameless } from '../nameless.ts';

/** Foreign text in a line or a cell: only text, and without an address of e-mail. */
export function shown(text: string, limit = 300): string {
  return markdown(nameless(text, limit), limit);
}

/** A link to a page, by a text that is foreign as well; only the text where there is no page of the web. */
export function linked(text: string, url: string | null): string {
  const page = webAddress(url);
  return page === undefined ? shown(text, 200) : markdownLink(nameless(text, 200), page.href);
}

/** The subject of a finding: the first 12 digits of a SHA or a fingerprint are enough where a link leads to the whole. */
export function subjectShown({ id, kind, url }: Subject): string {
  const name = url !== null && /^[0-9a-f]{40,64}$/.test(id) ? id.slice(0, 12) : id;
  return linked(`${kind.replaceAll('-', ' ')} ${name}`, url);
}

/** How to fix something: its lines as they were laid out, if there are several. */
export function fixShown(fix: string, mostLines = 8): string {
  const lines = fix.split('\n').filter((line) => line.trim() !== '');
  if (lines.length <= 1) return shown(fix, 500);
  const rest = lines.slice(0, mostLines).map((line) => {
    const indent = line.length - line.trimStart().length;
    return `${' '.repeat(Math.min(indent, 40))}${shown(line, 160)}`;
  });
  return `\n  <pre>${rest.join('\n  ')}</pre>`;
}
