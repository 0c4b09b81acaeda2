import { count, grouped } from '../../text/index.ts';
import type { Header } from '../facts/line.ts';
import type { Audit, ReportedChange } from '../judge/audit.ts';
import { checkTable } from './first-page/checks.ts';
import { firstPage } from './first-page/first-page.ts';
import {
  artifactTable,
  listEndingSoon,
  findingTable,
  listFixed,
  listFixes,
  listHoles,
  showLink,
  printFirstPage,
  printPart,
  section,
  showText,
  showWitness,
} from './markdown-parts.ts';
import { claimWords, momentWords } from './words.ts';

/*
 * GitHub takes 1 MiB of summary a step, and shows nothing at all of a longer one
 * (https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#step-isolation-and-limits).
 * All that is shown is bounded, each text and each list, so that no name can bring the page over it.
 */
const mostLines = 20;
const mostFindings = 30;
const mostFixes = 10;
const mostFixed = 15;

export async function* summary(audit: Audit): AsyncGenerator<string> {
  yield printFirstPage(await firstPage(audit));
  yield listHoles(audit, mostLines);
  yield findingTable(audit, mostFindings);
  yield listEndingSoon(audit, mostFixed);
  yield listFixes(audit, mostFixes, mostFindings);
  yield listFixed(audit, mostFixed);
  yield artifactTable(audit, mostFixed);
  yield showWitness(audit, mostLines);
}

/** More rows are unreadable: the CSV has them all. */
const mostRows = 5_000;

export async function* markdown(audit: Audit): AsyncGenerator<string> {
  yield printFirstPage(await firstPage(audit));
  yield listHoles(audit, mostRows);
  yield states(audit);
  yield controlTotals(audit);
  yield printPart(checkTable(audit), audit.world.header.timeZone);
  yield findingTable(audit, mostRows);
  yield listEndingSoon(audit, mostRows);
  yield listFixes(audit, mostRows);
  yield listFixed(audit, mostRows);
  yield ruleTable(audit);
  if (audit.totals.changes > 0) yield `\n### Changes\n\n${changesHead}`;
  const areReviewsKnown = !audit.world.untold.some(({ source }) => source === 'pull-requests');
  let rows = 0;
  for await (const change of audit.changes()) {
    rows += 1;
    if (rows > mostRows) break;
    yield changeRow(change, audit.world.header, areReviewsKnown);
  }
  const more = audit.totals.changes - mostRows;
  if (more > 0) yield `\n_${count(more, 'more change')}: the CSV report has all of them._\n`;
  yield artifactTable(audit, mostRows);
  yield showWitness(audit, mostRows);
}

function states({ totals }: Audit): string {
  const rows = Object.entries(totals.states).map(([state, number]) => `| ${showText(state)} | ${grouped(number)} |\n`);
  return section('### Changes by state', rows, { table: '| State | Changes |\n|:--|--:|\n' });
}

function controlTotals({ world }: Audit): string {
  const rows = world.totals.map(({ count, name, source }) => `| ${showText(name)} | ${showText(source)} | ${grouped(count)} |\n`);
  return section('### Counts of other sources', rows, { table: '| Count | Source | Number |\n|:--|:--|--:|\n' });
}

function ruleTable({ rules }: Audit): string {
  const rows = rules.map(({ controls, found, result, rule, severity, tested, text }) => {
    const ended = result === 'tested' ? `tested ${grouped(tested)}` : result;
    return `| ${showText(rule)} | ${showText(text)} | ${severity} | ${controls.map((control) => showText(control)).join(', ')} | ${ended} | ${grouped(found)} |\n`;
  });
  const table = '| Rule | What must be so | Severity | Controls | Ended | Found |\n|:--|:--|:--|:--|:--|--:|\n';
  return section('### Rules', rows, { table });
}

const changesHead = '| Change | Landed | Title | Authors | Reviewers | State | Tests | Findings |\n|:--|:--|:--|:--|:--|:--|:--|--:|\n';

function changeRow(
  { authors, committed, findings, landedAt, pull, reviewers, sha, state, tests, title, url }: ReportedChange,
  header: Header,
  areReviewsKnown: boolean,
): string {
  const change = pull === null ? showLink(sha.slice(0, 12), url) : showLink(`pull request ${pull.number}`, pull.url);
  const cells = [
    change,
    showText(
      landedAt !== null
        ? momentWords(landedAt, header)
        : committed === undefined
          ? 'not known'
          : `${momentWords(committed.at, header)}, ${claimWords(committed)}`,
    ),
    showText(title, 120),
    showText(authors.join(', '), 120),
    showText(reviewers.length > 0 || areReviewsKnown ? reviewers.join(', ') : 'not known', 120),
    showText(state),
    showText(tests ?? ''),
    grouped(findings.length),
  ];
  return `| ${cells.join(' | ')} |\n`;
}
