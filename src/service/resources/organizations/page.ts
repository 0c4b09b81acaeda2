import { Type } from 'typebox';
import { html } from '../../../html/index.ts';
import { ownPage, page } from '../../pages/mount.ts';
import { ownLink } from '../../pages/parts.ts';

/** The organizations of the caller. */
export const home = ownPage('/', async ({ evidence: { links }, principal }) => ({
  title: 'Home',
  way: [],
  main: html`<h1>Your organizations</h1>
    <ul>
      ${[...principal.grants].map(([name, { role }]) => html`<li>${ownLink(links.organization(name), name)} <span class="soft">${role}</span></li>`)}
    </ul>`,
}));

export const organization = page(
  '/:org',
  Type.Object({}),
  async ({ evidence: { links }, org: { orgName } }) => ({
    title: orgName,
    way: [],
    main: html`<h1>Organization <span class="name">${orgName}</span></h1>
      <p>${ownLink(links.flows(orgName), 'Flows')}</p>`,
  }),
  { reach: 'filtered' },
);
