import type { Audit } from '../../judge/audit.ts';
import { count } from '../../../text/index.ts';
import { severities } from '../../findings/finding.ts';
import { missing } from '../incomplete.ts';
import { openFindings, outcomeOf } from '../numbers.ts';
import type { PageVerdict, Words } from './page.ts';

function openOf(number: number, found: string): string {
  return number === 0 ? 'No finding is open' : `${count(number, 'finding')} ${number === 1 ? 'is' : 'are'} open: ${found}`;
}

/** An accepted finding is open too. */
function unacceptedOf(number: number, found: string): string {
  return number === 0
    ? 'Each open finding is accepted'
    : `${count(number, 'open finding')} ${number === 1 ? 'is' : 'are'} not accepted: ${found}`;
}

/** The outcome of the audit, which is never good by default, and what it does not cover. */
export function verdictOf(audit: Audit): PageVerdict {
  const { findings } = audit;
  const outcome = outcomeOf(audit);
  const live = openFindings(findings);
  const open = live.filter(({ accepted }) => accepted === null);
  const accepted = live.length - open.length;
  const bySeverity = severities
    .toReversed()
    .map((severity) => [open.filter((finding) => finding.severity === severity).length, severity] as const)
    .filter(([number]) => number > 0);
  const found = bySeverity.map(([number, severity]) => `${number} ${severity}`).join(', ');
  const openWords = accepted === 0 ? openOf(live.length, found) : unacceptedOf(open.length, found);
  const rest: readonly Words[] =
    accepted === 0 ? [] : [[`${count(accepted, 'finding')} ${accepted === 1 ? 'is' : 'are'} accepted, and counted all the same.`]];
  const { text, word } = outcome;
  // The longer words, where they say more than the short ones.
  const longer: readonly Words[] = text === word ? [] : [[`${text}.`]];
  const more = outcome.kind === 'unknown' ? ' There may be more.' : '';
  return { ...outcome, missing: missing(audit), why: [...longer, [`${openWords}.${more}`], ...rest] };
}
