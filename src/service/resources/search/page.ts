import { Type } from 'typebox';
import { html, type Html } from '../../../html/index.ts';
import { stateBadge } from '../../../presentation/index.ts';
import { stringAt } from '../../../text/index.ts';
import { page } from '../../pages/mount.ts';
import { ago, badge, line, messageOf, named, ownLink, row, rowsOr, shortName, shortSha, stateOfTrail, states } from '../../pages/parts.ts';
import { searchWords } from './use.ts';

const Query = Type.Object({ q: Type.Optional(Type.String({ maxLength: 200 })) });

export const searchPage = page(
  '/:org/search',
  Query,
  async ({ evidence, org, query }) => {
    const { links } = evidence;
    const { orgName } = org;
    const words = (query.q ?? '').trim();
    const { artifacts, flows, trails } = words === '' ? { artifacts: [], flows: [], trails: [] } : await searchWords(evidence, org, words);
    const groups = [
      ...group('Flows', flows, (name) => row(ownLink(links.flow(orgName, name), name), undefined)),
      ...group('Trails', trails, ({ compliance, createdBy, details, flowName, lastModifiedAt, name }) => {
        const state = stateOfTrail(compliance);
        const [message, author] = [messageOf(details.git_commit_info), stringAt(details.git_commit_info, 'author') ?? ''];
        return row(
          states(state, state),
          ownLink(links.trail(orgName, flowName, name), message || shortName(name)),
          html`<span class="soft"
            >${line(author)}<br />${flowName} › ${shortName(name)} ${shortSha(details.git_commit_info)}, ${ago(lastModifiedAt)}, begun by
            ${named(createdBy)}</span
          >`,
        );
      }),
      ...group('Artifacts', artifacts, ({ fingerprint, flowName, record, state }) => {
        const name = ownLink(links.artifactPage(orgName, flowName, fingerprint), line(stringAt(record.data, 'filename') ?? ''));
        return row(badge(stateBadge(state)), html`${flowName} › ${name}`, html`<code>${fingerprint}</code>`);
      }),
    ];
    return {
      title: `Search · ${orgName}`,
      main: html`<h1>Search</h1>
        <p>For <b>${line(words)}</b>:</p>
        ${groups.length === 0 ? html`<p>Nothing is found.</p>` : groups}
        <p class="soft">
          Commits and fingerprints are found by their first 5 digits or more, trails by their name, and flows by a part of it, however old
          they are. Parts of messages, authors, recorders and names of trails are looked for in the newest 5,000 trails, and how names of
          artifacts begin in the newest 1,000.
        </p>`,
    };
  },
  { reach: 'filtered' },
);

function group<Item>(title: string, found: readonly Item[], rowOf: (item: Item) => Html): readonly Html[] {
  return found.length === 0 ? [] : [html`<h2>${title}</h2>`, rowsOr(found.map(rowOf), '')];
}
