import { hash } from 'node:crypto';
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
  const known = new Map<string, string>();
  return (kind, ...names) => {
    // Each observation names the tool and the repository.
    const id = (names.length === 0 ? known.get(kind) : undefined) ?? uuid5(JSON.stringify([kind, ...place, ...names]));
    if (names.length === 0) known.set(kind, id);
    return id;
  };
}

/** The names that tell one audit from another one of the same repository. */
export function auditNames(header: Pick<Header, 'at' | 'asOf' | 'period' | 'scope'>): readonly string[] {
  const { at, asOf, period } = header;
  return [period.since ?? period.sinceSha ?? '', period.until, at, ...(asOf === undefined ? [] : [asOf.readAt]), ...scopeNames(header)];
}

/** The names of the one thing that an audit is about: what it concludes is not about the repository. */
export function scopeNames({ scope }: Pick<Header, 'scope'>): readonly string[] {
  if (scope === undefined) return [];
  return scope.kind === 'trail' ? ['trail', scope.flow, scope.trail] : ['artifact', scope.fingerprint];
}

const namespaceBytes = Buffer.from(namespace.replaceAll('-', ''), 'hex');

/** A UUID of version 5 (RFC 9562, 5.5): the first half of a SHA-1 of namespace and name, with version and variant. */
function uuid5(name: string): string {
  const digest = hash('sha1', Buffer.concat([namespaceBytes, Buffer.from(name)]));
  const variant = ((Number.parseInt(digest.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return [digest.slice(0, 8), digest.slice(8, 12), `5${digest.slice(13, 16)}`, variant + digest.slice(17, 20), digest.slice(20, 32)].join(
    '-',
  );
}
