import { worstEpisodes } from '../episodes.ts';
import type { Series } from '../series.ts';
import { completeWords, day, seriesWords, stateWords, witnessWords } from '../words.ts';

/** Most findings of audits that people read on a screen; the reports have all of them. */
const mostEpisodes = 50;

/** A series in tables and words, for those who show it where it ran. */
export interface SeriesRows {
  /** WEEK, FROM, RAN, COMPLETE, OPENED, CLOSED, DAYS, BY. */
  readonly weeks: readonly (readonly string[])[];
  /** FILE, FROM, TO, COMPLETE, WITNESS. */
  readonly audits: readonly (readonly string[])[];
  /** FINDING, SEVERITY, ABOUT, OPENED, CLOSED, DAYS, STATE: those that stand first. */
  readonly episodes: readonly (readonly string[])[];
  /** Findings of audits that are not among them. */
  readonly more: number;
  /** The numbers in a sentence. */
  readonly words: string;
}

export function rowsOf(series: Series): SeriesRows {
  return {
    weeks: series.weeks.map(({ by, closed, complete, days, from, number, opened, ran }) => [
      number,
      from,
      String(ran),
      completeWords[complete],
      String(opened),
      String(closed),
      days === null ? '' : String(days),
      by.join(', '),
    ]),
    audits: [
      ...series.audits.map(({ complete, file, since, until, witness }) => [
        file,
        since === null ? 'a commit' : day(since),
        day(until),
        complete ? 'yes' : 'no',
        witnessWords(witness),
      ]),
      ...series.broken.map(({ file }) => [file, '', '', 'does not hold', '']),
    ],
    episodes: worstEpisodes(series.episodes)
      .slice(0, mostEpisodes)
      .map((one) => [
        one.rule,
        one.severity,
        `${one.subject.kind} ${one.subject.id.slice(0, 12)}`,
        day(one.opened),
        one.closed === null ? '' : day(one.closed),
        one.days === null ? '' : String(one.days),
        stateWords(one),
      ]),
    more: Math.max(0, series.episodes.length - mostEpisodes),
    words: seriesWords(series),
  };
}
