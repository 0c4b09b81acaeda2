import { html, type Html } from '../../html/index.ts';
import { grouped, stringAt, valueAt } from '../../text/index.ts';
import type { Links } from '../evidence/links.ts';
import { facts, items, line, moment, ownLink, pages, paragraph, shortCommit, states, yamlFile, type StateShown } from './parts.ts';
import type { Page } from './page.ts';

/** The parts of the page of a flow. */
export interface FlowShown {
  readonly org: string;
  /** As the interface answers it. */
  readonly flow: object;
  /** One page of its trails, the latest first. */
  readonly trails: readonly Html[];
  readonly page: number;
  readonly pageCount: number;
  readonly total: number;
}

/** The page of a flow: what it is, its trails, and its template. */
export function flowPage({ flow, org, page, pageCount, total, trails }: FlowShown, links: Links): Page {
  const name = stringAt(flow, 'name') ?? '';
  const own = links.flow(org, name);
  return {
    title: `${name} · ${org}`,
    way: [org],
    main: html`<h1>Flow <span class="name">${name}</span></h1>
      ${facts(
        ['Description', paragraph(stringAt(flow, 'description'))],
        ['Tags', items(Object.entries(Object(valueAt(flow, 'tags'))).map(([tag, value]) => `${line(tag)}: ${line(String(value))}`))],
        ['Made', html`${moment(valueAt(flow, 'created_at'))} by <b>${line(stringAt(flow, 'created_by') ?? '')}</b>`],
        ['Last change', moment(valueAt(flow, 'last_modified_at'))],
      )}
      <h2>Trails, newest first</h2>
      <p class="soft">${grouped(total)} in all.</p>
      <ul class="rows">
        ${trails}
      </ul>
      ${pages('Pages of trails', page > 1 ? `${own}?page=${page - 1}` : undefined, page < pageCount ? `${own}?page=${page + 1}` : undefined)}
      ${yamlFile('The template', stringAt(flow, 'template') ?? '')}`,
  };
}

/** The state of a trail as it was decided, and by the current templates. */
export interface StatesOfTrail {
  readonly decided: StateShown;
  readonly current: StateShown;
}

/** A trail in the list of its flow; `trail` as the interface answers it. */
export function trailRow(trail: object, { current, decided }: StatesOfTrail, org: string, links: Links): Html {
  const flow = stringAt(trail, 'flow', 'name') ?? '';
  const name = stringAt(trail, 'name') ?? '';
  return html`<li>
    <span>${states(decided, current)}</span>
    <p>
      ${ownLink(links.trail(org, flow, name), line(name))} <span class="soft">changed ${moment(valueAt(trail, 'last_modified_at'))}</span
      ><br />
      ${shortCommit(valueAt(trail, 'git_commit_info'))}
    </p>
  </li>`;
}
