import { createHash } from 'node:crypto';
import type { Header } from '../../facts/line.ts';

/** The namespace of every id in our OSCAL files, made once at random. Never change it: tools know a finding again by its id. */
const namespace = '7d79c4cf-bc93-41ef-8232-53a393c213ad';

/**
 * The namespace of our properties: a name, and no page. We own no domain, and nobody can own this one (RFC 2606). A `urn:` would
 * be valid too, but compliance-trestle 3 takes addresses alone.
 */
export const propertyNamespace = 'https://compliance-evidence.invalid/ns/oscal';

/** The id of a thing of this repository: the same thing has the same id in every audit. */
export type IdOf = (kind: string, ...names: readonly string[]) => string;

export function idsOf({ repository, serverUrl, service }: Pick<Header, 'repository' | 'serverUrl' | 'service'>): IdOf {
  // Two repositories can have findings with the same key.
  const place = repository === null ? [service?.url ?? '', service?.org ?? ''] : [serverUrl, repository];
  return (kind, ...names) => uuid5(JSON.stringify([kind, ...place, ...names]));
}

/** The names that tell one audit from another one of the same repository. */
export function auditNames({ at, period: { since, sinceSha, until } }: Pick<Header, 'at' | 'period'>): readonly string[] {
  return [since ?? sinceSha ?? '', until, at];
}

/** A UUID of version 5 (RFC 9562, 5.5): the first half of a SHA-1 of namespace and name, with version and variant. */
function uuid5(name: string): string {
  const hash = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
