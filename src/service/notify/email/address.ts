import { domainToASCII } from 'node:url';

/** A plain name before the `@` (the dot-atom of RFC 5322): nothing with a meaning in a header or in the language of mail servers. */
const plainName = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const plainHost = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;

/**
 * An address as mail servers are told it, in small letters: two that are the same here are one mailbox. `undefined` for what is no
 * plain address.
 */
export function mailbox(email: string): string | undefined {
  const at = email.lastIndexOf('@');
  const [name, host] = [email.slice(0, at), domainToASCII(email.slice(at + 1)).toLowerCase()];
  return at > 0 && name.length <= 64 && plainName.test(name) && plainHost.test(host) ? `${name.toLowerCase()}@${host}` : undefined;
}
