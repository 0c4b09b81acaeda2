import { html, type Html } from '../../../html/index.ts';
import { entryBadge, gateSays, stateBadge, trailEntries } from '../../../presentation/index.ts';
import { stringAt, valueAt } from '../../../text/index.ts';
import type { Asking, Evidence } from '../../context.ts';
import type { Links } from '../../evidence/links.ts';
import { Nothing, ownPage, page } from '../../pages/mount.ts';
import { ago, command, items, line, messageOf, named, ownLink, row, rowsOr } from '../../pages/parts.ts';
import { shortName, stateOfTrail, statesAfterGate } from '../../pages/parts.ts';
import { may, roleWords, type Caller } from '../../roles.ts';
import { acceptanceList } from '../audits/page.ts';
import type { TrailRow } from '../trails/tables.ts';
import { gateField, trailsNumbered } from '../trails/use.ts';

/** So many of each are shown at most: a page has 100 KB. */
const [mostOrganizations, mostTroubled, mostFlows, mostInStrip, mostDecisions] = [20, 20, 20, 12, 20];
const month = 30 * 86_400;

/** The trails that are red or stuck in all organizations of the caller. Who has only one is led there. */
export const home = ownPage('/', async ({ evidence, principal: { grants } }) => {
  const { links } = evidence;
  const [[only] = [], ...others] = grants;
  if (only !== undefined && others.length === 0) return links.organization(only);
  const looked = [...grants].slice(0, mostOrganizations);
  const troubled = await Promise.all(
    looked.map(([orgName, { flows, orgId }]) => troubledRows(evidence, { orgId, orgName, ...(flows && { flows }) }, `${orgName} › `)),
  );
  return {
    title: 'Home',
    main: html`<h1>Your organizations</h1>
      <ul>
        ${[...grants].map(([name, grant]) => html`<li>${ownLink(links.organization(name), name)} <span class="soft">${roleWords(grant)}</span></li>`)}
      </ul>
      ${troubledList(troubled.flat())}`,
  };
});

export const organization = page(
  '/:org',
  Nothing,
  async ({ address, evidence, org }) => {
    const { links } = evidence;
    const { flows: reached, orgName } = org;
    const strips = await flowStrips(evidence, org);
    return {
      title: orgName,
      main: html`<h1>Organization <span class="name">${orgName}</span></h1>
        <nav aria-label="Lists">
          <ol>
            ${listsOf(links, org).map((list) => html`<li>${list}</li>`)}
          </ol>
        </nav>
        ${strips === undefined ? firstRecord(address, orgName) : html`${troubledList(await troubledRows(evidence, org))} ${strips}`}
        ${reached === undefined ? [await decisionList(evidence, org), await acceptanceList(evidence, org)] : undefined}`,
    };
  },
  { reach: 'filtered' },
);

/** The lists that the caller may open. A token for some flows is for no list of the whole organization. */
function listsOf({ flows, listed }: Links, org: Caller): readonly Html[] {
  const all = ownLink(flows(org.orgName), 'All flows');
  if (org.flows !== undefined) return [all];
  const ofAll = ['environments', 'audits', 'policies', 'types', 'notifications'] as const;
  const ofFew = [may(org, 'log') ? 'records' : undefined, may(org, 'administer') ? 'access' : undefined] as const;
  return [all, ...[...ofAll, ...ofFew].flatMap((list) => (list === undefined ? [] : [ownLink(listed(org.orgName, list), list)]))];
}

function firstRecord(address: string, org: string): Html {
  return html`<h2>Nothing is recorded here yet</h2>
    <p>This makes the first record, in a flow and a trail that begin with it. <code>TOKEN</code> is a token that may record:</p>
    ${command(
      `curl -H "Authorization: Bearer $TOKEN" -F 'data_json={"attestation_name":"unit-tests","is_compliant":true}' ${address}/api/v2/attestations/${org}/my-flow/trail/my-first-trail/generic`,
    )}`;
}

/** A trail that is red or stuck, and when that was last said. */
interface Troubled {
  readonly at: number;
  readonly shown: Html;
}

function troubledList(all: readonly Troubled[]): Html {
  const latest = all.toSorted((one, other) => other.at - one.at).slice(0, mostTroubled);
  return html`<h2>Red or waiting now</h2>
    <p class="soft">A trail is listed until a newer one of its flow and branch is compliant.</p>
    ${rowsOr(
      latest.map(({ shown }) => shown),
      'Nothing.',
    )}`;
}

async function troubledRows(evidence: Evidence, org: Asking, prefix = ''): Promise<readonly Troubled[]> {
  const numbers = await evidence.store.troubledTrails(org.orgId, org.flows && [...org.flows], mostTroubled);
  const gate = gateField(evidence, org);
  return await Array.fromAsync(trailsNumbered(evidence, org, numbers), async (trail) => {
    const says = await gate.ofTrail(trail);
    const { compliance, details, flowName, lastModifiedAt, name } = trail;
    const decided = stateOfTrail(compliance);
    const shown = row(
      statesAfterGate(says, decided, decided),
      ownLink(evidence.links.trail(org.orgName, flowName, name), messageOf(details.git_commit_info) || shortName(name)),
      html`<span class="soft">${line(stringAt(details.git_commit_info, 'author') ?? '')}</span><br />${line(whyNot(trail, says))}<br /><span
          class="soft"
          >${prefix}${flowName} › ${shortName(name)}, ${ago(lastModifiedAt)}</span
        >`,
    );
    return { at: lastModifiedAt, shown };
  });
}

/** The first reason: that of the gate, or else the first name that says no. */
function whyNot({ compliance }: TrailRow, gate: object): string {
  const message = gateSays(gate)?.message ?? '';
  if (message !== '') return message;
  const entry = trailEntries({ compliance_status: compliance }).find(({ is_compliant: is }) => is !== true);
  return entry === undefined ? '' : `${entry.attestation_name} is ${entryBadge(entry).word}`;
}

/** The flows of the newest trails; `undefined` if there are none. */
async function flowStrips({ links, store }: Evidence, { flows: reached, orgId, orgName }: Asking): Promise<Html | undefined> {
  const flows = await store.activeFlows(orgId, reached && [...reached], mostFlows);
  if (flows.length === 0) return undefined;
  const ids = flows.map(({ id }) => id);
  const trails = Map.groupBy(await store.lastStates(orgId, ids, mostInStrip), ({ flowId }) => flowId);
  const rows = flows.map(({ id, name: flow }) => {
    const latest = (trails.get(id) ?? []).toSorted((one, other) => other.number - one.number);
    const strip = latest.map(({ name, state }) => square(links.trail(orgName, flow, name), name, state));
    return row(ownLink(links.flow(orgName, flow), flow), html`<div class="strip">${strip}</div>`);
  });
  return html`<h2>Flows, and their last trails</h2>
    ${rowsOr(rows, '')}`;
}

/** A state in a square. Its title is also its name for those who do not see it. */
function square(address: string, name: string, state: string): Html {
  const { mark, tone, word } = stateBadge(state);
  return html`<a class="state ${tone}" href="${address}" title="${line(name)}: ${word}"><span aria-hidden="true">${mark}</span></a> `;
}

async function decisionList({ links, store }: Evidence, { orgId, orgName }: Asking): Promise<Html> {
  const decided = await store.decisions(orgId, Date.now() / 1000 - month, mostDecisions);
  return html`<h2>Overrides, approvals and allowed artifacts of 30 days</h2>
    ${items(decided.map((record) => decisionWords(record, links, orgName))) ?? html`<p>None.</p>`}`;
}

function decisionWords(record: object, links: Links, org: string): Html {
  const text = (...path: readonly string[]): string => line(stringAt(record, ...path) ?? '');
  const by = html`by ${named(text('reported_by'))} <span class="soft">${ago(Number(valueAt(record, 'created_at')))}</span>`;
  const trail =
    text('trail') === '' ? undefined : html` on ${ownLink(links.trail(org, text('flow'), text('trail')), shortName(text('trail')))}`;
  const artifact = ownLink(links.artifactPage(org, text('flow'), text('fingerprint')), text('artifact_name'));
  switch (text('kind')) {
    case 'attestation':
      return html`Override of <b>${text('attestation_name')}</b>${trail} ${by}: ${text('data', 'reason')}`;
    case 'approval_reported':
      return html`Approval of ${artifact}${trail} ${by}: ${text('state').toLowerCase()}`;
    default:
      return html`${text('artifact_name')} allowed in <b>${text('environment')}</b> ${by}: ${text('description')}`;
  }
}
