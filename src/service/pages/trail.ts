import { html, webLink, type Html } from '../../html/index.ts';
import { entryBadge, standsByOverride, stateBadge, trailEntries, type TrailEntry } from '../../presentation/index.ts';
import { grouped } from '../../text/index.ts';
import type { AttestationView } from '../evidence/attestation-view.ts';
import type { Links } from '../evidence/links.ts';
import type { TrailRow } from '../store/model/trails.ts';
import type { Current, TrailNow } from '../store/tables/current.ts';
import { badge, commit, externalLinks, facts, line, moment, ownLink, pages, paragraph, stateOfTrail, states, yamlFile } from './parts.ts';
import { overrideSentence, type Overrides } from './overrides.ts';
import type { Page } from './page.ts';
import { recordArticle } from './record.ts';
import { testTable } from './test-results.ts';

/** Names on one page of a trail. */
const namesAtOnce = 100;

/** The parts of the page of a trail. */
export interface TrailShown extends TrailNow {
  readonly org: string;
  /** Which page of its names, from 1. */
  readonly page: number;
  /** One page of its records, the latest first, and where the next one begins. */
  readonly records: readonly Html[];
  readonly next: number | undefined;
  readonly isFirst: boolean;
  /** The overrides of the names on this page. */
  readonly overrides: Overrides;
}

/** The page of a trail: its state, what it requires and has, its artifacts, and its records. */
export function trailPage({ current, isFirst, next, org, overrides, page, records, trail }: TrailShown, links: Links): Page {
  const { compliance, content, flowName, name } = trail;
  const own = links.trail(org, flowName, name);
  return {
    title: `${wordOf(compliance, current.compliance)}: ${name} · ${flowName} · ${org}`,
    way: wayTo(org, flowName, links),
    main: html`${head(trail, current)} ${page === 1 && isFirst ? trailFacts(trail) : undefined}
      ${isFirst ? names(trail, page, org, links, overrides) : undefined} ${page === 1 && isFirst ? artifacts(trail, org, links) : undefined}
      <h2 id="records">Records, newest first</h2>
      ${records.length === 0 ? html`<p>Nothing is recorded here.</p>` : records}
      ${pages('Pages of records', isFirst ? undefined : `${own}#records`, next === undefined ? undefined : `${own}?before=${next}#records`)}
      ${page === 1 && isFirst ? templates(content, current) : undefined}`,
  };
}

/** One record of a trail, with all that it says of its tests. */
export function recordPage(
  org: string,
  trail: TrailRow,
  { record, replacement }: { readonly record: AttestationView; readonly replacement: AttestationView | undefined },
  links: Links,
): Page {
  const { flowName, name } = trail;
  return {
    title: `${record.attestation_name} · ${name} · ${flowName} · ${org}`,
    way: [...wayTo(org, flowName, links), ownLink(links.trail(org, flowName, name), name)],
    main: html`<h1>Record of <span class="name">${line(record.attestation_name)}</span></h1>
      <h2>What it says</h2>
      ${recordArticle(record, org, links, replacement)} ${testTable(record)}`,
  };
}

function wayTo(org: string, flow: string, links: Links): Page['way'] {
  return [org, ownLink(links.flow(org, flow), flow)];
}

type Compliance = TrailRow['compliance'];

function wordOf(decided: Compliance, current: Compliance): string {
  const word = (compliance: Compliance): string => {
    const { isOverridden, status } = stateOfTrail(compliance);
    return stateBadge(status, isOverridden).word;
  };
  return decided.status === current.status ? word(decided) : `${word(decided)}, now ${word(current)}`;
}

function head({ compliance, name }: TrailRow, current: Current): Html {
  return html`<h1>Trail <span class="name">${name}</span></h1>
    <p>${states(stateOfTrail(compliance), stateOfTrail(current.compliance))}</p>`;
}

/** The template that decided the trail, and the current one of its flow if that is another. */
function templates(content: string, { decidedBy, flowTemplate, ownTemplate }: Current): Html {
  const isOther = ownTemplate || decidedBy !== flowTemplate.version;
  return html`${yamlFile(ownTemplate ? 'The template, of this trail alone' : 'The template', content)}
  ${isOther ? yamlFile('The template that the flow has now', flowTemplate.content) : undefined}`;
}

function trailFacts({ createdAt, createdBy, details, lastModifiedAt }: TrailRow): Html {
  return facts(
    ['Commit', commit(details.git_commit_info)],
    ['Description', paragraph(details.description)],
    ['Begun', html`${moment(createdAt)} by <b>${line(createdBy)}</b>`],
    ['Last change', moment(lastModifiedAt)],
    ['Comes from', details.origin_url === undefined ? undefined : webLink(details.origin_url, line(details.origin_url))],
    ['Links', externalLinks(details.external_urls)],
  );
}

/** The required names and all others: first those that say no, then the missing ones, then the overridden ones. */
function sortedNames({ compliance }: Pick<TrailRow, 'compliance'>): readonly TrailEntry[] {
  const order = ['bad', 'open', 'overridden', 'good'];
  const rank = (entry: TrailEntry): number => order.indexOf(entryBadge(entry).tone);
  return trailEntries({ compliance_status: compliance }).toSorted((one, other) => rank(one) - rank(other));
}

/** The names on one page. */
export function namesOnPage(trail: Pick<TrailRow, 'compliance'>, page: number): readonly TrailEntry[] {
  return sortedNames(trail).slice((page - 1) * namesAtOnce, page * namesAtOnce);
}

function names(trail: TrailRow, page: number, org: string, links: Links, overrides: Overrides): Html {
  const { flowName, name } = trail;
  const entries = sortedNames(trail);
  const shown = namesOnPage(trail, page);
  const own = links.trail(org, flowName, name);
  const required = entries.filter(({ unexpected }) => unexpected !== true).length;
  return html`<h2>What it requires, and what it has</h2>
    ${entries.length > 0 && required === 0 ? html`<p>The template requires nothing: all that is here came without being asked for.</p>` : undefined}
    ${entries.length === 0 ? html`<p>Nothing is required, and nothing is recorded.</p>` : undefined}
    ${entries.length > namesAtOnce ? html`<p class="soft">${grouped(entries.length)} names; ${shown.length} of them on this page.</p>` : undefined}
    <ul class="rows">
      ${shown.map((entry) => nameRow(entry, overrides, (id) => links.attestation(org, flowName, name, id)))}
    </ul>
    ${pages(
      'Pages of names',
      page > 1 ? `${own}?page=${page - 1}` : undefined,
      page * namesAtOnce < entries.length ? `${own}?page=${page + 1}` : undefined,
    )}`;
}

function nameRow(entry: TrailEntry, overrides: Overrides, linkTo: (id: string) => string): Html {
  const { artifact, attestation_id: id, attestation_name: name, attestation_type: type, unexpected } = entry;
  const shown = line(artifact === '' ? name : `${artifact}.${name}`);
  const override = overrides.get(id ?? '');
  return html`<li>
    ${badge(entryBadge(entry))}
    <p>
      ${typeof id === 'string' && id !== '' ? ownLink(linkTo(id), shown) : html`<b>${shown}</b>`}
      <span class="soft">${line(type ?? '')}${unexpected === true ? ', not required' : ', required'}</span>
      ${override === undefined ? undefined : html`<br />${overrideSentence(override, name, linkTo)}`}
    </p>
  </li>`;
}

function artifacts({ compliance, flowName }: TrailRow, org: string, links: Links): Html | undefined {
  const found = Object.entries(compliance.artifacts_statuses ?? {});
  if (found.length === 0) return undefined;
  return html`<h2>Artifacts</h2>
    <ul class="rows">
      ${found
        .slice(0, namesAtOnce)
        .map(([name, { artifact_fingerprint: fingerprint, artifact_id: id, attestations_statuses: own, status }]) => {
          const has = typeof fingerprint === 'string' && fingerprint !== '';
          return html`<li>
            ${badge(stateBadge(status, standsByOverride(status, [...compliance.attestations_statuses, ...own])))}
            <p>
              <span class="name">${line(name)}</span>
              ${has ? ownLink(links.artifactPage(org, flowName, fingerprint, id ?? undefined), html`<code>${fingerprint}</code>`) : undefined}
            </p>
          </li>`;
        })}
    </ul>
    ${found.length > namesAtOnce ? html`<p>and ${grouped(found.length - namesAtOnce)} more</p>` : undefined}`;
}
