import type { Audit } from '../../judge/audit.ts';
import { momentWords } from '../in-zone.ts';
import { scopeWords } from '../scope-words.ts';
import { uri } from '../uri.ts';
import type { IdOf } from './identity.ts';
import { filled, markup, moment, plain, properties, sentence } from './text.ts';

const oscalVersion = '1.1.3';

type Header = Audit['world']['header'];

/** The head of both files. No person is named: nobody but the program made them. */
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
          parties: [{ uuid: idOf('party'), type: 'organization', name: plain(service.org) }],
          'responsible-parties': [{ 'role-id': 'assessed', 'party-uuids': [idOf('party')] }],
        }),
    remarks,
  };
}

/** When the facts were read; an audit as of a past moment was not made at that. */
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

/** The repository as a component, which every observation is about. */
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

/** The program as the tool of the assessment. */
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

/** The source of each observation, risk and finding. */
export function origin(idOf: IdOf): object {
  return { actors: [{ type: 'tool', 'actor-uuid': idOf('tool') }] };
}

/** The sources that did not tell, a paragraph each. */
export function limitWords({ world: { untold } }: Audit): readonly string[] {
  return untold.map(({ fix, source, why }) => `Not told: ${markup(source)}. ${sentence(why)} Fix: ${sentence(fix)}`);
}
