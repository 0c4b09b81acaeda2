import { rules } from '../../src/audit/parts.ts';
import { endings } from '../../src/errors/index.ts';
import { auditOutcome, type AuditNumbers } from '../../src/presentation/index.ts';
import { between } from './generate-manifest.ts';

export function generateAuditRules(page: string): string {
  const rows = rules
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map(
      ({ controls, fix, name, severity, text }) =>
        `| \`${name}\` | ${severity} | ${[text, fix].map(cell).join(' | ')} | ${controls.map(cell).join(', ')} |`,
    );
  return between(page, 'rules', ['| Rule | Severity | Says that | To fix it | Controls |', '|:--|:--|:--|:--|:--|', ...rows]);
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ').trim();
}

const clear: AuditNumbers = {
  complete: true,
  agrees: true,
  fails: false,
  stops: false,
  changes: 3,
  landings: 3,
  commits: 3,
  unclear: 0,
  uncovered: 0,
  owing: 3,
  open: 0,
  accepted: 0,
  fresh: 0,
  fixed: 0,
  tested: 9,
  untested: 0,
  partly: 0,
};

const outcomes: readonly (readonly [when: string, numbers: Partial<AuditNumbers>])[] = [
  ['findings fail it: of severity `high` or more, or of one that `fail-on-severity` names', { open: 3, fails: true, stops: true }],
  ['findings are open, and fail nothing', { open: 3 }],
  ['each open finding is accepted', { open: 3, accepted: 3 }],
  ['something could not be read, or nobody can tell', { complete: false }],
  ['no change landed', { changes: 0 }],
  ['each change is left out, or outside every flow', { owing: 0 }],
  ['nothing is open, and rules were not tested because an answer, a right or a permission lacked', { untested: 1 }],
  ['nothing is open, and all that was asked was tested', {}],
];

export function generateAuditOutcomes(page: string): string {
  const rows = outcomes.map(([when, numbers]) => {
    const { badge, ending, icon, mark, word } = auditOutcome({ ...clear, ...numbers });
    return `| ${icon} ${word} | ${mark} | ${badge.color} | \`${ending}\`, ${endings[ending].exitCode} | ${when} |`;
  });
  return between(page, 'outcomes', ['| Says | In text | Badge | Verdict, exit code | When |', '|:--|:--|:--|:--|:--|', ...rows]);
}
