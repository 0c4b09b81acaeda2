import type { Audit } from '../../judge/audit.ts';
import { badgeOf, unaskedHeading, unaskedLines, untestedRules } from '../../../presentation/index.ts';
import { count } from '../../../text/index.ts';
import { openFindings, outcomeOf } from '../numbers.ts';
import type { Compared } from './population.ts';
import { firstOf, line, type Shown } from './parts.ts';
import { worstFirst } from './words.ts';

/** The whole audit in a word, and the sentences that say why. */
export interface ReportVerdict extends Shown {
  readonly why: readonly string[];
}

/** Rules that are named: the first page has room for a few. */
const mostRules = 6;

/** The outcome of the audit, which is never good by default, and what it does not cover. Only this report holds other counts against it. */
export function verdictOf(audit: Audit, differing: readonly Compared[]): ReportVerdict {
  const { findings, rules } = audit;
  const outcome = outcomeOf(audit);
  const live = openFindings(findings);
  const open = live.filter(({ accepted }) => accepted === null);
  const accepted = live.length - open.length;
  const bySeverity = worstFirst
    .map((severity) => [open.filter((finding) => finding.severity === severity).length, severity] as const)
    .filter(([number]) => number > 0);
  const found = bySeverity.map(([number, severity]) => `${number} ${severity}`).join(', ');
  const openWords =
    open.length === 0 ? 'No finding is open' : `${count(open.length, 'finding')} ${open.length === 1 ? 'is' : 'are'} open: ${found}`;
  const without = untestedRules(rules)
    .filter(({ lack }) => lack === 'answer')
    .map(({ rule }) => line(rule, 60));
  const rest = [
    ...(accepted === 0 ? [] : [`${count(accepted, 'finding')} ${accepted === 1 ? 'is' : 'are'} accepted, and counted all the same.`]),
    ...(without.length === 0
      ? []
      : [
          `${without.length} of ${count(rules.length, 'rule')} ${without.length === 1 ? 'was' : 'were'} not tested everywhere: ${firstOf(without, mostRules).join(', ')}. The limits say why.`,
        ]),
    ...unaskedLines(rules).map((words) => `${unaskedHeading}: ${line(words)}.`),
  ];
  if (outcome.kind !== 'unknown' && differing.length > 0) {
    const words = `${count(differing.length, 'count')} of the population ${differing.length === 1 ? 'does' : 'do'} not agree with another source.`;
    return { ...badgeOf('unknown'), word: 'Unknown', why: [words, `${openWords}.`, ...rest] };
  }
  const { mark, text, tone, word } = outcome;
  return { mark, tone, word, why: [...whyOf(text, word), `${openWords}.${audit.complete ? '' : ' There may be more.'}`, ...rest] };
}

/** The longer words, where they say more than the short ones. */
function whyOf(text: string, word: string): readonly string[] {
  return text === word ? [] : [`${text}.`];
}
