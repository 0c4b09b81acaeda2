import type { OptionReader } from './reader.ts';

/** A file with heads, or the heads themselves. */
export type Witness = { readonly kind: 'file'; readonly path: string } | { readonly kind: 'heads'; readonly text: string };

/** Heads of the log that somebody kept: a text that begins as a file of heads does is no path. */
export function readWitness(read: OptionReader<'witness'>): Witness | undefined {
  const text = read.text('witness');
  if (text === undefined) return undefined;
  return /^\s*(?:#|[0-9a-f]{64}(?:\s|$))/i.test(text) ? { kind: 'heads', text } : { kind: 'file', path: text };
}
