import type { AttestationStatus } from '../../contract/index.ts';
import { html, webLink, type Html } from '../../html/index.ts';
import { flagBadge, isArtifactOverridden, overriddenRows } from '../../presentation/index.ts';
import { listAt, stringAt, valueAt } from '../../text/index.ts';
import type { Links } from '../evidence/links.ts';
import { badge, commit, externalLinks, facts, items, line, moment, ownLink, pages, paragraph, states, type StateShown } from './parts.ts';
import { overrideSentence, type Overrides } from './overrides.ts';
import type { Page } from './page.ts';

/** Names of evidence about one artifact that are shown. */
const mostNames = 100;

/** The names that overrides decide in one report of an artifact, as far as they are shown. */
export function overriddenNames(report: object): readonly AttestationStatus[] {
  return overriddenRows(report).slice(0, mostNames);
}

/** The parts of the page of an artifact. */
export interface ArtifactShown {
  readonly org: string;
  readonly flow: string;
  readonly fingerprint: string;
  /** The reports of the artifact in the flow, one per trail, as the interface answers them, the latest first. */
  readonly reports: readonly object[];
  /** Whether the reports are those of one trail only. */
  readonly isOne: boolean;
  readonly page: number;
  readonly hasMore: boolean;
  /** The overrides of its evidence. */
  readonly overrides: Overrides;
}

/**
 * The page of an artifact: for each trail of the flow that it was reported on, the decision about it and the evidence behind it.
 */
export function artifactPage({ fingerprint, flow, hasMore, isOne, org, overrides, page, reports }: ArtifactShown, links: Links): Page {
  const own = links.artifactPage(org, flow, fingerprint);
  const name = line(stringAt(reports[0], 'filename') ?? fingerprint);
  return {
    title: `${name} · ${flow} · ${org}`,
    way: [org, ownLink(links.flow(org, flow), flow)],
    main: html`<h1>Artifact <span class="name">${name}</span></h1>
      ${facts(['Fingerprint', html`<code>${fingerprint}</code>`])}
      ${isOne ? html`<p>${ownLink(own, 'Every trail of this flow that has it')}</p>` : undefined}
      ${reports.map((report) => reportArticle(report, org, flow, links, overrides))}
      ${pages('Pages of trails', page > 1 ? `${own}?page=${page - 1}` : undefined, hasMore ? `${own}?page=${page + 1}` : undefined)}`,
  };
}

function reportArticle(report: object, org: string, flow: string, links: Links, overrides: Overrides): Html {
  const trail = stringAt(report, 'trail_name');
  const build = stringAt(report, 'build_url') ?? '';
  const info = valueAt(report, 'git_commit_info') ?? { sha1: stringAt(report, 'git_commit'), url: stringAt(report, 'commit_url') };
  return html`<article>
    <h2>
      ${states(stateOf(report, stringAt(report, 'state')), stateOf(report, stringAt(report, 'current', 'status')))}
      ${trail === undefined ? 'on no trail' : html`on the trail ${ownLink(links.trail(org, flow, trail), line(trail))}`}
    </h2>
    ${facts(
      ['Name', line(stringAt(report, 'template_reference_name') ?? '')],
      ['Commit', commit(info)],
      ['Build', build === '' ? undefined : webLink(build, line(build))],
      ['Reported', html`${moment(stringAt(report, 'last_modified_at'))} by <b>${line(stringAt(report, 'created_by') ?? '')}</b>`],
      ['Description', paragraph(stringAt(report, 'description'))],
      ['Links', externalLinks(valueAt(report, 'external_urls'))],
      ['Evidence', evidence(report, trail, org, flow, links)],
      ['Overridden', overridden(report, trail, org, flow, links, overrides)],
      ['Runs in', environments(report, 'running')],
      ['Ran in', environments(report, 'exited')],
      [
        'Approvals',
        (listAt(report, 'approvals') ?? [])
          .slice(-mostNames)
          .map((number) => `#${String(number)}`)
          .join(', '),
      ],
    )}
  </article>`;
}

/** The evidence about it, by name. */
function evidence(report: object, trail: string | undefined, org: string, flow: string, links: Links): Html | undefined {
  const found = Object.entries(Object(valueAt(report, 'evidence'))).slice(0, mostNames);
  const overriddenIds = new Set(overriddenRows(report).map(({ attestation_id: id }) => id));
  return items(
    found.map(([name, each]) => {
      const [flag, id] = [valueAt(each, 'is_compliant'), stringAt(each, 'attestation_id')];
      const shown = line(name);
      return html`${badge(flagBadge(typeof flag === 'boolean' ? flag : undefined, overriddenIds.has(id ?? '')))}
        ${id === undefined || trail === undefined ? shown : ownLink(links.attestation(org, flow, trail, id), shown)}
        <span class="soft">${line(stringAt(each, 'evidence_type') ?? '')}</span>`;
    }),
  );
}

function stateOf(report: object, status: string | undefined): StateShown {
  return { status, isOverridden: isArtifactOverridden(report, status) };
}

/** The overrides of its evidence, and of the evidence of its trail. */
function overridden(
  report: object,
  trail: string | undefined,
  org: string,
  flow: string,
  links: Links,
  overrides: Overrides,
): Html | undefined {
  const linkTo = (id: string): string => links.attestation(org, flow, trail ?? '', id);
  return items(
    overriddenNames(report).flatMap(({ attestation_id: id, attestation_name: name }) => {
      const override = overrides.get(id ?? '');
      return override === undefined ? [] : [html`${ownLink(linkTo(id ?? ''), line(name))} ${overrideSentence(override, name, linkTo)}`];
    }),
  );
}

function environments(report: object, where: string): Html | undefined {
  return items((listAt(report, where) ?? []).map((each) => line(stringAt(each, 'environment_name') ?? '')));
}
