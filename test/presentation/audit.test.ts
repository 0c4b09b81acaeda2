import { describe, expect, it } from 'vitest';
import {
  auditOutcome,
  endingWords,
  populationWords,
  togetherOutcome,
  untestedWords,
  type AuditNumbers,
} from '../../src/presentation/index.ts';
import { auditTones } from '../../src/presentation/audit.ts';

const numbers: AuditNumbers = {
  complete: true,
  agrees: true,
  fails: false,
  stops: false,
  changes: 2,
  landings: 2,
  commits: 5,
  unclear: 0,
  uncovered: 0,
  owing: 2,
  open: 0,
  accepted: 0,
  fresh: 0,
  fixed: 0,
  tested: 9,
  untested: 0,
  partly: 0,
};

describe('an audit in a sentence', () => {
  it.each<[Partial<AuditNumbers>, string, string]>([
    [{}, 'clear', 'No open findings'],
    [{ untested: 1 }, 'partial', 'No open findings, but 1 rule not tested'],
    [{ untested: 2, partly: 1 }, 'partial', 'No open findings, but 2 rules not tested and 1 rule not tested everywhere'],
    [{ open: 1 }, 'open', '1 open finding'],
    [{ open: 1, fails: true }, 'failing', '1 open finding'],
    [{ open: 3, accepted: 1, untested: 4 }, 'open', '3 open findings, 1 of them accepted'],
    [{ open: 1, accepted: 1 }, 'open', '1 open finding, which is accepted'],
    [{ open: 2, accepted: 2 }, 'open', '2 open findings, all accepted'],
    [{ changes: 0 }, 'empty', 'Nothing landed'],
    [{ tested: 0 }, 'unknown', 'Unknown: no rule was tested'],
    [{ owing: 0 }, 'empty', 'Nothing owed evidence'],
    [{ owing: 0, untested: 1 }, 'empty', 'Nothing owed evidence'],
    [{ uncovered: 1, untested: 1 }, 'unknown', 'Unknown: 1 change is not covered, and no rule could say so'],
    [{ uncovered: 2, open: 2, accepted: 2 }, 'open', '2 open findings, all accepted'],
    [{ unclear: 2, untested: 1 }, 'unknown', 'Unknown: nobody can tell how 2 changes stood'],
    [{ unclear: 2, open: 1, accepted: 1 }, 'unknown', 'Unknown: nobody can tell how 2 changes stood, with 1 open finding so far'],
    [{ unclear: 2, open: 1 }, 'unknown', 'Unknown: nobody can tell how 2 changes stood, with 1 open finding so far'],
    [{ unclear: 2, open: 1, fails: true }, 'failing', '1 open finding'],
    [{ changes: 0, open: 1 }, 'open', '1 open finding'],
    [{ changes: 0, complete: false }, 'unknown', 'Unknown: not all that landed could be read'],
    [{ complete: false, open: 2, accepted: 2 }, 'unknown', 'Unknown: not all that landed could be read, with 2 open findings so far'],
  ])('is with %j %s: %s', (more, kind, text) => {
    expect(auditOutcome({ ...numbers, ...more })).toMatchObject({ kind, text });
  });

  it('is green alone where nothing is open and all was tested, and red alone where findings fail it', () => {
    const toneOf = (more: Partial<AuditNumbers>): string => auditOutcome({ ...numbers, ...more }).tone;
    expect(toneOf({})).toBe('good');
    expect([{ untested: 1 }, { open: 1 }, { open: 1, accepted: 1 }].map(toneOf)).toEqual(['open', 'open', 'open']);
    expect(toneOf({ open: 1, fails: true })).toBe('bad');
    expect([{ complete: false }, { unclear: 1 }, { tested: 0 }].map(toneOf)).toEqual(['unknown', 'unknown', 'unknown']);
    expect([{ changes: 0 }, { owing: 0 }].map(toneOf)).toEqual(['soft', 'soft']);
  });

  it('says what landed', () => {
    expect(populationWords({ changes: 1, landings: 1, commits: 1 })).toBe('1 change in 1 landing, 1 commit');
    expect(populationWords({ changes: 1_200, landings: 900, commits: 5_000 })).toBe('1,200 changes in 900 landings, 5,000 commits');
    expect(untestedWords({ untested: 0, partly: 0 })).toBeUndefined();
  });

  it('fails where it is unknown, and where findings stop it', () => {
    const of = (more: Partial<AuditNumbers>) => auditOutcome({ ...numbers, ...more });
    expect([of({}), of({ open: 1, stops: true }), of({ open: 1, fails: true }), of({ agrees: false })].map(({ fails }) => fails)).toEqual([
      false,
      true,
      false,
      true,
    ]);
    expect(of({ agrees: false, open: 1 }).text).toBe('Unknown: its own counts contradict each other, with 1 open finding so far');
    expect(of({ untested: 1 }).word).toBe('No open findings, 1 rule not tested');
    expect(of({ open: 2, accepted: 2 }).word).toBe('2 open findings, accepted');
    expect(of({ uncovered: 2 }).text).toBe('Unknown: 2 changes are not covered, and no rule could say so');
  });

  it('has one sign, colour and ending for each way to end', () => {
    const open = { tone: 'open', icon: '⚠️', mark: '!', badge: { color: 'yellow', code: '#8a6100' }, ending: 'audited' };
    const grey = { color: 'lightgrey', code: '#737373' };
    expect(auditTones).toEqual({
      unknown: { tone: 'unknown', icon: '❔', mark: '?', badge: grey, ending: 'unknown' },
      failing: { tone: 'bad', icon: '❌', mark: '✘', badge: { color: 'red', code: '#b42318' }, ending: 'non-compliant' },
      open,
      partial: open,
      empty: { tone: 'soft', icon: '⚪', mark: '–', badge: grey, ending: 'not-applicable' },
      clear: { tone: 'good', icon: '✅', mark: '✔', badge: { color: 'brightgreen', code: '#067647' }, ending: 'audited' },
    });
  });

  it('of several audits is unknown where one is, unless findings fail the run', () => {
    const unclear = { ...numbers, complete: false };
    expect(togetherOutcome([numbers, numbers], numbers)).toMatchObject({ kind: 'clear', text: 'No open findings' });
    expect(togetherOutcome([numbers, unclear], numbers)).toMatchObject({
      kind: 'unknown',
      fails: true,
      text: 'Unknown: not all that landed could be read, in 1 of 2 audits',
    });
    expect(togetherOutcome([unclear], numbers).text).toBe('Unknown: not all that landed could be read');
    expect(togetherOutcome([numbers, unclear], { ...numbers, open: 1, fails: true, stops: true })).toMatchObject({
      kind: 'failing',
      fails: true,
    });
  });
});

describe('the last line of an audit', () => {
  const facts: Parameters<typeof endingWords>[0] = {
    period: { since: '2026-11-15T06:00:00Z', until: '2026-11-22T06:00:00Z' },
    totals: { changes: 2, landings: 2, commits: 5 },
    counts: { open: 0, accepted: 0, fresh: 0, fixed: 0 },
    rules: [],
    holes: [],
  };
  const time = 'from 2026-11-15 06:00Z to 2026-11-22 06:00Z';
  const untested = { rule: 'a', result: 'not tested', tested: 0, why: 'w' };
  it.each<[string, Partial<typeof facts>, string]>([
    ['nothing', {}, `2 changes in 2 landings, 5 commits ${time}; no open finding`],
    ['no change', { totals: { changes: 0, landings: 0, commits: 0 } }, `no change ${time}; no open finding`],
    [
      'no change, and a hole',
      { totals: { changes: 0, landings: 0, commits: 0 }, holes: [1] },
      `no change could be read ${time}; no open finding; 1 thing missing`,
    ],
    [
      'findings',
      { counts: { open: 3, accepted: 1, fresh: 2, fixed: 4 }, rules: [untested] },
      `2 changes in 2 landings, 5 commits ${time}; 3 open findings (2 new, 1 accepted); 4 fixed; 1 rule not tested`,
    ],
    [
      'a commit as its start',
      { period: { since: null, until: '2026-11-22T06:00:00Z', timeZone: 'Europe/Berlin' } },
      '2 changes in 2 landings, 5 commits from a commit to 2026-11-22 07:00 +01:00; no open finding',
    ],
  ])('says how much was looked at and found: %s', (_, more, words) => {
    expect(endingWords({ ...facts, ...more })).toBe(words);
  });
});
