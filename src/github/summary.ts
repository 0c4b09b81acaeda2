import { type VerdictName } from '../errors/index.ts';
import type { Question, Reason, Verdict, VerdictRow } from '../gate/index.ts';
import { count, grouped, list, markdown, markdownLink, seconds } from '../text/index.ts';
import { fitting } from './fitting.ts';
import { mend } from './mend.ts';
import { suiteTable, failedTests } from './summary-tests.ts';

/** Test totals of one suite, as the summary shows them. Times in seconds. */
export interface SuiteFacts {
  readonly name: string;
  readonly file: string;
  readonly total: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
  readonly duration: number;
}

export interface FailedTest {
  readonly suite: string;
  readonly name: string;
  readonly message: string;
}

/** All that a job summary shows; plain data, every text possibly foreign. */
export interface SummaryFacts {
  readonly question: Question;
  readonly verdict: Verdict;
  readonly trailUrl: string | undefined;
  /** A verdict that is no pass, but was let through by `fail-on`. */
  readonly letThrough: VerdictName | undefined;
  readonly dryRun: boolean;
  /** `undefined` for a gate without evidence of its own. */
  readonly evidence:
    | {
        readonly name: string;
        readonly state: string;
        readonly totals: {
          readonly total: number;
          readonly passed: number;
          readonly failures: number;
          readonly errors: number;
          readonly skipped: number;
          readonly flaky: number;
          readonly duration: number;
        };
        readonly suites: readonly SuiteFacts[];
        readonly failed: readonly FailedTest[];
        readonly attachment: string | undefined;
      }
    | undefined;
}

export const verdictWords: Readonly<Record<VerdictName, { readonly icon: string; readonly word: string }>> = {
  compliant: { icon: '✅', word: 'Compliant' },
  waived: { icon: '🔵', word: 'Compliant with waivers' },
  'not-applicable': { icon: '⚪', word: 'Not applicable' },
  'non-compliant': { icon: '❌', word: 'Not compliant' },
  incomplete: { icon: '🟡', word: 'Incomplete' },
  unknown: { icon: '❔', word: 'Unknown' },
  unusable: { icon: '🚫', word: 'Unusable evidence' },
};

const rowWords: Readonly<Record<VerdictRow['state'], string>> = {
  compliant: '✅ compliant',
  'non-compliant': '❌ not compliant',
  missing: '🟡 missing',
  unknown: '❔ unknown',
  overridden: '🔵 overridden as compliant',
};

/** The job summary as markdown, within `budget` bytes: the verdict on top, the tests cut first. */
export function renderSummary(facts: SummaryFacts, budget = 1_000_000): string {
  const head = [title(facts), ...lead(facts)].join('\n\n');
  const sections = [reasons(facts.verdict.reasons), rows(facts.verdict.rows), notices(facts.verdict.notices), ...tests(facts)];
  return fitting(`${head}\n`, sections, budget);
}

function title({ verdict, evidence }: SummaryFacts): string {
  const only = verdict.reasons.length === 1 && verdict.reasons[0]?.code === 'only-recorded';
  if (only)
    return `## 📥 ${markdown(evidence?.name ?? 'Evidence')} ${verdict.reasons[0]?.message.startsWith('Dry run') === true ? 'not sent (dry run)' : 'recorded'}`;
  const { icon, word } = verdictWords[verdict.name];
  return `## ${icon} ${word}`;
}

function lead({ question, trailUrl, letThrough, dryRun, verdict }: SummaryFacts): readonly string[] {
  const trail = trailUrl === undefined ? markdown(question.trail) : markdownLink(question.trail, trailUrl);
  const commit = question.commit !== undefined && question.commit !== question.trail ? ` · commit ${question.commit.slice(0, 12)}` : '';
  const where = `Organization ${markdown(question.org)} · flow ${markdown(question.flow)} · trail ${trail}${commit}`;
  return [
    where,
    ...(letThrough === undefined
      ? []
      : [`> ⚠️ The verdict is **${letThrough}**, and \`fail-on\` lets it through: the job does not fail, but this is not a yes.`]),
    ...(dryRun && verdict.reasons[0]?.code !== 'only-recorded'
      ? ['> Dry run: nothing was written. The verdict is about what the trail holds without this run.']
      : []),
  ];
}

function reasons(all: readonly Reason[]): readonly string[] {
  const shown = all.filter((reason) => reason.code !== 'only-recorded');
  if (shown.length === 0) return [];
  return ['### Why, and how to mend it\n\n', ...shown.map(reasonItem)];
}

function reasonItem(reason: Reason): string {
  const { icon } = verdictWords[reason.verdict];
  const since = reason.since === undefined ? '' : ` (since ${time(reason.since)})`;
  const link = reason.url === undefined ? '' : ` ${markdownLink('Open', reason.url)}.`;
  return `- ${icon} **${markdown(reason.message, 1_000)}**${since}${link}  \n${mend(reason.fix)}\n`;
}

function rows(all: readonly VerdictRow[]): readonly string[] {
  if (all.length === 0) return [];
  const lines = all.map((row) => {
    const name = row.url === undefined ? markdown(row.attestation) : markdownLink(row.attestation, row.url);
    const groups = row.groups > 1 ? ` (${row.groups} runs)` : '';
    return `| ${rowWords[row.state]} | ${name}${groups} | ${markdown(row.type ?? '')} | ${row.demanded ? 'yes' : 'no'} | ${row.since === undefined ? '' : time(row.since)} |\n`;
  });
  return ['### Attestations\n\n| State | Attestation | Type | Demanded | Recorded |\n|:--|:--|:--|:--|:--|\n', ...lines];
}

function notices(all: readonly string[]): readonly string[] {
  return all.length === 0 ? [] : ['### To know\n\n', ...all.map((notice) => `- ${markdown(notice, 1_000)}\n`)];
}

function tests({ evidence }: SummaryFacts): readonly (readonly string[])[] {
  if (evidence === undefined) return [];
  const { totals, name, state, attachment } = evidence;
  const parts = [
    `${grouped(totals.passed)} passed`,
    ...(totals.failures > 0 ? [`**${grouped(totals.failures)} failed**`] : []),
    ...(totals.errors > 0 ? [`**${count(totals.errors, 'error')}**`] : []),
    ...(totals.skipped > 0 ? [`${grouped(totals.skipped)} skipped`] : []),
    ...(totals.flaky > 0 ? [`${grouped(totals.flaky)} flaky`] : []),
  ];
  const line = `${count(totals.total, 'test')}: ${list(parts)}, in ${seconds(totals.duration)}.`;
  const sent = `${markdown(name)} ${markdown(state)}${attachment === undefined ? '' : `, with ${markdown(attachment)}`}.`;
  return [[`### Tests\n\n${line} ${sent}\n`], failedTests(evidence.failed), suiteTable(evidence.suites)];
}

/** Unix seconds as people read them, in UTC. */
function time(unixSeconds: number): string {
  const date = new Date(unixSeconds * 1000);
  return Number.isNaN(date.getTime()) ? '' : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
