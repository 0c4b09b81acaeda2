import { markdown } from '../../../text/index.ts';
import type { Severity } from '../../findings/finding.ts';
import type { RuleResult } from '../../judge/audit.ts';
import { messageText, sentence } from './text.ts';

export const levels: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
};

/** GitHub's own numbers for the four words: above 9 is critical, from 7 high, from 4 medium, below that low. */
const scores: Readonly<Record<Severity, string>> = { critical: '9.5', high: '8.0', medium: '5.5', low: '2.0' };

export type DescribedRule = Pick<RuleResult, 'controls' | 'fix' | 'rule' | 'severity' | 'text'>;

export function reportingDescriptor({ controls, fix, rule, severity, text }: DescribedRule): object {
  const lines = fix.split('\n');
  return {
    id: rule,
    name: rule,
    shortDescription: { text: messageText(text) },
    fullDescription: { text: `${sentence(text)} ${messageText(`Controls: ${controls.join(', ')}`)}` },
    defaultConfiguration: { level: levels[severity] },
    help: {
      text: `${sentence(text)} ${sentence(`Fix: ${lines.map((line) => line.trim()).join(' ')}`)}`,
      markdown: `${markdown(text, 1_000)}\n\n**Fix**\n\n${lines.map((line) => markdown(line, 500)).join('  \n')}\n`,
    },
    properties: {
      tags: ['compliance', 'security', ...controls.slice(0, 8)],
      precision: 'very-high',
      'security-severity': scores[severity],
    },
  };
}
