import { oneLine } from './neutralize.ts';
import { webAddress } from './web-address.ts';

/**
 * Foreign text as markdown that shows just that text: no markup, no HTML, no mention, no link, one line.
 * Written as HTML entities, which GitHub's markdown shows literally everywhere but inside code spans.
 */
export function markdown(text: string, limit = 300): string {
  return oneLine(text, limit)
    .replace(special, (character) => `&#${character.codePointAt(0)};`)
    .replace(filtered, '$&&#8203;');
}

// Everything that starts markup in GitHub's markdown, `@`, `:` and `.` in addresses, which it links by itself, and what
// begins a list at the start of a line.
const special = /[&<>"'`|*_~[\]()\\#@!{}$+=]|(?<=https?|ftp|mailto):|(?<=www)\.|^-|(?<=^\d+)\./gi;

// GitHub looks for mentions, mail addresses, references and names of pictures (`:tada:`, `:+1:`) in the finished page, where an entity is its character again:
// they are broken up by a zero-width space, which no other foreign text holds.
const filtered = /&#64;(?=[\w-])|&#35;(?=\d)|\bGH-(?=\d)|:(?=(?:(?:&#43;|[a-z-])[\w-]*|100|1234):)/gi;

/**
 * A link whose text and address are foreign; only http and https addresses become links, without user and password. A
 * backslash or a backtick in the address would end the link early, and what follows would be markup.
 */
export function markdownLink(text: string, url: string): string {
  const address = webAddress(url);
  if (address === undefined) return markdown(text);
  const { hash, origin, pathname, search } = address;
  return `[${markdown(text)}](<${origin}${`${pathname}${search}${hash}`.replace(/[^\w\-.~:/?#&=%+,;@]/g, percent)}>)`;
}

/** ASCII only: reading the address has encoded all other characters. */
function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
