import { html, webLink, type Child, type Html } from '../../../html/index.ts';
import { count } from '../../../text/index.ts';
import type { Source } from '../../facts/line.ts';
import type { Coverage } from '../../coverage/coverage.ts';
import type { Audit, ReportedChange } from '../../judge/audit.ts';
import type { Arranged } from './findings.ts';
import {
  badge,
  code,
  commit,
  leftOut,
  line,
  lines,
  moment,
  name,
  names,
  row,
  sectionEnd,
  sectionStart,
  tableEnd,
  tableStart,
  type Shown,
} from './parts.ts';
import { cover, landingWords, matchWords, stateWords } from './words.ts';

/** Rows that are shown: a browser does not get on with more. */
export const mostRows = 5000;
/** Flows of a change that are shown. */
const mostFlows = 10;

const columns = ['Change', 'Written by', 'Reviewed by', 'Tests', 'Landed', 'Deployed', 'At merge', 'At deployment', 'Now', 'Findings'];

/** One row a change, in pieces, as they are read. */
export async function* changes(audit: Audit, all: number, { link }: Arranged): AsyncGenerator<Html> {
  yield sectionStart('changes', 'Every change');
  if (all === 0) {
    yield html`<p>Nothing landed in the period.</p>
      ${sectionEnd}`;
    return;
  }
  const missing = new Set(audit.world.untold.map(({ source }) => source));
  const left = Math.max(0, all - mostRows);
  yield html`${leftOut(left, 'change', 'The CSV report has all.')}
  ${tableStart('all-changes', left === 0 ? `${count(all, 'change')}, in the order of the collected file` : `The first ${count(mostRows, 'change')} of ${count(all, 'change')}, in the order of the collected file`, columns)}`;
  let shown = 0;
  for await (const change of audit.changes()) {
    if (shown === mostRows) break;
    shown += 1;
    yield row(columns, cells(change, missing, link));
  }
  yield html`${tableEnd}${leftOut(left, 'change', 'The CSV report has all.')}${sectionEnd}`;
}

/** `missing` are the sources that did not answer: what they would have said is not known, and not absent. */
function cells(change: ReportedChange, missing: ReadonlySet<Source>, link: Arranged['link']): readonly Child[] {
  const { approvedAt, authors, branch, commits, coverage, deployments, excluded, findings, landedAt, landingKind, mergedBy } = change;
  const { pull, reviewers, run, sha, state, tests, title, url } = change;
  const noPull = missing.has('pull-requests') ? 'pull request not known' : 'no pull request';
  const noApproval = missing.has('pull-requests') ? 'not known' : 'no approval';
  const undeployed: Shown = missing.has('deployments') ? { mark: '?', word: 'not known', tone: 'open' } : cover(null);
  return [
    html`<span class="title">${name(title)}</span>
      <span class="about">${badge(stateWords(state))}</span>
      <span class="about"
        >${pull === null ? html`<span class="soft">${noPull}</span>` : webLink(pull.url, `#${pull.number}`)} ${commit(sha, url)}
        ${commits === 1 ? undefined : html`<span class="soft">${count(commits, 'commit')}</span>`}</span
      >${excluded === null ? undefined : html`<span class="about">Left out by ${name(excluded.owner)}: ${name(excluded.reason)}</span>`}`,
    names(authors, 'not known'),
    html`${names(reviewers, noApproval)}${approvedAt === null ? undefined : html`<span class="about">approved ${moment(approvedAt)}</span>`}`,
    html`${name(tests, 'no counts')}${run === null ? undefined : html`<span class="about">${webLink(run, 'run of the tests')}</span>`}`,
    html`${moment(landedAt, 'time not known')}
      <span class="about"
        >${landingWords[landingKind] ?? line(landingKind, 60)}${mergedBy === null ? undefined : html` by ${name(mergedBy)}`}</span
      >
      <span class="about">on ${name(branch)}</span>`,
    lines(
      deployments.map(
        ({ at, environment, url: page }) => html`${webLink(page, name(environment))} <span class="about">${moment(at)}</span>`,
      ),
      missing.has('deployments') ? 'not known' : 'no deployment',
      5,
    ),
    states(coverage, change, atMerge),
    states(coverage, change, (one) => badge(one.atDeployment === null ? undeployed : cover(one.atDeployment))),
    states(coverage, change, (one) => html`${badge(cover(one.now))}${todays(one)}`),
    lines(findings.map(link), 'none'),
  ];
}

/** A line for each flow; of a change without any, why. */
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
  const by = trail === null ? matchWords.none : `by ${matchWords[match]}`;
  return html`${badge(cover(state))}
    <span class="about">${trail === null ? code(flow, 80) : webLink(url, code(flow, 80))}: ${by}</span>
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
