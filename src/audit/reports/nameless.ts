import { oneLine } from '../../text/index.ts';

/** Foreign text on one line and without an address of e-mail: what many people read names nobody by it. */
export function nameless(text: string, limit = 300): string {
  // The line is made first: a character that nobody sees must not keep an address from being one.
  return oneLine(oneLine(text, 4 * limit).replace(address, '(address)'), limit);
}

/**
 * Between angle brackets, as commits have it, or with a domain behind it: `action@v1.2` and `file@SHA` are none. Also where
 * the `@` is its full-width form, or is encoded.
 */
const address =
  /<[^<>\s]{1,320}(?:[@＠﹫]|%40)[^<>\s]{1,253}>|(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}._%+'-]{1,64}(?:[@＠﹫]|%40)(?:[\p{L}\p{N}-]{1,63}\.)+\p{L}{2,63}/giu;
