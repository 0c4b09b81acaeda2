import type { Audit, Week } from '../../judge/audit.ts';
import { sum } from '../compared.ts';
import { byState } from './population.ts';
import { html, type Html } from '../../../html/index.ts';
import { grouped } from '../../../text/index.ts';
import { isState } from './words.ts';

const weekLong = 7 * 86_400_000;
/** Two years. */
const mostWeeks = 104;

/** Weeks one after the other, also those in which nothing landed: whether the control ran in each is what an auditor asks. */
export interface Weeks {
  readonly weeks: readonly Week[];
  /** Weeks before the first that is shown. */
  readonly left: number;
  /** Changes that are in no week, because nobody knows when they landed. */
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

/** The Monday of the week that a moment is in, in UTC. */
function mondayOf(moment: number): number {
  const day = Math.floor(moment / 86_400_000);
  // The first day of all was a Thursday.
  return (day - ((day + 3) % 7)) * 86_400_000;
}

const high = 180;
const left = 48;
const top = 20;
/** Room for the half of the last date. */
const right = 16;
/** One change among thousands is still seen. */
const least = 3;

/** Weeks next to each other, each a bar of its states, on top of each other. */
export function weekBars(weeks: readonly Week[]): Html {
  const [wide, gap] = weeks.length > 26 ? [14, 4] : weeks.length > 10 ? [26, 8] : [44, 16];
  const most = ceiling(weeks.reduce((highest, { states }) => Math.max(highest, sum(Object.values(states))), 1));
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
    ${weeks.map((week, index) => bar(week, left + gap + index * (wide + gap), wide, most))}
    ${weeks.map((week, index) =>
      (weeks.length - 1 - index) % each === 0
        ? html`<text x="${left + gap + index * (wide + gap) + wide / 2}" y="${top + high + 16}" text-anchor="middle"
            >${week.from.slice(5)}</text
          >`
        : undefined,
    )}
    <text x="${left + gap}" y="${top + high + 33}">${years(weeks)}</text>
  </svg>`;
}

function bar({ from, states }: Week, x: number, wide: number, most: number): Html {
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
            const height = rounded(Math.max(least, (heights[index] ?? 0) - (index === largest ? surplus : 0)));
            y = rounded(y - height);
            return html`<rect class="${fill(state)}" x="${x}" y="${y}" width="${wide}" height="${height}" />`;
          })
    }
    ${all > 0 && wide > 20 ? html`<text x="${x + wide / 2}" y="${y - 5}" text-anchor="middle">${grouped(all)}</text>` : undefined}
  </g>`;
}

export function fill(state: string): string {
  return `fill-${isState(state) ? state : 'unknown'}`;
}

export function swatch(filled: string): Html {
  return html`<svg class="swatch" width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
    <rect class="${filled}" width="14" height="14" />
  </svg>`;
}

/** Stripes and dots tell the fills apart where there are no colours. */
const patterns = html`<defs>
  ${(['good', 'open', 'bad', 'soft'] as const).map(
    (tone) =>
      html`<pattern id="stripes-${tone}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"
        ><rect width="6" height="6" class="under" /><rect width="3.5" height="6" class="tone-${tone}"
      /></pattern>`,
  )}
  ${(['good', 'open', 'bad'] as const).map(
    (tone) =>
      html`<pattern id="dots-${tone}" width="6" height="6" patternUnits="userSpaceOnUse"
        ><rect width="6" height="6" class="under" /><circle cx="3" cy="3" r="2" class="tone-${tone}"
      /></pattern>`,
  )}
</defs>`;

function years(weeks: readonly Week[]): string {
  const [first, last] = [weeks.at(0)?.from, weeks.at(-1)?.from];
  return first === last ? `Week from ${first}` : `Weeks from ${first} to ${last}`;
}

/** The next round number: its half is round too. */
function ceiling(number: number): number {
  for (let ten = 1; ; ten *= 10) for (const step of [1, 1.2, 1.6, 2, 4, 6, 8]) if (step * ten >= number) return step * ten;
}

function rounded(number: number): number {
  return Math.round(number * 10) / 10;
}
