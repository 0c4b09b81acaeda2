import { nameless } from '../nameless.ts';

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
