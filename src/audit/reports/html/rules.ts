import { html, type Html } from '../../../html/index.ts';
import { grouped } from '../../../text/index.ts';
import type { Audit, RuleResult } from '../../judge/audit.ts';
import { badge, code, line, section, table, type Shown } from './parts.ts';
import { severityWords } from './words.ts';

/** Every rule with how it ended: what was not tested first, then what found something. */
export function rules({ rules: all }: Audit): Html {
  const number = (result: RuleResult['result']): number => all.filter((rule) => rule.result === result).length;
  return section(
    'rules',
    'Rules',
    html`<p>The controls are numbers of others' standards, for those who look them up; the words are ours.</p>`,
    all.length === 0
      ? html`<p>No rule was run.</p>`
      : table(
          'all-rules',
          `${grouped(number('tested'))} tested, ${grouped(number('not applicable'))} not applicable, ${grouped(number('not tested'))} not tested, or not everywhere`,
          ['Rule', 'Severity', 'Result', { number: 'Tested' }, { number: 'With findings' }],
          all
            .toSorted((one, other) => rank(one) - rank(other))
            .map((rule) => [
              html`${code(rule.rule)}<br />${line(rule.text)}
                <span class="about soft">${rule.controls.length === 0 ? 'no control' : line(rule.controls.join(', '))}</span>`,
              badge(severityWords[rule.severity]),
              html`${badge(resultOf(rule))}${whyOf(rule)}`,
              grouped(rule.tested),
              grouped(rule.found),
            ]),
        ),
  );
}

/** The limits have the reason of each rule that was not tested: one reason may keep many rules. */
function whyOf({ result, why }: RuleResult): Html | undefined {
  if (why === null) return undefined;
  return result === 'not tested' ? html`<br /><a href="#not-tested">Why</a>` : html`<br />${line(why)}`;
}

function rank({ found, result }: RuleResult): number {
  if (result === 'not tested') return 0;
  return result === 'not applicable' ? 3 : found > 0 ? 1 : 2;
}

/** `not tested` is never good, also where a part was. */
function resultOf({ found, result, tested }: RuleResult): Shown {
  switch (result) {
    case 'not applicable':
      return { mark: '–', word: 'not applicable: nothing of its kind', tone: 'soft' };
    case 'not tested':
      if (found > 0) return { mark: '✘', word: 'found something, and not tested everywhere', tone: 'bad' };
      return { mark: '?', word: tested === 0 ? 'not tested' : 'not tested everywhere', tone: 'open' };
    case 'tested':
      return found > 0
        ? { mark: '✘', word: 'tested, found something', tone: 'bad' }
        : { mark: '✔', word: 'tested, nothing found', tone: 'good' };
  }
}
