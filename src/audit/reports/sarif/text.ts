import { nameless } from '../nameless.ts';
import { webAddress } from '../../../text/index.ts';

/** Characters of a message: with 5,000 results the file stays below the 10 MB that GitHub takes, also where nothing can be packed. */
const longest = 600;

/**
 * Foreign text as a message of SARIF, on one line: `{0}` would stand for an argument, and `[text](address)` a link
 * (SARIF 2.1.0, 3.11.5 and 3.11.6). Both are parted by a space.
 */
export function messageText(text: string): string {
  return nameless(text, longest)
    .replaceAll('](', '] (')
    .replace(/\{(?=\d)/g, '{ ');
}

/** The same with a full stop at its end: GitHub shows the first sentence where there is no room for all. */
export function sentence(text: string): string {
  const message = messageText(text);
  return /[.!?…]$/.test(message) ? message : `${message}.`;
}

/**
 * A foreign address as RFC 3986 has it, which SARIF demands; undefined where it is no address of the web. Characters that
 * browsers accept besides, a bar or a second `#`, are encoded, and user and password are left out.
 */
export function uri(address: string): string | undefined {
  const url = webAddress(address);
  if (url === undefined) return undefined;
  const { hash, origin, pathname, search } = url;
  const path = encoded(`${pathname}${search}`);
  return `${origin}${path}${hash === '' ? '' : `#${encoded(hash.slice(1)).replaceAll('#', '%23')}`}`;
}

function encoded(text: string): string {
  return text.replace(
    /[^\w\-.~:/?#@!$&'()*+,;=%]|%(?![0-9A-Fa-f]{2})/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}
