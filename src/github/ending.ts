import { endings, type StopEnding } from '../errors/index.ts';
import { objectionWords, reportedParts, wordsOfRecord, type ReportedFacts } from '../presentation/index.ts';
import { markdown } from '../text/index.ts';

/** The job summary of a run that came to no verdict: what stopped it, and how to fix it. */
export function renderEnding(message: string, fix: string, ending: StopEnding, title = 'Stopped before a verdict'): string {
  return `## ${endings[ending].icon} ${title}\n\n**${markdown(message, 2_000)}**\n\n${fix
    .split('\n')
    .map((line) => markdown(line, 1_000))
    .join('  \n')}\n`;
}

/** The job summary of a run that waits for another one: why there is no verdict yet. */
export function renderPending(why: string): string {
  return `## ${endings.pending.icon} ${endings.pending.word}\n\n${markdown(why, 2_000)}. Nothing is judged yet, and this is not a yes.\n`;
}

/** The job summary of a run that reported something other than test results: what, where, and its fingerprint. */
export function renderReported(facts: ReportedFacts & { readonly fingerprint?: string }): string {
  const fingerprint = facts.fingerprint === undefined ? '' : `\n\nSHA-256 \`${markdown(facts.fingerprint)}\``;
  const { dryRun, name, objection } = facts;
  const { what, where } = reportedParts(facts);
  const says = objection === undefined ? '' : `\n\n> ⚠️ ${markdown(objectionWords(name, objection, dryRun))}`;
  const line = `${where.slice(0, 1).toUpperCase()}${where.slice(1)}`;
  return `## ${wordsOfRecord(facts).icon} ${markdown(what, 2_000)}\n\n${markdown(line, 2_000)}${fingerprint}${says}\n`;
}
