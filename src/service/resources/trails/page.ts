import { Type } from 'typebox';
import { RecordId } from '../../../contract/index.ts';
import { html, webLink, type Html } from '../../../html/index.ts';
import { badgeOf, entryBadge, gateSays, standsByOverride, stateBadge, trailEntries, type TrailEntry } from '../../../presentation/index.ts';
import { grouped } from '../../../text/index.ts';
import type { Asking, Evidence } from '../../context.ts';
import type { Links } from '../../evidence/links.ts';
import { PageNumber, page } from '../../pages/mount.ts';
import {
  badge,
  commit,
  externalLinks,
  facts,
  gateReason,
  line,
  moment,
  ownLink,
  pageLinks,
  pages,
  paragraph,
  stateOfTrail,
  statesAfterGate,
  yamlFile,
  type Page,
} from '../../pages/parts.ts';
import { overrideSentence, overridesOf, recordArticle, recordPage, type Overrides } from '../attestations/page.ts';
import { attestationsOnTrail, replacementOf } from '../attestations/use.ts';
import type { Current, TrailNow } from './tables-reads.ts';
import type { TrailRow } from './tables.ts';
import { findTrailNow, gateField } from './use.ts';

const namesAtOnce = 100;

const recordsAtOnce = 25;

const path = '/:org/flows/:flow_name/trails/:trail_name';
const Query = Type.Object({
  page: PageNumber,
  before: Type.Optional(Type.Integer({ minimum: 1 })),
  attestation_id: Type.Optional(RecordId),
});

export const trail = page(path, Query, async ({ evidence, org, params, query }) => {
  const found = await findTrailNow(evidence, org, params.flow_name, params.trail_name);
  const { attestation_id: id, before, page: number = 1 } = query;
  return id === undefined ? await trailPage(evidence, org, found, number, before) : await recordPage(evidence, org, found.trail, id);
});

/** A trail: its state, what it requires and has, its artifacts, and its records. */
async function trailPage(evidence: Evidence, org: Asking, { current, trail: row }: TrailNow, page: number, before?: number): Promise<Page> {
  const { links } = evidence;
  const { orgId, orgName } = org;
  const gate = await gateField(evidence, org)(row);
  const decided = stateOfTrail(row.compliance);
  const at = { before: before ?? Number.MAX_SAFE_INTEGER, limit: recordsAtOnce };
  const { items, next } = await attestationsOnTrail(evidence, orgId, row.id, at);
  const records = await Array.fromAsync(items, async (record) =>
    recordArticle(record, orgName, links, await replacementOf(evidence, orgId, row.id, record)),
  );
  const isFirst = before === undefined;
  const overrides = await overridesOf(evidence, orgId, isFirst ? namesOnPage(row, page) : []);
  const address = links.trail(orgName, row.flowName, row.name);
  return {
    title: `${wordOf(row.compliance, current.compliance, gate)}: ${row.name} · ${row.flowName} · ${orgName}`,
    way: [orgName, ownLink(links.flow(orgName, row.flowName), row.flowName)],
    main: html`<h1>Trail <span class="name">${row.name}</span></h1>
      <p>
        ${statesAfterGate(gate, decided, stateOfTrail(current.compliance))}
        ${gateReason(gate, decided, stateOfTrail(current.compliance), 'fix')}
      </p>
      ${page === 1 && isFirst ? trailFacts(row) : undefined} ${isFirst ? names(row, page, orgName, links, overrides) : undefined}
      ${page === 1 && isFirst ? artifacts(row, orgName, links) : undefined}
      <h2 id="records">Records, newest first</h2>
      ${records.length === 0 ? html`<p>Nothing is recorded here.</p>` : records}
      ${pageLinks('Pages of records', isFirst ? undefined : `${address}#records`, next === undefined ? undefined : `${address}?before=${next}#records`)}
      ${page === 1 && isFirst ? templates(row.content, current) : undefined}`,
  };
}

type Compliance = TrailRow['compliance'];

function wordOf(decided: Compliance, current: Compliance, gate: object): string {
  const says = gateSays(gate, decided.status, current.status);
  const isOfNow = says?.verdict === current.status.toLowerCase();
  // The states of then and of now tell it, where it is the one of now.
  if (says?.differs === true && !isOfNow) return badgeOf(says.verdict).word;
  const word = (compliance: Compliance): string => {
    const { isOverridden, status } = stateOfTrail(compliance);
    return stateBadge(status, isOverridden).word;
  };
  return decided.status === current.status ? word(decided) : `${word(decided)}, now ${word(current)}`;
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
function sortedNames({ compliance }: TrailRow): readonly TrailEntry[] {
  const order = ['✘', '…', '?', 'overridden', '✔'];
  const rank = (entry: TrailEntry): number => {
    const { mark, tone } = entryBadge(entry);
    return order.indexOf(tone === 'overridden' ? tone : mark);
  };
  return trailEntries({ compliance_status: compliance }).toSorted((one, other) => rank(one) - rank(other));
}

function namesOnPage(row: TrailRow, page: number): readonly TrailEntry[] {
  return sortedNames(row).slice((page - 1) * namesAtOnce, page * namesAtOnce);
}

function names(row: TrailRow, page: number, org: string, links: Links, overrides: Overrides): Html {
  const { flowName, name } = row;
  const entries = sortedNames(row);
  const shown = namesOnPage(row, page);
  const required = entries.filter(({ unexpected }) => unexpected !== true).length;
  return html`<h2>What it requires, and what it has</h2>
    ${entries.length > 0 && required === 0 ? html`<p>The template requires nothing: all that is here came without being asked for.</p>` : undefined}
    ${entries.length === 0 ? html`<p>Nothing is required, and nothing is recorded.</p>` : undefined}
    ${entries.length > namesAtOnce ? html`<p class="soft">${grouped(entries.length)} names; ${shown.length} of them on this page.</p>` : undefined}
    <ul class="rows">
      ${shown.map((entry) => nameRow(entry, overrides, (id) => links.attestation(org, flowName, name, id)))}
    </ul>
    ${pages('Pages of names', links.trail(org, flowName, name), page, page * namesAtOnce < entries.length)}`;
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
        .map(([name, { artifact_fingerprint: fingerprint, artifact_id: id, attestations_statuses: attestations, status }]) => {
          const has = typeof fingerprint === 'string' && fingerprint !== '';
          return html`<li>
            ${badge(stateBadge(status, standsByOverride(status, [...compliance.attestations_statuses, ...attestations])))}
            <p>
              <span class="name">${line(name)}</span>
              ${has ? ownLink(links.artifactPage(org, flowName, fingerprint, id ?? undefined), html`<code>${fingerprint}</code>`) : undefined}
            </p>
          </li>`;
        })}
    </ul>
    ${found.length > namesAtOnce ? html`<p>and ${grouped(found.length - namesAtOnce)} more</p>` : undefined}`;
}
