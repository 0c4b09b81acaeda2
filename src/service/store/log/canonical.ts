import { hash } from 'node:crypto';

// The form of the log's texts, next to their hash: all that a link is made of.
export { canonical } from '../../../text/index.ts';

/** SHA-256 as 64 lower-case hexadecimal digits. */
export function sha256(text: string | Uint8Array): string {
  return hash('sha256', text);
}
