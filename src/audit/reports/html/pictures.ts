import { html, type Html } from '../../../html/index.ts';
import { count, grouped } from '../../../text/index.ts';
import type { Audit, JudgedFinding } from '../../judge/audit.ts';
import { severities } from '../../findings/finding.ts';
import { fill, swatch, weekBars } from './bars.ts';
import { sum } from './counts.ts';
import { byState } from './population.ts';
import { firstOf, leftOut, name, section, table } from './parts.ts';
import { stateWords, worstFirst } from './words.ts';
import { everyWeek } from './weeks.ts';

const mostPeople = 50;

/** The pictures, each next to its numbers. */
export function pictures(audit: Audit): Html {
  return section('pictures', 'Over time', byWeek(audit), ages(audit), overrides(audit));
}

function byWeek(audit: Audit): Html {
  const { left, weeks, without } = everyWeek(audit);
  const present = byState(audit.totals.states);
  const empty = weeks.filter(({ states }) => sum(Object.values(states)) === 0).length;
  return html`<h3>Changes by week</h3>
    ${
      weeks.length === 0
        ? html`<p>
            ${audit.totals.changes === 0 ? 'Nothing landed.' : 'Nobody knows when the changes landed, so that there are no weeks to show.'}
          </p>`
        : html`<div class="scroll picture" role="group" aria-labelledby="weeks-svg-title" tabindex="0">${weekBars(weeks)}</div>
            <ul class="legend">
              ${present.map(([state, number]) => html`<li>${swatch(fill(state))} ${stateWords(state).word}: ${grouped(number)}</li>`)}
            </ul>
            <p>
              ${count(weeks.length, 'week')}${empty === 0 ? ', with changes in each.' : `, with nothing landed in ${grouped(empty)} of them.`}
              ${without === 0 ? undefined : `${count(without, 'change')} in no week, because nobody knows the time of landing.`}
              ${left === 0 ? undefined : `${count(left, 'earlier week')} not shown here: the JSON report has all.`}
            </p>
            <details>
              <summary>The numbers of each week</summary>
              ${table(
                'weeks',
                'Changes by week and state; a week begins on Monday, in UTC',
                [
                  { name: 'Week from' },
                  { name: 'All', number: true },
                  ...present.map(([state]) => ({ name: stateWords(state).word, number: true })),
                ],
                weeks.map(({ from, states }) => [
                  from,
                  grouped(sum(Object.values(states))),
                  ...present.map(([state]) => grouped(states[state] ?? 0)),
                ]),
                'whole',
              )}
            </details>`
    } `;
}

const buckets = [
  { words: 'less than 7 days', from: 0, to: 7 },
  { words: '7 to 29 days', from: 7, to: 30 },
  { words: '30 to 89 days', from: 30, to: 90 },
  { words: '90 days or more', from: 90, to: Infinity },
] as const;

function ages({ findings, world }: Audit): Html {
  const open = findings.filter(({ status }) => status !== 'fixed');
  const daysOf = ({ firstSeen }: JudgedFinding): number => {
    const days = (Date.parse(world.header.at) - Date.parse(firstSeen)) / 86_400_000;
    return Number.isNaN(days) ? 0 : Math.max(0, days);
  };
  const rows = buckets.map(({ from, to, words }) => {
    const some = open.filter((finding) => daysOf(finding) >= from && daysOf(finding) < to);
    return {
      words,
      all: some.length,
      numbers: severities.map((severity) => some.filter((finding) => finding.severity === severity).length),
    };
  });
  const most = Math.max(1, ...rows.map(({ all }) => all));
  return html`<h3>Age of the open findings</h3>
    ${
      open.length === 0
        ? undefined
        : html`<ul class="legend">
            ${worstFirst.map((severity) => html`<li>${swatch(`fill-${severity}`)} ${severity}</li>`)}
          </ul>`
    }
    ${
      open.length === 0
        ? html`<p>No finding is open.</p>`
        : table(
            'ages',
            'Since first found, accepted ones too',
            [
              { name: 'Age' },
              { name: 'Picture' },
              { name: 'All', number: true },
              ...worstFirst.map((severity) => ({ name: severity, number: true })),
            ],
            rows.map(({ all, numbers, words }) => [
              words,
              sideBar(
                numbers.toReversed().map((number, index) => [`fill-${worstFirst[index]}`, number]),
                most,
              ),
              grouped(all),
              ...numbers.toReversed().map((number) => grouped(number)),
            ]),
            'whole',
          )
    } `;
}

function overrides({ totals, world }: Audit): Html {
  const { left, shown } = firstOf(totals.overrides, mostPeople);
  const most = Math.max(1, ...shown.map((one) => one.count));
  const why = world.untold.find(({ source }) => source === 'records' || source === 'trails')?.why;
  return html`<h3>Overrides by person</h3>
    ${
      shown.length === 0
        ? html`<p>${why === undefined ? 'Nobody overrode anything.' : 'Not known: the evidence service did not tell.'}</p>`
        : html`${table(
            'override-counts',
            'Who set a verdict in place of evidence, by the token that recorded it',
            [{ name: 'Who' }, { name: 'Picture' }, { name: 'Overrides', number: true }],
            shown.map((one) => [name(one.by), sideBar([['tone-open', one.count]], most), grouped(one.count)]),
            'whole',
          )}${leftOut(left, 'person', 'The JSON report has all.')}`
    } `;
}

/** A bar to the side, whose numbers stand next to it. */
function sideBar(parts: readonly (readonly [fill: string, number: number])[], most: number): Html {
  let x = 0;
  return html`<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
    ${parts.map(([fill, number]) => {
      const width = number === 0 ? 0 : Math.max(1, Math.round((number / most) * 1000) / 10);
      const rect = width === 0 ? undefined : html`<rect class="${fill}" x="${x}" y="0" width="${width}" height="10" />`;
      x += width;
      return rect;
    })}
  </svg>`;
}
