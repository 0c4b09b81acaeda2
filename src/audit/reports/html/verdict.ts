import type { Audit } from '../../judge/audit.ts';
import type { ChangeState } from '../../judge/change.ts';
import { count } from '../../../text/index.ts';
import { openFindings } from '../numbers.ts';
import { sum, type Compared } from './population.ts';
import { firstOf, line, type Shown } from './parts.ts';
import { worstFirst } from './words.ts';

/** The whole audit in a word, and the sentences that say why. */
export interface ReportVerdict extends Shown {
  readonly why: readonly string[];
}

/** Rules that are named: the first page has room for a few. */
const mostRules = 6;

const unknown = { mark: '?', word: 'Unknown', tone: 'open' } as const;

/** States that a change may have without any finding. */
const harmless: ReadonlySet<string> = new Set<ChangeState>(['covered', 'tested-on-head-only', 'outside-every-flow', 'excluded']);

/** Never good by default: each way to another word comes first, and a pass says what it does not cover. */
export function verdictOf({ complete, findings, rules, totals, world }: Audit, differing: readonly Compared[]): ReportVerdict {
  const live = openFindings(findings);
  const open = live.filter(({ accepted }) => accepted === null);
  const accepted = live.length - open.length;
  const bySeverity = worstFirst
    .map((severity) => [open.filter((finding) => finding.severity === severity).length, severity] as const)
    .filter(([number]) => number > 0);
  const found = bySeverity.map(([number, severity]) => `${number} ${severity}`).join(', ');
  const openWords =
    open.length === 0 ? 'No finding is open' : `${count(open.length, 'finding')} ${open.length === 1 ? 'is' : 'are'} open: ${found}`;
  const acceptedWords =
    accepted === 0 ? [] : [`${count(accepted, 'finding')} ${accepted === 1 ? 'is' : 'are'} accepted, and counted all the same.`];
  const without = rules.filter(({ result }) => result === 'not tested').map(({ rule }) => line(rule, 60));
  const untested = without.length;
  const untestedWords =
    untested === 0
      ? []
      : [
          `${untested} of ${count(rules.length, 'rule')} ${untested === 1 ? 'was' : 'were'} not tested everywhere: ${firstOf(without, mostRules).join(', ')}. The limits say why.`,
        ];
  const rest = [...acceptedWords, ...untestedWords];
  if (!complete || world.holes.length > 0) {
    return {
      ...unknown,
      word: 'Unknown: the population is not complete',
      why: ['Something that belongs to it could not be read, and answer 1 names it.', `${openWords}. There may be more.`, ...rest],
    };
  }
  if (differing.length > 0) {
    return {
      ...unknown,
      why: [
        `${count(differing.length, 'count')} of the population ${differing.length === 1 ? 'does' : 'do'} not agree with another source.`,
        `${openWords}.`,
        ...rest,
      ],
    };
  }
  if (open.length > 0) return { mark: '✘', word: 'Findings', tone: 'bad', why: [`${openWords}.`, ...rest] };
  const unclear = totals.states['unknown'] ?? 0;
  if (unclear > 0) return { ...unknown, why: [`Nobody can tell how ${count(unclear, 'change')} stood.`, ...rest] };
  if (accepted > 0) return { mark: '!', word: 'Findings, each of them accepted', tone: 'open', why: rest };
  if (totals.changes === 0)
    return {
      mark: '–',
      word: 'Nothing landed',
      tone: 'soft',
      why: ['No change landed in the period, so that nothing about changes was tested.', ...rest],
    };
  const bad = sum(Object.entries(totals.states).map(([state, number]) => (harmless.has(state) ? 0 : number)));
  if (bad > 0)
    return { ...unknown, why: [`${count(bad, 'change')} ${bad === 1 ? 'is' : 'are'} not covered, and no rule could say so.`, ...rest] };
  if (totals.changes === (totals.states['excluded'] ?? 0) + (totals.states['outside-every-flow'] ?? 0)) {
    return {
      mark: '–',
      word: 'Nothing owed evidence',
      tone: 'soft',
      why: ['Each change that landed is left out, or outside every flow.', ...rest],
    };
  }
  if (rules.every(({ tested }) => tested === 0)) return { ...unknown, why: ['No rule was tested.', ...rest] };
  return untested === 0
    ? { mark: '✔', word: 'Passes', tone: 'good', why: ['Each rule was tested, or nothing of its kind happened. Nothing was found.'] }
    : { mark: '!', word: 'Passes within limits', tone: 'open', why: ['Nothing was found in what was tested.', ...rest] };
}
