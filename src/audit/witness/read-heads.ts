import { type UsageError, wrongUse } from '../../errors/index.ts';
import type { Checked } from '../../text/check.ts';
import { given, oneLine } from '../../text/index.ts';
import { keepingPlaces, type keptHead } from '../facts/log.ts';
import type { ReportedHead } from '../facts/previous.ts';

export type KeptHead = Checked<typeof keptHead>;

/** Most heads, and longest name of a keeper. */
const mostHeads = 10_000;
const longestKeeper = 200;

/**
 * The heads in a text, each once and on a line of its own: `<64 hexadecimal digits>`, then where it is kept, `in:mail`,
 * and until when, `until:2027-02-21`, and then who keeps it; all but the digits may be left out. Empty lines and those
 * that begin with `#` are skipped.
 * @param option that the text is of
 * @throws {UsageError} that names the first line that is something else
 */
export function readHeads(text: string, option: string): readonly KeptHead[] {
  const heads = new Map<string, KeptHead>();
  for (const [index, whole] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    const line = whole.trim();
    if (line === '' || line.startsWith('#')) continue;
    const [, link, words = ''] = /^([0-9a-f]{64})(?:\s+(.*))?$/i.exec(line) ?? [];
    const place = `Line ${index + 1} of ${option}`;
    if (link === undefined) throw wrong(`${place} is no head: ${JSON.stringify(oneLine(line, 80))}`);
    const one = { link: link.toLowerCase(), ...readKeeping(words, place) };
    if (!heads.has(one.link)) heads.set(one.link, one);
    if (heads.size > mostHeads) throw wrong(`There are more than ${mostHeads} heads in ${option}`);
  }
  if (heads.size === 0) throw wrong(`There is no head in ${option}`);
  return [...heads.values()];
}

function readKeeping(text: string, place: string): Pick<KeptHead, 'keeper' | 'keptIn' | 'until'> {
  const [, told = '', keeper = ''] = /^((?:(?:in|until):\S*(?:\s+|$))*)(.*)$/.exec(text) ?? [];
  const words = new Map(told.split(/\s+/).flatMap((word) => (word === '' ? [] : [[word.slice(0, word.indexOf(':')), word] as const])));
  const [where, until] = ['in', 'until'].map((name) => words.get(name)?.slice(name.length + 1));
  const keptIn = keepingPlaces.find((each) => each === where);
  if (where !== undefined && keptIn === undefined)
    throw wrong(`${place} has a place that is not known: ${JSON.stringify(oneLine(`in:${where}`, 80))}`);
  if (until !== undefined && !isDay(until)) throw wrong(`${place} has no day in ${JSON.stringify(oneLine(`until:${until}`, 80))}`);
  return { keeper: keeper === '' ? null : oneLine(keeper, longestKeeper), ...given({ keptIn, until }) };
}

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

function wrong(what: string): UsageError {
  return wrongUse(
    what,
    `Write a head a line: 64 hexadecimal digits; then, where you like, \`in:\` and one of ${keepingPlaces.join(', ')}, \`until:\` and a day as 2027-02-21, and who keeps it`,
  );
}

/** The head that the report of the audit before keeps. The log of another organization is another chain. */
export function keptByReport(before: ReportedHead | null, org: string): readonly KeptHead[] {
  if (before === null || before.org !== org) return [];
  return [{ link: before.link, keeper: `the previous audit's report of ${before.readAt.slice(0, 10)}`, keptIn: 'report' }];
}
