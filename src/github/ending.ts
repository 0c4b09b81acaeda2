import { objectionWords, reportedParts, type ReportedFacts } from '../presentation/index.ts';
import { markdown } from '../text/index.ts';

/** The job summary of a run that came to no verdict: what stopped it, and how to fix it. */
export function renderEnding(message: string, fix: string, title = 'Stopped before a verdict'): string {
  return `## 🛑 ${title}\n\n**${markdown(message, 2_000)}**\n\n${fix
    .split('\n')
    .map((line) => markdown(line, 1_000))
    .join('  \n')}\n`;
}

/** The job summary of a run that waits for another one: why there is no verdict yet. */
export function renderPending(why: string): string {
  return `## ⏳ Pending\n\n${markdown(why, 2_000)}. Nothing is judged yet, and this is not a yes.\n`;
}

/** The job summary of a run that reported something other than test results: what, where, and its fingerprint. */
export function renderReported(facts: ReportedFacts & { readonly fingerprint?: string }): string {
  const fingerprint = facts.fingerprint === undefined ? '' : `\n\nSHA-256 \`${markdown(facts.fingerprint)}\``;
  const { dryRun, name, objection } = facts;
  const { what, where } = reportedParts(facts);
  const says = objection === undefined ? '' : `\n\n> ⚠️ ${markdown(objectionWords(name, objection, dryRun))}`;
  const line = `${where.slice(0, 1).toUpperCase()}${where.slice(1)}`;
  return `## 📥 ${markdown(what, 2_000)}\n\n${markdown(line, 2_000)}${fingerprint}${says}\n`;
}
