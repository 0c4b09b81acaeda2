import { rules } from '../../src/audit/parts.ts';
import { between } from './generate-manifest.ts';

/** The table of the rules of an audit, between its markers. */
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
