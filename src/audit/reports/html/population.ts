import { html, type Html } from '../../../html/index.ts';
import { count, grouped, mondayOf } from '../../../text/index.ts';
import { worstFirst } from '../../facts/finding.ts';
import type { Audit, JudgedFinding, Week } from '../../judge/audit.ts';
import { evidenceSource } from '../../population/world.ts';
import { checkTable } from '../first-page/checks.ts';
import { differing, sum, type Compared } from '../gathered.ts';
import { openFindings } from '../numbers.ts';
import { badge, isState, leftOut, line, meanings, name, printedPart, section, stateWords, states, table, type Shown } from './parts.ts';

export function population(audit: Audit, compared: readonly Compared[]): Html {
  const { totals, world } = audit;
  const checks = checkTable(audit);
  const different = differing(compared);
  return section(
    'population',
    'Population',
    html`<p>
      ${count(totals.changes, 'change')} in ${count(totals.landings, 'landing')} of ${count(totals.commits, 'commit')} on
      ${count(world.header.branches.length, 'branch', 'branches')}. A landing is one update of a branch. A change is one pull request within
      a landing, or what of a landing belongs to no pull request. Each commit of a landing is in exactly one change.
    </p>`,
    table(
      'states',
      'Changes by state',
      ['State', { number: 'Changes' }, 'It says that'],
      byState(totals.states).map(([state, number]) => [
        badge(stateWords(state)),
        grouped(number),
        isState(state) ? meanings[state] : 'this version of the tool does not know the state',
      ]),
    ),
    table(
      'counts',
      html`Held against other counts:
      ${different.length === 0 ? 'none that was told differs' : `${count(different.length, 'count')} ${different.length === 1 ? 'differs' : 'differ'}`}`,
      ['What', { number: 'This audit' }, 'Counted by', { number: 'There' }, 'Result'],
      compared.map((one) => [
        line(one.what),
        one.here === null ? 'not counted' : grouped(one.here),
        line(one.by),
        one.there === null ? 'not told' : grouped(one.there),
        badge(resultOf(one)),
      ]),
    ),
    checks === undefined ? undefined : printedPart(checks),
    different.some(({ near }) => near === true)
      ? html`<p>
          GitHub counts the pull requests that were merged into a branch in the period, and so does this audit of those that a change
          belongs to. A pull request whose commits another one brought, or that brought none, has no change of its own; a merge that GitHub
          dates on the other side of an end of the period counts in one of the two alone; and what GitHub's index does not have yet, it does
          not count.
        </p>`
      : undefined,
  );
}

/** Numbers above zero, the states that we know first, in their order. */
function byState(numbers: Readonly<Record<string, number>>): readonly (readonly [state: string, number: number])[] {
  const order = Object.keys(states);
  const rank = (state: string): number => (isState(state) ? order.indexOf(state) : order.length);
  return Object.entries(numbers)
    .filter(([, number]) => number > 0)
    .toSorted(([one], [other]) => rank(one) - rank(other));
}

function resultOf({ here, near = false, there }: Compared): Shown {
  if (here === null || there === null) return { mark: '?', word: 'nothing to compare with', tone: 'open' };
  if (here === there) return { mark: '✔', word: 'equal', tone: 'good' };
  const words = `${grouped(Math.abs(here - there))} ${here > there ? 'more' : 'fewer'} in this audit`;
  return near ? { mark: '!', word: words, tone: 'open' } : { mark: '✘', word: `not equal: ${words}`, tone: 'bad' };
}

const weekLong = 7 * 86_400_000;
/** Two years. */
const mostWeeks = 104;

/** Successive weeks, also those in which nothing landed: auditors ask whether the control ran in each. */
interface Weeks {
  readonly weeks: readonly Week[];
  readonly left: number;
  /** Changes that are in no week, because their time of landing is unknown. */
  readonly without: number;
}

export function everyWeek({ totals, world: { header } }: Audit): Weeks {
  const known = new Map(totals.weeks.map((week) => [Date.parse(week.from), week]));
  const days = [...known.keys()].filter((day) => !Number.isNaN(day));
  const without = totals.changes - sum(totals.weeks.flatMap(({ states }) => Object.values(states)));
  if (days.length === 0) return { weeks: [], left: 0, without };
  const { since, until } = header.period;
  const period = [...(since === null ? [] : [mondayOf(Date.parse(since))]), mondayOf(Date.parse(until) - 1)].filter(
    (day) => !Number.isNaN(day),
  );
  const last = [...days, ...period].reduce((one, other) => Math.max(one, other));
  const first = [...days, ...period].reduce((one, other) => Math.min(one, other));
  const number = Math.round((last - first) / weekLong) + 1;
  const shown = Math.min(number, mostWeeks);
  const weeks = Array.from({ length: shown }, (_, index): Week => {
    const day = last - (shown - 1 - index) * weekLong;
    return known.get(day) ?? { from: new Date(day).toISOString().slice(0, 10), states: {} };
  });
  return { weeks, left: number - shown, without };
}

const high = 180;
const left = 48;
const top = 20;
/** Room for the half of the last date. */
const right = 16;
/** So that one change among thousands is visible. */
const least = 3;

export function weekBars(weeks: readonly Week[]): Html {
  const [wide, gap] = weeks.length > 26 ? [14, 4] : weeks.length > 10 ? [26, 8] : [44, 16];
  const most = roundUp(weeks.reduce((highest, { states }) => Math.max(highest, sum(Object.values(states))), 1));
  const width = left + Math.max(weeks.length, 4) * (wide + gap) + gap + right;
  const each = Math.max(1, Math.ceil(44 / (wide + gap)));
  return html`<svg
    class="weeks"
    role="img"
    aria-labelledby="weeks-svg-title weeks-svg-desc"
    width="${width}"
    height="${high + 56}"
    viewBox="0 0 ${width} ${high + 56}"
  >
    <title id="weeks-svg-title">Changes by week and state</title>
    <desc id="weeks-svg-desc">
      A bar for each of ${weeks.length} weeks, with its changes on top of each other by state. The table below has the numbers.
    </desc>
    ${patterns}
    ${[0, most / 2, most]
      .filter((tick) => Number.isInteger(tick))
      .map((tick) => {
        const y = top + high - (tick / most) * high;
        return html`<line class="grid" x1="${left - 4}" x2="${width}" y1="${y}" y2="${y}" /><text
            x="${left - 8}"
            y="${y + 4}"
            text-anchor="end"
            >${grouped(tick)}</text
          >`;
      })}
    ${weeks.map((week, index) => drawBar(week, left + gap + index * (wide + gap), wide, most))}
    ${weeks.map((week, index) =>
      (weeks.length - 1 - index) % each === 0
        ? html`<text x="${left + gap + index * (wide + gap) + wide / 2}" y="${top + high + 16}" text-anchor="middle"
            >${week.from.slice(5)}</text
          >`
        : undefined,
    )}
    <text x="${left + gap}" y="${top + high + 33}">${yearWords(weeks)}</text>
  </svg>`;
}

function drawBar({ from, states }: Week, x: number, wide: number, most: number): Html {
  const parts = byState(states);
  const all = sum(parts.map(([, number]) => number));
  const heights = parts.map(([, number]) => Math.max(least, (number / most) * high));
  const surplus = sum(heights) - (all / most) * high;
  const largest = heights.indexOf(Math.max(...heights));
  let y = top + high;
  return html`<g>
    <title>${from}: ${all === 0 ? 'nothing landed' : parts.map(([state, number]) => `${grouped(number)} ${state}`).join(', ')}</title>
    ${
      all === 0
        ? html`<text class="none" x="${x + wide / 2}" y="${y - 4}" text-anchor="middle">–</text>`
        : parts.map(([state], index) => {
            const height = roundToTenth(Math.max(least, (heights[index] ?? 0) - (index === largest ? surplus : 0)));
            y = roundToTenth(y - height);
            return html`<rect class="${fill(state)}" x="${x}" y="${y}" width="${wide}" height="${height}" />`;
          })
    }
    ${all > 0 && wide > 20 ? html`<text x="${x + wide / 2}" y="${y - 5}" text-anchor="middle">${grouped(all)}</text>` : undefined}
  </g>`;
}

function fill(state: string): string {
  return `fill-${isState(state) ? state : 'unknown'}`;
}

export function swatch(filled: string): Html {
  return html`<svg class="swatch" width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
    <rect class="${filled}" width="14" height="14" />
  </svg>`;
}

/** Stripes and dots tell the fills apart where there are no colours. */
export function stripes(tones: readonly ('good' | 'open' | 'bad' | 'soft')[]): readonly Html[] {
  return tones.map(
    (tone) =>
      html`<pattern id="stripes-${tone}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"
        ><rect width="6" height="6" class="under" /><rect width="3.5" height="6" class="tone-${tone}"
      /></pattern>`,
  );
}

const patterns = html`<defs>
  ${stripes(['good', 'open', 'bad', 'soft'])}
  ${(['good', 'open', 'bad'] as const).map(
    (tone) =>
      html`<pattern id="dots-${tone}" width="6" height="6" patternUnits="userSpaceOnUse"
        ><rect width="6" height="6" class="under" /><circle cx="3" cy="3" r="2" class="tone-${tone}"
      /></pattern>`,
  )}
</defs>`;

function yearWords(weeks: readonly Week[]): string {
  const [first, last] = [weeks.at(0)?.from, weeks.at(-1)?.from];
  return first === last ? `Week from ${first}` : `Weeks from ${first} to ${last}`;
}

/** The next round number: its half is round too. */
function roundUp(number: number): number {
  for (let ten = 1; ; ten *= 10) for (const step of [1, 1.2, 1.6, 2, 4, 6, 8]) if (step * ten >= number) return step * ten;
}

function roundToTenth(number: number): number {
  return Math.round(number * 10) / 10;
}

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
        ? html`<p>${why === undefined ? 'Nobody overrode anything.' : `Not known: ${evidenceSource(world)} did not tell.`}</p>`
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
