import { count } from '../../../text/index.ts';
import type { Audit, JudgedFinding, RuleResult } from '../../judge/audit.ts';
import { contradiction } from '../../../presentation/index.ts';
import { numbersOf } from '../numbers.ts';
import { scopeWords } from '../scope-words.ts';

/** The state of an objective, in OSCAL's two words and three reasons. */
export type Conclusion =
  | { readonly state: 'satisfied'; readonly reason: 'pass'; readonly why: readonly string[] }
  | { readonly state: 'not-satisfied'; readonly reason: 'fail' | 'other'; readonly why: readonly string[] };

/**
 * The conclusion about a rule; undefined where there was nothing that it is about. It is `satisfied` only where the audit is
 * of the whole repository and complete, something landed, and the rule was tested everywhere and found nothing. OSCAL has no word for what was not tested:
 * it is `not-satisfied` for another reason than a failure. To leave it out would be worse, as a control whose other rules
 * passed would look satisfied.
 */
export function conclusionOf(rule: RuleResult, open: readonly JudgedFinding[], audit: Audit): Conclusion | undefined {
  const { totals, world } = audit;
  const { agrees, complete } = numbersOf(audit);
  const alone = scopeWords(world.header);
  const limits = [
    ...(alone === undefined ? [] : [`Only ${alone} was looked at: nobody can tell of the repository from it`]),
    ...(complete ? [] : ['The audit is not complete: not all that landed could be read']),
    ...(agrees ? [] : [contradiction]),
    ...(rule.result === 'not tested' || rule.why !== null ? untested(rule) : []),
  ];
  if (open.length > 0) return { state: 'not-satisfied', reason: 'fail', why: [openWords(open), ...limits] };
  if (limits.length > 0) return { state: 'not-satisfied', reason: 'other', why: limits };
  if (rule.result === 'not applicable') return undefined;
  if (totals.changes === 0) return { state: 'not-satisfied', reason: 'other', why: ['Nothing landed in the period: that proves nothing'] };
  const words = `${count(rule.tested, 'subject')} tested, ${rule.found === 0 ? 'nothing' : 'something'} found`;
  return rule.tested > 0 && rule.found === 0
    ? { state: 'satisfied', reason: 'pass', why: [words] }
    : { state: 'not-satisfied', reason: 'other', why: [words] };
}

function untested({ tested, why }: RuleResult): readonly string[] {
  return [`Not tested${tested > 0 ? ' everywhere' : ''}: ${why ?? 'nobody says why'}`];
}

function openWords(open: readonly JudgedFinding[]): string {
  const accepted = open.filter((finding) => finding.accepted !== null).length;
  return `${count(open.length, 'open finding')}${accepted === 0 ? '' : `, ${accepted} of them accepted`}`;
}
