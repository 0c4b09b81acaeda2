import { html, webLink, type Child, type Html } from '../../../html/index.ts';
import { count, grouped } from '../../../text/index.ts';
import type { Source } from '../../facts/line.ts';
import type { Audit, ReportedChange } from '../../judge/audit.ts';
import type { Coverage } from '../../population/change.ts';
import { approvedWords, classesOf, filters, mostRows, openAnchors, testedWords, type Arranged, type Gathered } from '../gathered.ts';
import { claimWords } from '../words.ts';
import { findingLink } from './findings.ts';
import {
  badge,
  code,
  commit,
  cover,
  landingWords,
  leftOut,
  line,
  lines,
  matchWords,
  moment,
  name,
  names,
  row,
  sectionEnd,
  sectionStart,
  stateWords,
  tableEnd,
  tableStart,
  type Shown,
} from './parts.ts';

const mostFlows = 10;

const columns = [
  'Change',
  'Written by',
  'Approved by',
  'Tested before the merge',
  'Landed',
  'Deployed',
  'At merge',
  'At deployment',
  'Now',
  'Findings',
];

/** In pieces, as they are read. */
export async function* changes(audit: Audit, gathered: Gathered, arranged: Arranged): AsyncGenerator<Html> {
  const all = gathered.changes;
  yield sectionStart('changes', 'Every change');
  if (all === 0) {
    yield html`<p>Nothing landed in the period.</p>
      ${sectionEnd}`;
    return;
  }
  const missing = new Set(audit.world.untold.map(({ source }) => source));
  const left = Math.max(0, all - mostRows);
  yield html`${filterOf(gathered)}${leftOut(left, 'change', 'The CSV report has all.')}
  ${tableStart('all-changes', left === 0 ? `${count(all, 'change')}, in the order of the collected file` : `The first ${count(mostRows, 'change')} of ${count(all, 'change')}, in the order of the collected file`, columns)}`;
  const placeOf = openAnchors();
  let shown = 0;
  for await (const change of audit.changes()) {
    if (shown === mostRows) break;
    shown += 1;
    yield row(columns, cells(change, missing, arranged), { id: placeOf(change), classes: classesOf(change) });
  }
  yield html`${tableEnd}${leftOut(left, 'change', 'The CSV report has all.')}${sectionEnd}`;
}

/** Ways to show a part of the rows. Each leads to itself: the address of the page then names the part. */
function filterOf({ example, filtered }: Gathered): Html {
  return html`<p>
      To find one change, search this page for its number, its title or the digits of its commit, or add
      <code>#${example ?? ''}</code> to the address of this page.
    </p>
    <nav class="filter" aria-label="Show a part of the changes">
      Show <a href="#changes">all</a>, or
      those${filters.map(
        ({ id, words }, index) =>
          html`${index === 0 ? ' ' : '; '}<a id="${id}" href="#${id}">${words}</a> (${grouped(filtered.get(id) ?? 0)})`,
      )}.
    </nav>
    <p class="filtered"><strong>A part of the changes is shown.</strong> <a href="#changes">Show all</a></p> `;
}

/** `missing` are the sources that did not answer: what they would have said is not known, and not absent. */
function cells(change: ReportedChange, missing: ReadonlySet<Source>, arranged: Arranged): readonly Child[] {
  const {
    approved,
    approvedAt,
    approvedWhy,
    authors,
    branch,
    commits,
    committed,
    coverage,
    deployments,
    excluded,
    findings,
    landedAt,
    landingKind,
  } = change;
  const { mergedBy, overrides, pull, reviewers, run, sha, state, tested, tests, title, url } = change;
  const noPull = missing.has('pull-requests') ? 'pull request not known' : 'no pull request';
  const undeployed: Shown = missing.has('deployments') ? { mark: '?', word: 'not known', tone: 'open' } : cover(null);
  return [
    html`<span class="title">${name(title)}</span>
      <span class="about">${badge(stateWords(state))}</span>
      <span class="about"
        >${pull === null ? html`<span class="soft">${noPull}</span>` : webLink(pull.url, `#${pull.number}`)} ${commit(sha, url)}
        ${commits === 1 ? undefined : html`<span class="soft">${count(commits, 'commit')}</span>`}</span
      >${excluded === null ? undefined : html`<span class="about">Left out by ${name(excluded.owner)}: ${name(excluded.reason)}</span>`}`,
    names(authors, 'not known'),
    html`${names(change.reviewers, change.approved === 'not known' ? 'not known' : 'no approval')}${approvedAt === null ? undefined : html`<span class="about">approved ${moment(approvedAt)}</span>`}${
      approved === 'yes' && approvedWhy === null
        ? undefined
        : html`<span class="about"
            >${reviewers.length > 0 ? html`counts: ${badge(approvedWords[approved])} ` : undefined}${approvedWhy ?? undefined}</span
          >`
    }`,
    html`${badge(testedWords[tested.tested])} <span class="about">${tested.why}</span>
      <span class="about">${name(tests, 'no counts')}</span
      >${run === null ? undefined : html`<span class="about">${webLink(run, 'run of the tests')}</span>`}${
        overrides.length === 0
          ? undefined
          : html`<span class="about"><a href="#overrides">${count(overrides.length, 'override')}</a></span>`
      }`,
    html`${committed === undefined ? moment(landedAt, 'time not known') : html`${moment(committed.at)} <span class="about">${claimWords(committed)}</span>`}
      <span class="about"
        >${landingWords[landingKind] ?? line(landingKind, 60)}${mergedBy === null ? undefined : html` by ${name(mergedBy)}`}</span
      >
      <span class="about">on ${name(branch)}</span>`,
    deploymentLines(deployments, missing),
    states(coverage, change, atMerge),
    states(coverage, change, (one) => badge(one.atDeployment === null ? undeployed : cover(one.atDeployment))),
    states(coverage, change, (one) => html`${badge(cover(one.now))}${todays(one)}`),
    lines(
      findings.map((key) => findingLink(arranged, key)),
      'none',
    ),
  ];
}

function deploymentLines(deployments: ReportedChange['deployments'], missing: ReadonlySet<Source>): Html {
  return lines(
    deployments.map(({ at, environment, url }) => html`${webLink(url, name(environment))} <span class="about">${moment(at)}</span>`),
    missing.has('deployments') ? 'not known' : 'no deployment',
    5,
  );
}

function states(coverage: readonly Coverage[], { state }: ReportedChange, shown: (one: Coverage) => Html): Html {
  if (coverage.length === 0 && state === 'uncovered') return badge(stateWords(state));
  const none = state === 'excluded' || state === 'outside-every-flow' ? 'nothing owed' : 'not known';
  const flow = (one: Coverage): Html | undefined =>
    coverage.length === 1 ? undefined : html`<span class="flow">${line(one.flow, 80)}</span> `;
  return lines(
    coverage.map((one) => html`${flow(one)}${shown(one)}`),
    none,
    mostFlows,
  );
}

function atMerge({ atMerge: state, flow, lacks, match, trail, url }: Coverage): Html {
  const by = trail === null ? (state === 'unknown' ? 'trail not known' : matchWords.none) : `by ${matchWords[match]}`;
  return html`${badge(cover(state))}
    <span class="about">${flow === '' ? 'in any flow' : trail === null ? code(flow, 80) : webLink(url, code(flow, 80))}: ${by}</span>
    ${
      lacks.length === 0
        ? undefined
        : html`<div class="about">
            lacks
            ${lines(
              lacks.map((lack) => name(lack)),
              '',
              5,
            )}
          </div>`
    }`;
}

function todays({ now, nowByTodaysTemplate }: Coverage): Html | undefined {
  return now === nowByTodaysTemplate
    ? undefined
    : html`<span class="about">by today's template: ${badge(cover(nowByTodaysTemplate))}</span>`;
}
