import { html, type Html } from '../../../html/index.ts';
import type { SeriesWeek } from '../series.ts';
import { completeWords } from '../words.ts';

const wide = 14;
const gap = 4;
const left = 56;
/** The strip of covered weeks, and the room for opened findings above it and closed ones below. */
const strip = 16;
const half = 80;
/** One finding among hundreds is still seen. */
const least = 3;

const tones = { whole: 'tone-good', part: 'fill-tested-on-head-only', none: 'fill-uncovered' } as const;

/** The weeks next to each other: whether complete audits cover each, what was opened above, and what was closed below. */
export function weeksPicture(weeks: readonly SeriesWeek[]): Html {
  const most = Math.max(1, ...weeks.map(({ closed, opened }) => Math.max(closed, opened)));
  const width = left + weeks.length * (wide + gap) + gap;
  const middle = half + 12;
  const high = middle + strip + half + 36;
  return html`<svg
    class="weeks"
    role="img"
    aria-labelledby="series-svg-title series-svg-desc"
    width="${width}"
    height="${high}"
    viewBox="0 0 ${width} ${high}"
  >
    <title id="series-svg-title">Weeks of the series</title>
    <desc id="series-svg-desc">
      A column for each of ${weeks.length} weeks: in the middle whether complete audits cover it, above it the findings that were opened,
      below it those that were closed. The table below has the numbers.
    </desc>
    ${stripes}
    <text x="0" y="${middle - 8}">opened</text>
    <text x="0" y="${middle + strip - 4}">covered</text>
    <text x="0" y="${middle + strip + 14}">closed</text>
    ${weeks.map((week, index) => column(week, left + gap + index * (wide + gap), middle, most))}
    ${weeks.map((week, index) =>
      (weeks.length - 1 - index) % 4 === 0
        ? html`<text x="${left + gap + index * (wide + gap) + wide / 2}" y="${high - 8}" text-anchor="middle"
            >${week.number.slice(5)}</text
          >`
        : undefined,
    )}
  </svg>`;
}

function column(week: SeriesWeek, x: number, middle: number, most: number): Html {
  const { closed, complete, from, number, opened, ran } = week;
  const [up, down] = [opened, closed].map((some) => (some === 0 ? 0 : Math.max(least, Math.round((some / most) * half))));
  return html`<g>
    <title>${number}, from ${from}: ${ran} ran, complete ${completeWords[complete]}, ${opened} opened, ${closed} closed</title>
    <rect class="${tones[complete]}" x="${x}" y="${middle}" width="${wide}" height="${strip}" />
    ${up === 0 ? undefined : html`<rect class="tone-bad" x="${x}" y="${middle - (up ?? 0) - 2}" width="${wide}" height="${up}" />`}
    ${down === 0 ? undefined : html`<rect class="tone-soft" x="${x}" y="${middle + strip + 2}" width="${wide}" height="${down}" />`}
  </g>`;
}

/** Stripes tell the fills apart where there are no colours. */
const stripes = html`<defs>
  ${(['open', 'bad'] as const).map(
    (tone) =>
      html`<pattern id="stripes-${tone}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"
        ><rect width="6" height="6" class="under" /><rect width="3.5" height="6" class="tone-${tone}"
      /></pattern>`,
  )}
</defs>`;
