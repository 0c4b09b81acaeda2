import type { Reason, VerdictRow } from '../gate/index.ts';
import { letThroughWords, rowWords, totalWords, verdictWords } from '../presentation/index.ts';
import { count, list, markdown, markdownLink, seconds } from '../text/index.ts';
import { fitting } from './fitting.ts';
import { fixText } from './fix-text.ts';
import type { EvidenceFacts, SummaryFacts } from './summary-facts.ts';
import { testSections } from './summary-tests.ts';

/** The job summary as markdown, within `budget` bytes: the verdict on top, the tests cut first. */
export function renderSummary(facts: SummaryFacts, budget = 1_000_000): string {
  const head = [title(facts), where(facts), ...warnings(facts)].join('\n\n');
  return fitting(`${head}\n`, [...judgement(facts), ...tests(facts.evidence)], budget);
}

function title(facts: SummaryFacts): string {
  switch (facts.kind) {
    case 'recorded':
      return `## 📥 ${markdown(facts.evidence.name)} ${facts.dryRun ? 'not sent (dry run)' : 'recorded'}`;
    case 'judged': {
      const { icon, word } = verdictWords[facts.verdict.name];
      return `## ${icon} ${word}`;
    }
  }
}

function where(facts: SummaryFacts): string {
  const { commit, flow, org, trail } = facts.question;
  const trailUrl = facts.kind === 'judged' ? facts.trailUrl : undefined;
  const shown = trailUrl === undefined ? markdown(trail) : markdownLink(trail, trailUrl);
  const at = commit !== undefined && commit !== trail ? ` · commit ${commit.slice(0, 12)}` : '';
  return `Organization ${markdown(org)} · flow ${markdown(flow)} · trail ${shown}${at}`;
}

function warnings(facts: SummaryFacts): readonly string[] {
  if (facts.kind === 'recorded') return [];
  return [
    ...(facts.letThrough === undefined ? [] : [`> ⚠️ ${markdown(letThroughWords(facts.letThrough))}`]),
    ...(facts.dryRun ? ['> Dry run: nothing was written. The verdict is about what the trail holds without this run.'] : []),
  ];
}

function judgement(facts: SummaryFacts): readonly (readonly string[])[] {
  if (facts.kind === 'recorded') return [];
  const { notices, reasons, rows } = facts.verdict;
  return [reasonList(reasons), rowTable(rows), noticeList(notices)];
}

function reasonList(all: readonly Reason[]): readonly string[] {
  return all.length === 0 ? [] : ['### Why, and how to fix it\n\n', ...all.map(reasonItem)];
}

function reasonItem(reason: Reason): string {
  const { icon } = verdictWords[reason.verdict];
  const since = reason.since === undefined ? '' : ` (since ${time(reason.since)})`;
  const link = reason.url === undefined ? '' : ` ${markdownLink('Open', reason.url)}.`;
  return `- ${icon} **${markdown(reason.message, 1_000)}**${since}${link}  \n${fixText(reason.fix)}\n`;
}

function rowTable(all: readonly VerdictRow[]): readonly string[] {
  if (all.length === 0) return [];
  const lines = all.map((row) => {
    const name = row.url === undefined ? markdown(row.attestation) : markdownLink(row.attestation, row.url);
    const groups = row.groups > 1 ? ` (${row.groups} runs)` : '';
    const { icon, word } = rowWords[row.state];
    return `| ${icon} ${word} | ${name}${groups} | ${markdown(row.type ?? '')} | ${row.required ? 'yes' : 'no'} | ${row.since === undefined ? '' : time(row.since)} |\n`;
  });
  return ['### Attestations\n\n| State | Attestation | Type | Required | Recorded |\n|:--|:--|:--|:--|:--|\n', ...lines];
}

function noticeList(all: readonly string[]): readonly string[] {
  return all.length === 0 ? [] : ['### To know\n\n', ...all.map((notice) => `- ${markdown(notice, 1_000)}\n`)];
}

function tests(evidence: EvidenceFacts | undefined): readonly (readonly string[])[] {
  if (evidence === undefined) return [];
  const { totals, name, state, attachment, witness } = evidence;
  const parts = totalWords(totals)
    .filter(({ number }, index) => index === 0 || number > 0)
    .map(({ isRed, text }) => (isRed ? `**${text}**` : text));
  const line = `${count(totals.total, 'test')}: ${list(parts)}, in ${seconds(totals.duration)}.`;
  const sent = `${markdown(name)} ${markdown(state)}${attachment === undefined ? '' : `, with ${markdown(attachment)}`}.${witness === undefined ? '' : ` <sub>Witness: ${markdown(witness)}</sub>`}`;
  return [[`### Tests\n\n${line} ${sent}\n`], ...testSections(evidence)];
}

/** Unix seconds as people read them, in UTC. */
function time(unixSeconds: number): string {
  const date = new Date(unixSeconds * 1000);
  return Number.isNaN(date.getTime()) ? '' : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
