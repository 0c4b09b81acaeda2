import { html, type Html } from '../../../html/index.ts';
import { count, grouped } from '../../../text/index.ts';
import type { Audit, JudgedFinding } from '../../judge/audit.ts';
import { fill, swatch, weekBars, everyWeek } from './weeks.ts';
import { openFindings } from '../numbers.ts';
import { sum } from '../compared.ts';
import { byState } from './population.ts';
import { leftOut, name, section, table } from './parts.ts';
import { stateWords, worstFirst } from './words.ts';

const mostPeople = 50;

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
                ['Week from', { number: 'All' }, ...present.map(([state]) => ({ number: stateWords(state).word }))],
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
  const open = openFindings(findings);
  const daysOf = ({ firstSeen }: JudgedFinding): number => {
    const days = (Date.parse(world.header.at) - Date.parse(firstSeen)) / 86_400_000;
    return Number.isNaN(days) ? 0 : Math.max(0, days);
  };
  const rows = buckets.map(({ from, to, words }) => {
    const some = open.filter((finding) => daysOf(finding) >= from && daysOf(finding) < to);
    const parts = worstFirst.map((severity) => [`fill-${severity}`, some.filter((one) => one.severity === severity).length] as const);
    return { words, all: some.length, parts };
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
            ['Age', 'Picture', { number: 'All' }, ...worstFirst.map((severity) => ({ number: severity }))],
            rows.map(({ all, parts, words }) => [words, sideBar(parts, most), grouped(all), ...parts.map(([, number]) => grouped(number))]),
            'whole',
          )
    } `;
}

function overrides({ totals, world }: Audit): Html {
  const shown = totals.overrides.slice(0, mostPeople);
  const most = Math.max(1, ...shown.map((one) => one.count));
  const why = world.untold.find(({ source }) => source === 'records' || source === 'trails')?.why;
  return html`<h3>Overrides by person</h3>
    ${
      shown.length === 0
        ? html`<p>${why === undefined ? 'Nobody overrode anything.' : 'Not known: the evidence service did not tell.'}</p>`
        : html`${table(
            'override-counts',
            'Who set a verdict in place of evidence, by the token that recorded it',
            ['Who', 'Picture', { number: 'Overrides' }],
            shown.map((one) => [name(one.by), sideBar([['tone-open', one.count]], most), grouped(one.count)]),
            'whole',
          )}${leftOut(totals.overrides.length - mostPeople, 'person')}`
    } `;
}

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
