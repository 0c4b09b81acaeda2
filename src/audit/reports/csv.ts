import { cut, listsBy, unprintable } from '../../text/index.ts';
import type { Source } from '../facts/line.ts';
import type { Audit, ReportedChange, ReportedOverride } from '../judge/audit.ts';
import type { Coverage } from '../population/change.ts';
import { changeWithoutTicket } from '../rules/tickets.ts';
import { approvalWords, shownArtifacts, titleOf, type ShownArtifact } from './approvals.ts';

/** One change a row, by RFC 4180. Without the mark of UTF-8, Excel reads it by the code page of the machine. */
export async function* csv(audit: Audit): AsyncGenerator<string> {
  // Readers of the table know its columns by their places, so that these come last, and only where they say something.
  const ofTickets = audit.rules.some(({ rule }) => rule === changeWithoutTicket.name) ? ticketColumns : [];
  const names = (columns: readonly ChangeColumn[]): readonly string[] => columns.map(({ name }) => name);
  yield `\uFEFF${row([...names(changeColumns), 'artifacts', 'artifact_approvals', ...names(ofTickets)])}`;
  const untold = new Set(audit.world.untold.map(({ source }) => source));
  const made = listsBy(shownArtifacts(audit.world), ({ commit }) => (commit === null ? [] : [commit]));
  for await (const change of audit.changes())
    yield row([
      ...changeColumns.map(({ cell }) => cell(change, untold)),
      ...shippedCells(change, made, untold),
      ...ofTickets.map(({ cell }) => cell(change, untold)),
    ]);
}

/*
 * A table that is opened in a spreadsheet runs what looks like a formula. OWASP's way against that: an apostrophe in
 * front, and the cell between quotes, with each quote in it doubled (https://owasp.org/www-community/attacks/CSV_Injection).
 */

/** A spreadsheet would split longer ones: Excel takes 32,767 characters. */
const longest = 32_000;

/**
 * The beginning of a cell: at its start, and after what a spreadsheet of another country, or by another choice, takes for
 * the end of a cell. Behind it, also after spaces and quotes, stands a sign that begins a formula, in its full-width and
 * small forms too, a tab or a line break, or an apostrophe: that one is doubled, so that what was put in can be taken out.
 */
const formula = /(?<=^|[;\|\t\n])(?=[[\s"]--[\t\n]]*['=+\-@＝＋－＠﹦﹢﹣﹫−\t\n])/gv;

function cell(text: string): string {
  return `"${cellText(text).replaceAll('"', '""')}"`;
}

/** The text that a reader of CSV finds in a cell: without invisible characters, and without those that turn the direction of writing. */
export function cellText(text: string): string {
  const visible = text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n')
    .replace(unprintable, '');
  return cut(visible, longest).replace(formula, "'");
}

/** By RFC 4180: commas between the cells, and CR LF at the end. */
export function row(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

/** Its name stays the same from version to version, and new ones come at the end. */
interface ChangeColumn {
  readonly name: string;
  /** `untold` are the sources that did not answer: what they would have said is not known, and not absent. */
  readonly cell: (change: ReportedChange, untold: ReadonlySet<Source>) => string;
}

/** The state of a change in each flow, as `flow: word`, one flow after the other. */
function ofFlows(word: (coverage: Coverage, untold: ReadonlySet<Source>) => string | null): ChangeColumn['cell'] {
  return ({ coverage }, untold) => coverage.map((each) => `${flowWords(each.flow)}: ${word(each, untold) ?? ''}`).join('; ');
}

/** A flow by its name; where any flow is enough, none has one. */
export function flowWords(flow: string): string {
  return flow === '' ? 'any flow' : flow;
}

const notKnown = 'not known';

function overrideText({ at, by, compliant, flow, name, reason, trail }: ReportedOverride): string {
  const verdict = compliant === null ? 'not known' : compliant ? 'yes' : 'no';
  return `${by ?? 'not known'} set ${name} on ${flow}/${trail} to ${verdict} at ${at}: ${reason ?? 'no reason is known'}`;
}

/** The artifacts that were made from the change's commits, and the decisions about them. */
function shippedCells(
  { shas }: ReportedChange,
  made: ReadonlyMap<string, readonly ShownArtifact[]>,
  untold: ReadonlySet<Source>,
): readonly string[] {
  const artifacts = shas.flatMap((sha) => made.get(sha) ?? []);
  const of = (source: Source): readonly string[] => (untold.has(source) ? [notKnown] : []);
  return [
    [...artifacts.map(titleOf), ...of('artifacts')].join('\n'),
    [
      ...artifacts.flatMap((one) => one.approvals.map((each) => `${titleOf(one)}: ${approvalWords(each).join('; ')}`)),
      ...of('approvals'),
    ].join('\n'),
  ];
}

const changeColumns: readonly ChangeColumn[] = [
  { name: 'sha', cell: ({ sha }) => sha },
  { name: 'pull_request', cell: ({ pull }, untold) => String(pull?.number ?? (untold.has('pull-requests') ? notKnown : '')) },
  { name: 'branch', cell: ({ branch }) => branch },
  { name: 'landed_at', cell: ({ landedAt }) => landedAt ?? '' },
  { name: 'landing', cell: ({ landing }) => landing },
  { name: 'landing_kind', cell: ({ landingKind }) => landingKind },
  { name: 'title', cell: ({ title }) => title },
  { name: 'commits', cell: ({ commits }) => String(commits) },
  { name: 'authors', cell: ({ authors }) => authors.join('; ') },
  {
    name: 'reviewers',
    cell: ({ reviewers }, untold) => (reviewers.length === 0 && untold.has('pull-requests') ? notKnown : reviewers.join('; ')),
  },
  { name: 'approved_at', cell: ({ approvedAt }) => approvedAt ?? '' },
  { name: 'merged_by', cell: ({ mergedBy }) => mergedBy ?? '' },
  { name: 'state', cell: ({ state }) => state },
  { name: 'match', cell: ofFlows(({ match }) => match) },
  { name: 'trails', cell: ofFlows(({ trail }) => trail) },
  { name: 'at_merge', cell: ofFlows(({ atMerge }) => atMerge) },
  {
    name: 'at_deployment',
    cell: ofFlows(({ atDeployment }, untold) => atDeployment ?? (untold.has('deployments') ? notKnown : 'not deployed')),
  },
  { name: 'now', cell: ofFlows(({ now }) => now) },
  { name: 'now_by_todays_template', cell: ofFlows(({ nowByTodaysTemplate }) => nowByTodaysTemplate) },
  { name: 'lacks', cell: ofFlows(({ lacks }) => lacks.join(', ')) },
  { name: 'tests', cell: ({ tests }) => tests ?? '' },
  {
    name: 'deployments',
    cell: ({ deployments }, untold) =>
      [...deployments.map(({ at, environment }) => `${environment} at ${at}`), ...(untold.has('deployments') ? [notKnown] : [])].join('; '),
  },
  { name: 'findings', cell: ({ findings }) => findings.join('; ') },
  { name: 'commit_url', cell: ({ url }) => url ?? '' },
  { name: 'pull_request_url', cell: ({ pull }) => pull?.url ?? '' },
  { name: 'run_url', cell: ({ run }) => run ?? '' },
  { name: 'trail_urls', cell: ofFlows(({ url }) => url) },
  { name: 'deployment_urls', cell: ({ deployments }) => deployments.map(({ url }) => url ?? '').join('; ') },
  { name: 'approved', cell: ({ approved }) => approved },
  { name: 'tested_before_merge', cell: ({ tested }) => tested.tested },
  { name: 'tested_why', cell: ({ tested }) => tested.why },
  { name: 'overrides', cell: ({ overrides }) => overrides.map(overrideText).join('; ') },
  { name: 'approved_why', cell: ({ approvedWhy }) => approvedWhy ?? '' },
  { name: 'committed_at_claim', cell: ({ committed }) => committed?.at ?? '' },
  { name: 'dated_before_period', cell: ({ committed }) => (committed?.isBefore === true ? 'yes' : '') },
];

const ticketColumns: readonly ChangeColumn[] = [
  { name: 'ticket', cell: ({ ticket }) => ticket?.state ?? 'not asked' },
  { name: 'tickets', cell: ({ ticket }) => ticket?.named.join('; ') ?? '' },
  { name: 'ticket_why', cell: ({ ticket }) => ticket?.why ?? '' },
];
