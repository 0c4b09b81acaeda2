import { Type } from 'typebox';
import { html, type Html } from '../../../html/index.ts';
import { grouped, stringAt, valueAt } from '../../../text/index.ts';
import type { Links } from '../../evidence/links.ts';
import { PageNumber, page } from '../../pages/mount.ts';
import {
  facts,
  gateReason,
  items,
  line,
  moment,
  ownLink,
  pages,
  paragraph,
  requiresNothing,
  shortCommit,
  stateOfTrail,
  statesAfterGate,
  wayTo,
  yamlFile,
} from '../../pages/parts.ts';
import { currentCompliance, listTrails } from '../trails/use.ts';
import { getFlow, listFlows } from './use.ts';

const flowsAtOnce = 100;
const trailsAtOnce = 50;

/** Each flow that the caller reaches, by name. */
export const flows = page(
  '/:org/flows',
  Type.Object({ page: PageNumber }),
  async ({ evidence, org, query: { page: number = 1 } }) => {
    const { links } = evidence;
    const { items: found, pagination } = await listFlows(
      evidence,
      org,
      { part: '', isExact: false },
      { page: number, perPage: flowsAtOnce },
    );
    const rows = await Array.fromAsync(
      found,
      ({ description, name }) => html`<li>${ownLink(links.flow(org.orgName, name), name)} <span>${line(description ?? '')}</span></li>`,
    );
    const { page_count: pageCount = 1, total = 0 } = pagination ?? {};
    return {
      title: `Flows · ${org.orgName}`,
      way: [],
      main: html`<h1>Flows of <span class="name">${org.orgName}</span></h1>
        <p class="soft">${grouped(total)} in all, by name.</p>
        <ul class="rows">
          ${rows}
        </ul>
        ${pages('Pages of flows', links.flows(org.orgName), number, number < pageCount)}`,
    };
  },
  { reach: 'filtered' },
);

export const flow = page('/:org/flows/:flow_name', Type.Object({ page: PageNumber }), async ({ evidence, org, params, query }) => {
  const { links } = evidence;
  const { page: number = 1 } = query;
  const view = await getFlow(evidence, org, params.flow_name);
  const { items: trails, pagination } = await listTrails(evidence, org, params.flow_name, { page: number, perPage: trailsAtOnce });
  let note: Html | undefined;
  // Each trail is released as soon as it is shown, because a trail may be megabytes.
  const rows = await Array.fromAsync(trails, async ({ compliance, fields: own, gate, id }) => {
    const fields = { ...own, gate };
    const current = await currentCompliance(evidence, org, id);
    note ??= requiresNothing(fields);
    const decided = stateOfTrail(compliance);
    const now = stateOfTrail(current);
    const why = gateReason(fields, decided, now, 'message');
    return trailRow(fields, statesAfterGate(fields, decided, now), why, org.orgName, links);
  });
  const { page_count: pageCount = 1, total = 0 } = pagination ?? {};
  return {
    title: `${view.name} · ${org.orgName}`,
    way: wayTo(links, org.orgName),
    main: html`<h1>Flow <span class="name">${view.name}</span></h1>
      ${facts(
        ['Description', paragraph(stringAt(view, 'description'))],
        ['Tags', items(Object.entries(Object(view.tags)).map(([tag, value]) => `${line(tag)}: ${line(String(value))}`))],
        ['Made', html`${moment(view.created_at)} by <b>${line(stringAt(view, 'created_by') ?? '')}</b>`],
        ['Last change', moment(view.last_modified_at)],
        ['Note', note],
      )}
      <h2>Trails, newest first</h2>
      <p class="soft">${grouped(total)} in all.</p>
      <ul class="rows">
        ${rows}
      </ul>
      ${pages('Pages of trails', links.flow(org.orgName, view.name), number, number < pageCount)}
      ${yamlFile('The template', stringAt(view, 'template') ?? '')}`,
  };
});

/** A trail in the list of its flow; `trail` as the interface answers it. */
function trailRow(trail: object, state: Html, why: Html | undefined, org: string, links: Links): Html {
  const flowName = stringAt(trail, 'flow', 'name') ?? '';
  const name = stringAt(trail, 'name') ?? '';
  return html`<li>
    <span>${state}</span>
    <p>
      ${ownLink(links.trail(org, flowName, name), line(name))}
      <span class="soft">changed ${moment(valueAt(trail, 'last_modified_at'))}</span><br />
      ${shortCommit(valueAt(trail, 'git_commit_info'))} ${why && html`<br />${why}`}
    </p>
  </li>`;
}
