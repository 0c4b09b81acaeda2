import { describe, expect, it } from 'vitest';
import { auditOutcome, populationWords, untestedWords, type AuditNumbers } from '../../src/presentation/index.ts';

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
});
