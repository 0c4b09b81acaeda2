import type { OptionReader } from './reader.ts';

/** The outcome of reading a text that should be a web address. */
export type WebAddress =
  | { readonly kind: 'web'; readonly url: URL }
  /** It holds a user name or a password. */
  | { readonly kind: 'user' }
  /** `url`: it is still an address. */
  | { readonly kind: 'other'; readonly url: URL | null };

export function parseWebAddress(text: string): WebAddress {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return { kind: 'other', url };
  return url.username === '' && url.password === '' ? { kind: 'web', url } : { kind: 'user' };
}

/** The address of a page, as it was given; `undefined` where none was. */
export function readWebAddress<Name extends string>(read: OptionReader<Name>, option: Name): string | undefined {
  const text = read.text(option);
  if (text !== undefined) refuseOtherAddress(read, option, text);
  return text;
}

/** Throws where the text, a part of an option, is not the address of a page. */
export function refuseOtherAddress<Name extends string>(read: OptionReader<Name>, option: Name, text: string): void {
  const address = parseWebAddress(text);
  if (address.kind === 'web') return;
  const mayHoldPassword = text.includes('@');
  if (address.kind === 'user' || (address.url === null && mayHoldPassword))
    throw read.invalid(option, 'holds a user name or password', 'Write it as https://…, without a user name');
  throw read.invalid(option, `is not a web address${mayHoldPassword ? '' : `: ${JSON.stringify(text)}`}`, 'Write it as https://…');
}
