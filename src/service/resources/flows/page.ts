import { Type } from 'typebox';
import { TrailFilter, TrailPlace } from '../../../contract/index.ts';
import { html, webLink, type Child, type Html } from '../../../html/index.ts';
import { entryBadge, gateSays, trailEntries, type TrailEntry } from '../../../presentation/index.ts';
import { count, cut, given, grouped, seconds, stringAt, valueAt } from '../../../text/index.ts';
import type { Asking, Evidence } from '../../context.ts';
import { weekChart } from '../../pages/charts.ts';
import { Nothing, PageNumber, page } from '../../pages/mount.ts';
import { badge, choiceField, command, facts, gateReason, items, line, moment, named, ownLink, pages } from '../../pages/parts.ts';
import { paragraph, requiresNothing, row, rowsOr, shortName, shortSha, stateOfTrail, statesAfterGate, wayTo } from '../../pages/parts.ts';
import { yamlFile } from '../../pages/parts.ts';
import { filterOf, filteredTrails, type TrailView } from '../trails/use.ts';
import { failingTests, getFlow, lastWeeks, listFlows } from './use.ts';

const flowsAtOnce = 100;
const trailsAtOnce = 25;
/** In the matrix, and among those that fail most: a page has 100 KB at most. */
const [mostNames, mostTests, mostTrails] = [12, 25, 4];
const longestMessage = 100;

export const flows = page(
  '/:org/flows',
  Type.Object({ page: PageNumber }),
  async ({ evidence, org, query: { page: number = 1 } }) => {
    const { links } = evidence;
    const asked = { page: number, perPage: flowsAtOnce };
    const { items: found, pagination } = await listFlows(evidence, org, { part: '', isExact: false }, asked);
    const rows = await Array.fromAsync(found, ({ description, name }) =>
      row(ownLink(links.flow(org.orgName, name), name), line(description ?? '')),
    );
    const { page_count: pageCount = 1, total = 0 } = pagination ?? {};
    return {
      title: `Flows · ${org.orgName}`,
      main: html`<h1>Flows of <span class="name">${org.orgName}</span></h1>
        <p class="soft">${grouped(total)} in all, by name.</p>
        ${rowsOr(rows, 'There is no flow yet: the first record makes one.')}
        ${pages('Pages of flows', links.flows(org.orgName), number, number < pageCount)}`,
    };
  },
  { reach: 'filtered' },
);

const Query = Type.Object({ ...TrailFilter, before: TrailPlace, after: TrailPlace });

export const flow = page('/:org/flows/:flow_name', Query, async ({ address, evidence, org, params: { flow_name: name }, query }) => {
  const { after, before, ...all } = query;
  const asked: TrailFilter = Object.fromEntries(Object.entries(all).filter(([, text]) => text.trim() !== ''));
  const isFiltered = Object.keys(asked).length > 0;
  const view = await getFlow(evidence, org, name);
  const find = (place: object) => filteredTrails(evidence, org, name, filterOf(asked), place, trailsAtOnce);
  const isNewer = after !== undefined;
  const asFar = await find(
    given({ before: before === undefined ? undefined : Number(before), after: isNewer ? Number(after) : undefined }),
  );
  // The newest page is a whole one, also for those who come back to it.
  const found = isNewer && asFar.newer === undefined ? await find({}) : asFar;
  // Each trail is released as soon as it is shown, because a trail may be megabytes.
  const trails = await Array.fromAsync(found.items, (trail) => shownTrail(evidence, org, trail));
  const to = (place: object): string => `?${new URLSearchParams({ ...asked, ...place }).toString()}`;
  const isEmpty = trails.length === 0 && !isFiltered && before === undefined;
  return {
    title: `${view.name} · ${org.orgName}`,
    way: wayTo(evidence.links, org.orgName),
    main: html`<h1>Flow <span class="name">${view.name}</span></h1>
      ${facts(
        ['Description', paragraph(stringAt(view, 'description'))],
        ['Tags', items(Object.entries(Object(view.tags)).map(([tag, value]) => `${line(tag)}: ${line(String(value))}`))],
        ['Made', html`${moment(view.created_at)} by ${named(stringAt(view, 'created_by') ?? '')}`],
        ['Last change', moment(view.last_modified_at)],
        ['Note', trails.find(({ note }) => note !== undefined)?.note],
      )}
      <p>
        ${ownLink(evidence.links.artifacts(org.orgName, view.name), 'Artifacts')},
        ${ownLink(evidence.links.approvals(org.orgName, view.name), 'approvals')},
        ${ownLink(evidence.links.tests(org.orgName, view.name), 'tests that fail most')}
      </p>
      <h2>Trails, newest first</h2>
      ${isEmpty ? firstRecord(address, org.orgName, view.name) : filterForm(asked)}
      <p class="soft">${countWords(found, isFiltered)}</p>
      <ul class="rows">
        ${trails.map(({ row }) => row)}
      </ul>
      <nav class="pages" aria-label="Pages of trails">
        ${found.newer === undefined ? undefined : html`<a href="${to({ after: found.newer })}" rel="prev">Newer</a>`}
        ${found.older === undefined ? undefined : html`<a href="${to({ before: found.older })}" rel="next">Older</a>`}
      </nav>
      ${matrix(trails)} ${isFiltered || before !== undefined || isNewer || isEmpty ? undefined : await weekCharts(evidence, org, name)}
      ${yamlFile('The template', stringAt(view, 'template') ?? '')}`,
  };
});

export const flowTests = page('/:org/flows/:flow_name/tests', Nothing, async ({ evidence, org, params: { flow_name: flow } }) => {
  const { since, tests } = await failingTests(evidence, org, flow);
  const linkTo = (trail: string): Html => ownLink(evidence.links.trail(org.orgName, flow, trail), shortName(trail));
  const rows = tests.slice(0, mostTests).map(({ attestation_name: of, failed, flaky, trail_count: all, ...test }) => {
    const trails = items(test.trails.slice(0, mostTrails).map(linkTo), Math.max(all - mostTrails, 0));
    const seen = html`in ${count(all, 'trail')}, last seen ${moment(test.last_seen_at)} in the first of ${trails}`;
    const times = `failed ${count(failed, 'time')}, flaky ${count(flaky, 'time')}`;
    return row(times, html`<b>${line(test.name)}</b>`, html`<br />${line(of)}, ${seen}`);
  });
  return {
    title: `Tests · ${flow} · ${org.orgName}`,
    way: wayTo(evidence.links, org.orgName, flow),
    main: html`<h1>Tests that fail most in <span class="name">${flow}</span></h1>
      <p class="soft">
        ${count(tests.length, 'test')} named by records since ${moment(since)}. Each trail and leg counts once. Flaky: passed after a
        failure.
      </p>
      ${rowsOr(rows, 'No test is named that failed or was flaky.')}`,
  };
});

function countWords({ lookedTo, mostCounted, mostLooked, total }: Awaited<ReturnType<typeof filteredTrails>>, isFiltered: boolean): Child {
  if (!isFiltered) return `${grouped(total ?? 0)} in all.`;
  if (total !== undefined) return total > mostCounted ? `${grouped(mostCounted)}+ match.` : `${grouped(total)} match.`;
  if (lookedTo === undefined) return 'All that match within the trails that were looked through.';
  return html`Only ${grouped(mostLooked)} trails are looked through at once, here up to that of ${moment(lookedTo)}. The next page goes on
  from there.`;
}

type ShownTrail = Awaited<ReturnType<typeof shownTrail>>;

/** A trail in the list of its flow, and in the matrix. */
async function shownTrail(evidence: Evidence, org: Asking, { compliance, fields: own, gate, id }: TrailView) {
  const fields = { ...own, gate };
  const { compliance: current } = await evidence.store.currentOf(org.orgId, id);
  const [decided, now] = [stateOfTrail(compliance), stateOfTrail(current)];
  const { last_modified_at: changed, name } = fields;
  const info = valueAt(fields, 'git_commit_info');
  const isSha = name === stringAt(info, 'sha1');
  const flowName = stringAt(fields, 'flow', 'name') ?? '';
  const [author, branch] = ['author', 'branch'].map((field) => stringAt(info, field) ?? '');
  const shown = line((stringAt(info, 'message') ?? '').trim().split('\n', 1)[0] || name);
  const { links } = evidence;
  const linked = ownLink(links.trail(org.orgName, flowName, name), cut(shown, longestMessage));
  const reason = gateSays(fields, decided.status, now.status)?.message ?? '';
  const why = gateReason(fields, decided, now, 'message') ?? (reason === '' ? undefined : html`<span class="soft">${line(reason)}</span>`);
  const demanded = trailEntries({ compliance_status: current }).filter(({ unexpected }) => unexpected !== true);
  const cellOf = (entry: TrailEntry): Html => {
    const said = badge(entryBadge(entry));
    const record = entry.attestation_id ?? '';
    return record === '' ? said : ownLink(links.attestation(org.orgName, flowName, name, record), said);
  };
  const nameOf = ({ artifact, attestation_name: each }: TrailEntry) => (artifact === '' ? each : `${artifact}.${each}`);
  return {
    note: requiresNothing(fields),
    head: html`${linked} ${shortSha(info)}`,
    cells: new Map(demanded.slice(0, mostNames).map((entry) => [nameOf(entry), cellOf(entry)])),
    row: html`<li>
      <span>${statesAfterGate(fields, decided, now)}</span>
      <p>
        ${linked} <span class="soft">${facetLink('author', author)} ${facetLink('branch', branch)}</span><br />
        <span class="soft"
          >${isSha ? undefined : line(name)} ${webLink(stringAt(info, 'url'), shortSha(info))} changed ${moment(changed)}</span
        >
        ${why && html`<br />${why}`}
      </p>
    </li>`,
  };
}

/** All trails with the same. */
function facetLink(facet: 'author' | 'branch', text = ''): Html | undefined {
  const shown = cut(line(text.replace(/\s*<[^<>]*>\s*$/, '')), longestMessage);
  return shown === '' ? undefined : ownLink(`?${new URLSearchParams({ [facet]: text.slice(0, 200) }).toString()}`, shown);
}

/** The trails of the page by the names that their templates demand. */
function matrix(trails: readonly ShownTrail[]): Html | undefined {
  const names = [...new Set(trails.flatMap(({ cells }) => [...cells.keys()]))].slice(0, mostNames);
  if (names.length === 0) return undefined;
  return html`<h2 id="matrix">Evidence by commit</h2>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="matrix">
      <table>
        <tr>
          <th scope="col">Commit</th>
          ${names.map((name) => html`<th scope="col">${line(name)}</th>`)}
        </tr>
        ${trails.map(
          ({ cells, head }) =>
            html`<tr>
              <th scope="row">${head}</th>
              ${names.map((name) => html`<td>${cells.get(name)}</td>`)}
            </tr>`,
        )}
      </table>
    </div>
    ${names.length < mostNames ? undefined : html`<p class="soft">Only ${mostNames} names are shown.</p>`}`;
}

async function weekCharts(evidence: Evidence, org: Asking, name: string): Promise<Html> {
  const { cutAt, weeks } = await lastWeeks(evidence, org, name, Date.now() / 1000);
  const median = (all: readonly number[]) => all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)];
  const counted = (title: string, of: 'flaky' | 'overrides') =>
    weekChart({ title, words: grouped, weeks: weeks.map((week) => ({ day: week.day, value: week[of] })) });
  return html`<h2>The last ${weeks.length} weeks</h2>
    ${cutAt === undefined ? undefined : html`<p class="soft">Only the newest records are counted, from ${moment(cutAt)} on.</p>`}
    <div class="charts">
      ${weekChart({ title: 'From red to green, median', words: seconds, weeks: weeks.map(({ day, toGreen }) => ({ day, value: median(toGreen) })) })}
      ${counted('Flaky tests', 'flaky')} ${counted('Overrides', 'overrides')}
    </div>`;
}

/** A form that stands in the address; it holds all that is asked for. */
function filterForm(asked: TrailFilter): Html {
  const input = (name: keyof TrailFilter, shown: string, type = 'text') =>
    html`<label>${shown} <input name="${name}" type="${type}" value="${asked[name]}" /></label>`;
  return html`<form class="filter" role="search" aria-label="Trails of this flow">
    ${choiceField('state', 'State, as recorded', ['', 'compliant', 'non-compliant', 'incomplete'], asked.state?.toLowerCase())}
    ${input('branch', 'Branch')} ${input('author', 'Author')} ${input('pull_request', 'Pull request')} ${input('since', 'Since', 'date')}
    ${input('until', 'Until', 'date')} ${input('text', 'In message or name')} <button>Filter</button> <a href="?">All</a>
  </form>`;
}

function firstRecord(service: string, org: string, name: string): Html {
  return html`<p>Nothing is recorded here yet. With a token that may record, in a checkout of the repository:</p>
    ${command(`EVIDENCE_API_TOKEN=… compliance-evidence attest --base-url ${service} --org ${org} --flow ${name} \\
  --attestation-name unit-tests --junit-paths 'build/test-results/**/*.xml'`)}`;
}
