import { html, type Html } from '../../../html/index.ts';
import { count, grouped } from '../../../text/index.ts';
import type { Audit } from '../../judge/audit.ts';
import { limitsOf } from '../git-alone.ts';
import { asOfWords } from '../as-of-words.ts';
import { missing } from '../incomplete.ts';
import { claims } from './claims.ts';
import { code, joined, leftOut, line, section, table } from './parts.ts';

const mostRows = 200;

export function limits(audit: Audit): Html {
  return section('limits', 'Limits of this audit', holes(audit), untested(audit), claimed(audit), outside(audit));
}

function holes(audit: Audit): Html {
  const all = missing(audit);
  return html`<h3 id="missing">What is missing from the population</h3>
    ${
      all.length === 0
        ? html`<p>As far as its sources told, nothing is missing.</p>`
        : html`${table(
            'holes',
            'What belongs to the population and could not be read',
            ['Missing', 'Why', 'Fix'],
            all.slice(0, mostRows).map(({ fix, what, why }) => [line(what), line(why), line(fix)]),
          )}${leftOut(all.length - mostRows, 'missing part')}`
    } `;
}

function untested({ rules, world }: Audit): Html {
  const without = rules.filter(({ result }) => result === 'not tested');
  const unasked = without.filter(({ lack }) => lack !== null && lack !== 'answer').length;
  const limited = limitsOf(world);
  const reasons = [...Map.groupBy(limited, ({ why }) => why).values()];
  return html`<h3 id="not-tested">What was not tested, and why</h3>
    ${
      without.length === 0
        ? html`<p>${rules.length === 0 ? 'No rule was run.' : 'Each rule was tested wherever it applies.'}</p>`
        : table(
            'untested',
            html`${count(without.length, 'rule')} of ${grouped(rules.length)} not tested, or not
            everywhere${unasked === 0 ? undefined : `, ${grouped(unasked)} of them because there is nothing to compare with`}`,
            ['Why not, or not everywhere', { number: 'Rules' }, 'Which'],
            [...Map.groupBy(without, ({ why }) => why ?? 'nobody said why')].map(([why, all]) => [
              line(why),
              grouped(all.length),
              joined(all.map(({ rule, tested }) => html`${code(rule)}${tested === 0 ? undefined : ' (not everywhere)'}`)),
            ]),
          )
    }
    ${
      limited.length === 0
        ? undefined
        : html`${table(
            'untold',
            'Sources that were not asked, or did not answer, and what dates may hide',
            ['Why', 'Sources', 'Fix'],
            reasons
              .slice(0, mostRows)
              .map((all) => [
                line(all[0]?.why ?? ''),
                joined([...new Set(all.map(({ source }) => line(source)))]),
                joined([...new Set(all.map(({ fix }) => line(fix)))], '; '),
              ]),
          )}${leftOut(reasons.length - mostRows, 'reason')}`
    } `;
}

function claimed(audit: Audit): Html {
  return html`<h3>What rests on the word of one party</h3>
    ${table(
      'claims',
      'Nobody but the party in the second column vouches for these',
      ['What', 'Whose word', 'So'],
      claims(audit).map(({ so, what, word }) => [what, word, so]),
    )} `;
}

function outside({ world }: Audit): Html {
  const { branches, flows } = world.header;
  const elsewhere = world.end.trailsElsewhere;
  const asOf = asOfWords(world.header);
  return html`<h3>What is outside of this audit</h3>
    <ul>
      ${
        asOf === undefined
          ? undefined
          : html`<li>
              All that the service recorded later. ${asOf}; a fact of GitHub as it was then is known only where a record has it.
            </li>`
      }
      <li>
        Changes that are not in git: infrastructure that is changed by hand, feature flags, data, and the settings of GitHub and of the
        service.
      </li>
      <li>
        ${
          branches.length === 0
            ? 'Every branch: none was named.'
            : `Every branch but the ${branches.length === 1 ? 'one' : grouped(branches.length)} in the scope, until what is on it lands there.`
        }
      </li>
      ${flows.length === 0 ? undefined : html`<li>Every flow but the ${flows.length === 1 ? 'one' : grouped(flows.length)} that the scope names.</li>`}
      <li>
        ${count(elsewhere, 'trail')} about no commit of an audited branch: ${elsewhere === 1 ? 'it was' : 'they were'} counted, and not
        judged.
      </li>
    </ul> `;
}
