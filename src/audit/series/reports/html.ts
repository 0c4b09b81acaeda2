import { html, html as markup, webLink, type Html } from '../../../html/index.ts';
import type { Severity } from '../../facts/finding.ts';
import { pageEnd, startPage } from '../../reports/html/page.ts';
import { badge, code, facts, leftOut, line, moment, name, section, severityWords, table, type Shown } from '../../reports/html/parts.ts';
import { stripes, swatch } from '../../reports/html/population.ts';
import { worstEpisodes } from '../episodes.ts';
import { scopeWords } from '../scope.ts';
import type { Episode, Series, SeriesWeek } from '../series.ts';
import { trendCells, trendHead } from './reports.ts';
import { completeWords, seriesOutcome, seriesWords, stateWords, witnessWords } from '../words.ts';

const wide = 14;
const gap = 4;
const left = 56;
/** Room for the half of the last number. */
const right = 20;
/** The strip of covered weeks, and the room for opened findings above it and closed ones below. */
const strip = 16;
const half = 80;
/** So that one finding among hundreds is visible. */
const least = 3;

/** The fill of a week, by how much of it is covered. */
const tones = { whole: 'tone-good', part: 'fill-tested-on-head-only', none: 'fill-uncovered' } as const;

const fills = markup`<defs>
  ${stripes(['open', 'bad'])}
</defs>`;

/** The weeks next to each other: whether complete audits cover each, opened findings above, and closed ones below. */
function weeksPicture(weeks: readonly SeriesWeek[]): Html {
  const most = Math.max(1, ...weeks.map(({ closed, opened }) => Math.max(closed, opened)));
  const width = left + weeks.length * (wide + gap) + right;
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
    ${fills}
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

const mostRows = 2_000;

/** One page without a script, that loads nothing. */
export function writeHtml(series: Series, failOn: Severity | 'none' = 'high'): string {
  const { mark, tone, why, word } = seriesOutcome(series, failOn);
  const title = `Series of audits of ${line(series.repository ?? 'a repository')}`;
  return String(markup`${startPage(`${title}: ${word}`)}
  <body>
    <header>
      <h1>${title}</h1>
      <p>${line(scopeWords(series))}. ${period(series)}</p>
    </header>
    <main>
      <div class="verdict ${tone}">
        <p class="word"><span aria-hidden="true">${mark}</span> ${word}</p>
        <p>${why}</p>
        <p>${line(seriesWords(series), 600)}.</p>
      </div>
      ${section('series-findings', 'About the series', aboutSeries(series))}
      ${section('weeks', 'Weeks', weeks(series))}
      ${section('trend', 'Trend', trend(series))}
      ${section('findings', 'Findings of the audits', findings(series.episodes))}
      ${section('audits', 'Audits', audits(series), broken(series))}
      ${section('reading', 'How to read it', reading)}
    ${pageEnd}`);
}

function period({ period: span }: Series): Html {
  return span === null ? markup`No period is known.` : markup`From ${moment(span.since)} up to ${moment(span.until)}.`;
}

function aboutSeries({ findings: all }: Series): Html {
  if (all.length === 0) return markup`<p>No hole, no overlap, no broken link, and no file that does not hold.</p>`;
  return table(
    'about-series',
    'What is wrong with the series itself, the worst first',
    ['Finding', 'Severity', 'Says', 'To fix it'],
    all.map(({ fix, message, rule, severity }) => [code(rule), badge(severityWords[severity]), line(message, 1000), line(fix, 1000)]),
  );
}

function weeks({ weeks: all }: Series): Html {
  if (all.length === 0) return markup`<p>There are no weeks to show.</p>`;
  return markup`<div class="scroll picture" role="group" aria-labelledby="series-svg-title" tabindex="0">${weeksPicture(all)}</div>
    <ul class="legend">
      <li>${swatch(tones.whole)} covered by complete audits</li>
      <li>${swatch(tones.part)} in part</li>
      <li>${swatch(tones.none)} not covered</li>
      <li>${swatch('tone-bad')} opened</li>
      <li>${swatch('tone-soft')} closed</li>
    </ul>
    ${table(
      'week-numbers',
      'Weeks by ISO 8601, from Monday, in UTC',
      ['Week', 'From', { number: 'Ran' }, 'Complete', { number: 'Opened' }, { number: 'Closed' }, { number: 'Days to fix' }, 'By whom'],
      all.map(({ by, closed, complete, days, from, number, opened, ran }) => [
        number,
        from,
        ran,
        badge(covered[complete]),
        opened,
        closed,
        days ?? '',
        by.map((one, index) => markup`${index === 0 ? undefined : ', '}${name(one)}`),
      ]),
      'whole',
    )}`;
}

function trend({ trend: all }: Series): Html {
  if (all.length === 0) return markup`<p>There is no week to show.</p>`;
  return markup`${table(
    'trend-rows',
    'Repositories and teams by week. A week without an audit has no numbers',
    trendHead.map((title) => (trendIsNumber.has(title) ? { number: title } : title)),
    all.slice(0, mostRows).map((one) => trendCells(one).map((cell) => line(cell, 600))),
  )}${leftOut(all.length - mostRows, 'row', 'The CSV of `trend` has all.')}`;
}

const trendIsNumber: ReadonlySet<string> = new Set(['Audits', 'Exceptions', 'Overrides', 'Days to fix']);

const covered: Readonly<Record<keyof typeof completeWords, Shown>> = {
  whole: { mark: '✔', word: completeWords.whole, tone: 'good' },
  part: { mark: '…', word: completeWords.part, tone: 'open' },
  none: { mark: '✘', word: completeWords.none, tone: 'bad' },
};

function findings(episodes: readonly Episode[]): Html {
  if (episodes.length === 0) return markup`<p>No audit has a finding.</p>`;
  return markup`${table(
    'episodes',
    'Those that stand first, the worst of them on top',
    ['Finding', 'Severity', 'About', 'Says', 'Opened', 'Closed', { number: 'Days to fix' }, 'State'],
    worstEpisodes(episodes)
      .slice(0, mostRows)
      .map((one) => [
        code(one.rule),
        badge(severityWords[one.severity]),
        webLink(one.subject.url, line(`${one.subject.kind} ${one.subject.id}`, 80)),
        line(one.message, 600),
        moment(one.opened),
        moment(one.closed, '–'),
        one.days ?? '',
        line(stateWords(one), 400),
      ]),
  )}${leftOut(episodes.length - mostRows, 'finding')}`;
}

function audits({ audits: all }: Series): Html {
  return table(
    'all-audits',
    'Audits that count, in the order in which they were made',
    ['File', 'From', 'To', 'Made', 'Complete', 'Witness', 'SHA-256 of its report'],
    all.map(({ at, complete, digest, file, run, since, until, witness }) => [
      webLink(run, line(file)),
      moment(since, 'a commit'),
      moment(until),
      moment(at),
      badge(complete ? covered.whole : covered.none),
      witnessWords(witness),
      code(digest, 70),
    ]),
  );
}

function broken({ broken: files }: Series): Html | undefined {
  if (files.length === 0) return undefined;
  return table(
    'broken-files',
    'Files that do not hold, and count as no audit',
    ['File', 'Why'],
    files.map(({ file, why }) => [
      line(file),
      markup`<ul class="plain">${why.slice(0, 20).map((one) => markup`<li>${line(one, 500)}</li>`)}</ul>`,
    ]),
  );
}

const reading = facts(
  ['Ran', 'audits, complete or not, that looked at any of the week'],
  ['Complete', 'whether complete audits cover all of the week that is in the period'],
  [
    'Opened, closed',
    'findings that the audit of this week found first, or found fixed: a finding may have been fixed up to an audit earlier',
  ],
  ['Days to fix', 'from the one to the other, the middle of those that were closed in the week'],
  ['Trend', 'the audits that ended in a week, added up. Exceptions are emergencies, changes that were left out, and accepted findings'],
  ['By whom', 'who accepted, as the reports say it. No report says who fixed something: that is not known'],
  ['Witness', 'whether a head of the log that somebody kept proves the records of the package, by itself or by a later package'],
);
