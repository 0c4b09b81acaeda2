import { Refusal } from '../evidence/refusal.ts';

/** Refuses an `origin_url` that no browser would follow as a web address. */
export function webAddress(origin: string | null | undefined): void {
  if (origin === null || origin === undefined) return;
  const url = URL.parse(origin);
  if (url !== null && (url.protocol === 'https:' || url.protocol === 'http:')) return;
  throw new Refusal('invalid-request', 'The request is not what this operation takes; `errors` says what is wrong, field by field.', {
    errors: { origin_url: 'must be an address that begins with https:// or http://.' },
  });
}
