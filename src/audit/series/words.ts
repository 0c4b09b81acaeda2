import { rulesInNumbers, togetherOutcome, type AuditOutcome } from '../../presentation/index.ts';
import { count } from '../../text/index.ts';
import type { Severity } from '../facts/finding.ts';
import { addNumbers, auditNumbers, weightOf } from '../reports/numbers.ts';
import { renamedWords } from './scope.ts';
import type { Episode, Series, SeriesWeek, WitnessState } from './series.ts';

/**
 * As one audit of all that its audits looked at, and never better than any of them. A finding that is no longer followed
 * stands, because no audit says that it was fixed.
 */
export function seriesOutcome(series: Series, failOn: Severity | 'none'): AuditOutcome & { readonly why: string } {
  const { audits, changes, complete, episodes, findings, holes } = series;
  const standing = episodes.filter(({ state }) => state === 'open' || state === 'lost');
  const accepted = episodes.filter(({ state }) => state === 'accepted').length;
  // The series decides whether the period is covered, and not each of its audits.
  const each = audits.map((audit) =>
    auditNumbers({ ...audit, complete: true, totals: { changes: audit.changes, states: audit.states, landings: 0, commits: 0 } }),
  );
  const outcome = togetherOutcome(each, {
    complete,
    ...addNumbers(each),
    changes,
    // Where an audit found something, its findings tell what became of it.
    uncovered: each.reduce((sum, one) => sum + (one.open === 0 ? one.uncovered : 0), 0),
    fresh: 0,
    fixed: 0,
    ...weightOf([...findings, ...standing], failOn),
    open: findings.length + standing.length + accepted,
    accepted,
    ...rulesInNumbers(audits.flatMap(({ rules }) => rules)),
  });
  if (complete) return { ...outcome, why: 'The period is covered without a hole.' };
  return {
    ...outcome,
    why: audits.length === 0 ? 'No audit counts.' : `No complete audit covers ${count(holes.length, 'part')} of the period.`,
  };
}

/** `2026-11-16`, and with its time where it is not midnight. */
export function day(at: string): string {
  const text = new Date(at).toISOString();
  return text.slice(11, 23) === '00:00:00.000' ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 16)}Z`;
}

/** The first digits of a SHA-256, for people; a fix has all of them. */
export function shortDigest(digest: string): string {
  return digest.slice(0, 12);
}

export function witnessWords(state: WitnessState): string {
  switch (state.kind) {
    case 'none':
      return state.why;
    case 'not-witnessed':
      return 'not witnessed';
    case 'witnessed':
      return 'witnessed';
    case 'partly':
      return `witnessed up to record ${state.upTo} of ${state.of}`;
  }
}

/** A pseudonym means another person in each audit: the audit is named next to it. */
export function personIn(name: string, until: string): string {
  return /^person-\d+$/.test(name) ? `${name} of the audit up to ${day(until)}` : name;
}

export function seriesWords({ audits, broken, episodes, findings, holes, period }: Series): string {
  const renamed = renamedWords(audits);
  const standing = episodes.filter(({ state }) => state !== 'closed' && state !== 'covered');
  const [accepted, lost] = (['accepted', 'lost'] as const).map((state) => standing.filter((one) => one.state === state).length);
  return [
    `${count(audits.length, 'audit')} ${period === null ? 'of no period' : `from ${day(period.since)} to ${day(period.until)}`}`,
    ...(renamed === undefined ? [] : [renamed]),
    ...(broken.length === 0 ? [] : [`${count(broken.length, 'file')} that ${broken.length === 1 ? 'does' : 'do'} not hold`]),
    holes.length === 0 && audits.length > 0 ? 'no hole' : count(Math.max(holes.length, 1), 'hole'),
    `${count(episodes.length, 'finding')} of the audits, ${episodes.length - standing.length} of them closed, ${standing.length} not (${accepted} accepted, ${lost} not followed)`,
    `${count(findings.length, 'finding')} about the series`,
  ].join('; ');
}

export const completeWords = { whole: 'yes', part: 'in part', none: 'no' } as const satisfies Readonly<
  Record<SeriesWeek['complete'], string>
>;

/** The end of a finding, and the people as far as the facts say. No report names the person who fixed something. */
export function stateWords({ accepted, closedIn, isBefore, openedIn, state }: Episode): string {
  const begun = isBefore ? `, open before ${openedIn}` : '';
  switch (state) {
    case 'closed':
      return `closed, as ${closedIn ?? 'an audit'} says; by whom is not known${begun}`;
    case 'accepted':
      return `accepted by ${accepted?.by ?? 'not known'} since ${accepted === null ? 'not known' : day(accepted.at)}${begun}`;
    case 'lost':
      return `not followed: the newest audit has it no more, and none says that it was fixed${begun}`;
    case 'covered':
      return `covered by another audit of the series${begun}`;
    case 'open':
      return `open${begun}`;
  }
}
