import { unaskedHeading, unaskedLines, untestedLines, untestedRules } from '../../../presentation/index.ts';
import { count, oneLine } from '../../../text/index.ts';
import type { Audit } from '../../judge/audit.ts';
import type { Part } from './page.ts';
import { firstOf } from './words.ts';

/** Reasons that are told, and the longest of them with its rules, in UTF-16 units. */
const [mostReasons, longest] = [20, 2000];

/** The rules that say nothing, or not about everything: each reason once, with the rules that it blocks. */
export function untested({ rules }: Audit): readonly Part[] {
  const without = untestedRules(rules).filter(({ lack }) => lack === 'answer');
  const caption = `Not tested, or not everywhere: ${without.length} of ${count(rules.length, 'rule')}`;
  return [...reasons('untested-rules', caption, untestedLines(rules)), ...reasons('unasked-rules', unaskedHeading, unaskedLines(rules))];
}

function reasons(id: string, caption: string, lines: readonly string[]): readonly Part[] {
  if (lines.length === 0) return [];
  const items = lines.map((line) => [oneLine(line, longest)]);
  return [{ kind: 'list', id, caption: [caption], items: firstOf(items, mostReasons) }];
}
