import { hash } from 'node:crypto';
import { markdown, withoutAddresses } from '../../../text/index.ts';
import type { Header } from '../../facts/line.ts';
import type { Audit } from '../../judge/audit.ts';
import { endSentence, momentWords, scopeWords, uri } from '../words.ts';

/** The namespace of every id in our OSCAL files, made once at random. Never change it: tools know a finding again by its id. */
const namespace = '7d79c4cf-bc93-41ef-8232-53a393c213ad';

/**
 * The namespace of our properties: a name, and no page. We own no domain, and nobody can own this one (RFC 2606). A `urn:` would
 * be valid too, but compliance-trestle 3 takes addresses alone.
 */
const propertyNamespace = 'https://compliance-evidence.invalid/ns/oscal';

/** The same thing has the same id in every audit. */
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

export function auditNames(header: Pick<Header, 'at' | 'asOf' | 'period' | 'scope'>): readonly string[] {
  const { at, asOf, period } = header;
  return [period.since ?? period.sinceSha ?? '', period.until, at, ...(asOf === undefined ? [] : [asOf.readAt]), ...scopeNames(header)];
}

/** For the one thing that an audit is about: its conclusions are not about the repository. */
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

const longest = 600;

/**
 * Foreign text as a line of OSCAL's markup, which is a Markdown: it shows just that text. Braces are among what is escaped, as
 * OSCAL puts a parameter in place of `{{ … }}`.
 */
export function markup(text: string): string {
  const line = withoutAddresses(text, longest);
  return line === '' ? nothing : markdown(line, longest);
}

/** Foreign text as OSCAL's plain text: one line that is not empty, and without space at its ends. */
function plainLine(text: string): string {
  const line = withoutAddresses(text, longest);
  return line === '' ? nothing : line;
}

const nothing = 'not known';

/** `plainLine` with a full stop at its end. */
export function sentence(text: string): string {
  return endSentence(markup(text));
}

/** Properties of our own; those that are null are left out. */
export function properties(
  values: Readonly<Record<string, string | number | boolean | null>>,
): readonly { readonly name: string; readonly ns?: string; readonly value: string }[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === null ? [] : [{ name, ns: propertyNamespace, value: plainLine(String(value)) }],
  );
}

/** The years that OSCAL's form of a moment has. */
const [first, last] = [Date.parse('1900-01-01T00:00:00Z'), Date.parse('2999-12-31T23:59:59Z')];

export function moment(text: string): string {
  return new Date(Math.min(Math.max(Date.parse(text), first), last)).toISOString();
}

/** Left out where it is empty: OSCAL has no empty lists. */
export function filled<Name extends string, Item>(name: Name, items: readonly Item[]): { readonly [Key in Name]?: readonly Item[] };
export function filled(name: string, items: readonly unknown[]): object {
  return items.length === 0 ? {} : { [name]: items };
}

const oscalVersion = '1.1.3';

/** For both files. No person is named: only the program made them. */
export function metadata(header: Header, idOf: IdOf, title: string, remarks: string): object {
  const { service } = header;
  return {
    title,
    'last-modified': readAt(header),
    version: readAt(header),
    'oscal-version': oscalVersion,
    ...(service === null
      ? {}
      : {
          roles: [{ id: 'assessed', title: 'The organization whose changes were assessed' }],
          parties: [{ uuid: idOf('party'), type: 'organization', name: plainLine(service.org) }],
          'responsible-parties': [{ 'role-id': 'assessed', 'party-uuids': [idOf('party')] }],
        }),
    remarks,
  };
}

/** When the facts were read; an audit as of a past moment was not made then. */
export function readAt({ asOf, at }: Header): string {
  return moment(asOf?.readAt ?? at);
}

/** `acme/shop, 2026-11-15 to 2026-11-22`. */
export function titleWords(header: Header): string {
  const { period, repository } = header;
  const { since, sinceSha, until } = period;
  const alone = scopeWords(header);
  if (alone !== undefined) return markup(`${repository ?? 'a repository'}, ${alone} alone, up to ${dayOf(until, header)}`);
  const from = since === null ? `commit ${sinceSha?.slice(0, 12) ?? 'not known'}` : dayOf(since, header);
  return markup(`${repository ?? 'a repository'}, ${from} to ${dayOf(until, header)}`);
}

function dayOf(at: string, header: Header): string {
  return momentWords(at, header).slice(0, 10);
}

export function repositoryComponent(header: Header, idOf: IdOf): object {
  const { basis, branches, flows, repository } = header;
  const page = repositoryPage(header);
  return {
    uuid: idOf('repository'),
    type: 'software',
    title: markup(repository ?? 'The audited repository'),
    description: 'The repository whose changes were audited, and what was shipped of it.',
    props: [
      ...properties({ basis }),
      ...branches.flatMap(({ name }) => properties({ branch: name })),
      ...flows.flatMap((name) => properties({ flow: name })),
    ],
    ...filled('links', page === undefined ? [] : [{ href: page, rel: 'reference' }]),
    status: { state: 'operational' },
  };
}

export function repositoryPage({ repository, serverUrl }: Header): string | undefined {
  return repository === null ? undefined : uri(`${serverUrl}/${repository}`);
}

export function assets({ tool, workflow }: Header, idOf: IdOf): object {
  return {
    components: [
      {
        uuid: idOf('tool'),
        type: 'software',
        title: markup(tool.name),
        description: 'Reads git, GitHub and the evidence service, and judges what they said by its rules.',
        props: properties({ 'tool-version': tool.version, 'tool-sha-256': tool.digest, workflow }),
        status: { state: 'operational' },
      },
    ],
    'assessment-platforms': [{ uuid: idOf('platform'), title: markup(tool.name), 'uses-components': [{ 'component-uuid': idOf('tool') }] }],
  };
}

export function origin(idOf: IdOf): object {
  return { actors: [{ type: 'tool', 'actor-uuid': idOf('tool') }] };
}

export function limitWords({ world: { untold } }: Audit): readonly string[] {
  return untold.map(({ fix, source, why }) => `Not told: ${markup(source)}. ${sentence(why)} Fix: ${sentence(fix)}`);
}
