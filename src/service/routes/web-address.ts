import { invalid } from './check.ts';

/** The input, unless its `origin_url` is none that a browser would follow as a web address. */
export function withWebAddress<Input extends { readonly origin_url?: string | null }>(input: Input): Input {
  if (input.origin_url === null || input.origin_url === undefined) return input;
  const url = URL.parse(input.origin_url);
  if (url !== null && (url.protocol === 'https:' || url.protocol === 'http:')) return input;
  throw invalid({ origin_url: 'must be an address that begins with https:// or http://.' });
}
