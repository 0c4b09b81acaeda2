import { Type } from 'typebox';
import { html, type Html } from '../../../html/index.ts';
import { cut, stringAt, valueAt } from '../../../text/index.ts';
import type { Links } from '../../evidence/links.ts';
import { page } from '../../pages/mount.ts';
import { line, moment, named, ownLink, pageLinks, row, rowsOr, shortName, yamlFile } from '../../pages/parts.ts';
import { recordsAfter } from './use.ts';

const atOnce = 25;
/** Characters of a record, so that a page stays below 100 KB. */
const longestShown = 2500;

export const records = page(
  '/:org/records',
  Type.Object({ before: Type.Optional(Type.Integer({ minimum: 1 })) }),
  async ({ evidence, org, query }) => {
    const { head } = await recordsAfter(evidence, org, Number.MAX_SAFE_INTEGER, 1);
    const end = Math.min(query.before ?? head.sequence + 1, head.sequence + 1);
    const begin = Math.max(end - 1 - atOnce, 0);
    const { records: found } = await recordsAfter(evidence, org, begin, end - 1 - begin || 1);
    const address = evidence.links.listed(org.orgName, 'records');
    const shown = found.filter(({ sequence }) => sequence < end).toReversed();
    return {
      title: `Records · ${org.orgName}`,
      main: html`<h1>Records of <span class="name">${org.orgName}</span>, newest first</h1>
        <p class="soft">The log ends with number ${head.sequence}, and <code>${head.link}</code>.</p>
        ${rowsOr(
          shown.map((record) => recordRow(record, evidence.links, org.orgName)),
          'Nothing is recorded yet.',
        )}
        ${pageLinks('Pages of records', query.before === undefined ? undefined : address, begin === 0 ? undefined : `${address}?before=${begin + 1}`)}`,
    };
  },
  { need: 'log' },
);

type Shown = Awaited<ReturnType<typeof recordsAfter>>['records'][number];

function recordRow({ body, link, sequence }: Shown, links: Links, org: string): Html {
  const said: unknown = JSON.parse(body);
  const [flow, trail] = [stringAt(said, 'flow'), stringAt(said, 'trail')];
  const by = stringAt(said, 'reported_by') ?? stringAt(said, 'created_by') ?? stringAt(said, 'user') ?? '';
  return row(
    html`${sequence} <b>${line(stringAt(said, 'kind') ?? '')}</b>`,
    html`<span class="soft">${moment(valueAt(said, 'created_at'))} ${by && html`by ${named(by)}`}</span> <code>${link.slice(0, 12)}</code>`,
    flow &&
      html`<br />${trail ? ownLink(links.trail(org, flow, trail), `${flow} › ${shortName(trail)}`) : ownLink(links.flow(org, flow), flow)}`,
    yamlFile('What it says', cut(JSON.stringify(said, null, 2), longestShown)),
  );
}
