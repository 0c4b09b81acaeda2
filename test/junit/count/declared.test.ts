import { describe, expect, test } from 'vitest';
import {
  accuse,
  chooseCounts,
  emptyTally,
  fromAttributes,
  moreDeclared,
  nothingDeclared,
  readDeclared,
  type Declared,
  type Tally,
} from '../../../src/junit/count/declared.ts';
import { attributesOf } from '../attributes.ts';

const declares = (some: Partial<Declared>): Declared => ({ ...nothingDeclared, ...some });
const tally = (some: Partial<Tally>): Tally => ({ ...emptyTally(), ...some });

test('nothing declared is nothing at all', () => {
  expect(nothingDeclared).toEqual({
    tests: 0,
    failures: 0,
    errors: 0,
    skipped: 0,
    sign: undefined,
    ignored: [],
  });
});

describe('the attributes of a suite', () => {
  const long = 'x'.repeat(50);
  const short = `${'x'.repeat(39)}…`;

  test.each<[string, Partial<Declared>]>([
    ['', {}],
    ['tests="0"', { tests: 0 }],
    ['tests="3" failures="1" errors="2" skipped="4" disabled="5"', { tests: 3, failures: 1, errors: 2, skipped: 9 }],
    ['failures="0"', { failures: 0 }],
    ['errors="0"', { errors: 0 }],
    ['errors="2"', { errors: 2 }],
    ['failures="2"', { failures: 2 }],
    ['skipped="1" skips="2" skip="3" ignored="4"', { skipped: 1 }],
    ['skips="2" skip="3" ignored="4"', { skipped: 2 }],
    ['skip="3" ignored="4"', { skipped: 3 }],
    ['ignored="4"', { skipped: 4 }],
    ['disabled="5"', { skipped: 5 }],
    // If failures or errors stand twice, the larger number counts. For other counts, the last one does.
    ['tests="3" tests="1" failures="3" failures="1" errors="1" n:errors="2"', { tests: 1, failures: 3, errors: 2 }],
    // A value that is not a number is ignored and told.
    ['tests="x" skipped="y" skips="2"', { skipped: 2, ignored: ['tests="x"', 'skipped="y"'] }],
    ['failures="none" errors="NaN"', { ignored: ['failures="none"', 'errors="NaN"'] }],
    ['failures="none" failures="2"', { failures: 2, ignored: ['failures="none"'] }],
    [`disabled="${long}" errors="${long}"`, { ignored: [`errors="${short}"`, `disabled="${short}"`] }],
    // A value that may mean red counts as one failure, unless a number tells more.
    ['failures="1 or 2"', { failures: 1, sign: 'failures="1 or 2"' }],
    ['errors="1 or 2" failures="0"', { failures: 1, errors: 0, sign: 'errors="1 or 2"' }],
    ['errors="1 or 2"', { failures: 1, sign: 'errors="1 or 2"' }],
    ['failures="1 or 2" errors="2"', { failures: 0, errors: 2, sign: 'failures="1 or 2"' }],
    ['errors="1 or 2" failures="2"', { failures: 2, errors: 0, sign: 'errors="1 or 2"' }],
    ['failures="1 or 2" errors="3 or 4"', { failures: 1, sign: 'failures="1 or 2"' }],
    [`failures="1${long}"`, { failures: 1, sign: `failures="1${short.slice(1)}"` }],
    // A word that says so is one failure too.
    ['status="failed"', { failures: 1, sign: '"failed"' }],
    ['status="passed" result="error"', { failures: 1, sign: '"error"' }],
    [`success="&${long};"`, { failures: 1, sign: `"&${short.slice(1)}"` }],
    ['status="failed" failures="2"', { failures: 2, sign: '"failed"' }],
    ['status="failed" errors="1 or 2"', { failures: 1, sign: '"failed"' }],
    ['status="skipped" result="run" success="true"', {}],
  ])('%s', (text, expected) => {
    expect(readDeclared(attributesOf(text))).toEqual(declares(expected));
  });
});

describe('a suite without test cases', () => {
  test('holds none where its attributes tell none', () => {
    const own = emptyTally();
    expect(chooseCounts(declares({ tests: 0, failures: 0 }), own, emptyTally(), 5)).toBe('elements');
    expect(own).toEqual(emptyTally());
  });

  test.each([
    [{ tests: 3 }, { total: 3 }],
    [{ skipped: 1 }, { total: 1, skipped: 1 }],
    [
      { tests: 1, skipped: 1 },
      { total: 1, skipped: 1 },
    ],
    [
      { tests: 4, failures: 1, errors: 1, skipped: 1 },
      { total: 4, failures: 1, errors: 1, skipped: 1 },
    ],
    [
      { tests: 1, failures: 2, errors: 3, skipped: 4 },
      { total: 9, failures: 2, errors: 3, skipped: 4 },
    ],
    [{ failures: 1 }, { total: 1, failures: 1 }],
    [{ errors: 1 }, { total: 1, errors: 1 }],
  ])('is known by its attributes: %o', (some, expected) => {
    const own = tally({ suiteTime: 7, total: 0 });
    expect(chooseCounts(declares(some), own, emptyTally(), 5)).toBe('attributes-only');
    expect(own).toEqual(tally({ ...expected, summaryTime: 5 }));
    expect(fromAttributes(declares(some))).toEqual(tally(expected));
  });
});

describe('attributes that are red', () => {
  test.each<[string, Partial<Declared>, Partial<Tally>, Partial<Tally>, Partial<Tally>]>([
    ['make passed tests fail', { failures: 1 }, { total: 3 }, {}, { total: 3, failures: 1 }],
    ['make passed tests errors', { errors: 2 }, { total: 3 }, {}, { total: 3, errors: 2 }],
    ['both', { failures: 1, errors: 1 }, { total: 3 }, {}, { total: 3, failures: 1, errors: 1 }],
    ['need as many tests', { failures: 4 }, { total: 3 }, {}, { total: 4, failures: 4 }],
    ['need tests besides those that were skipped', { failures: 2 }, { total: 3, skipped: 2 }, {}, { total: 4, skipped: 2, failures: 2 }],
    ['and those that are told to be', { failures: 2, skipped: 2 }, { total: 3 }, {}, { total: 4, failures: 2 }],
    ['bring the tests that they tell', { failures: 1, tests: 9 }, { total: 3 }, { total: 2 }, { total: 7, failures: 1 }],
    ['over suites inside bring one of their own', { failures: 1 }, {}, { total: 3 }, { total: 1, failures: 1 }],
    ['over suites inside that were skipped', { failures: 1 }, { total: 1 }, { total: 3, skipped: 3 }, { total: 1, failures: 1 }],
    ['over own tests that were skipped', { failures: 1 }, { total: 2, skipped: 2 }, { total: 3 }, { total: 3, skipped: 2, failures: 1 }],
    ['are more than what was excused', { failures: 2 }, { total: 3, excused: 1 }, {}, { total: 3, excused: 1, failures: 2 }],
  ])('%s', (_what, some, own, inner, expected) => {
    const carries = tally(own);
    expect(chooseCounts(declares(some), carries, tally(inner), 5)).toBe('attributes-red');
    expect(carries).toEqual(tally(expected));
    const again = tally(own);
    expect(accuse(declares(some), again, tally(inner))).toBe(true);
    expect(again).toEqual(tally(expected));
  });

  test.each<[string, Partial<Declared>, Partial<Tally>, Partial<Tally>]>([
    ['there are none', {}, { total: 1 }, {}],
    ['a case failed', { failures: 2 }, { total: 2, failures: 1 }, {}],
    ['a case had an error', { failures: 2 }, { total: 2, errors: 1 }, {}],
    ['a case inside failed', { failures: 2 }, { total: 2 }, { total: 1, failures: 1 }],
    ['a case inside had an error', { failures: 2 }, { total: 2 }, { total: 1, errors: 1 }],
    ['they are excused', { failures: 1 }, { total: 2, excused: 1 }, {}],
    ['they are excused inside', { failures: 1, errors: 1 }, { total: 2, excused: 1 }, { total: 1, excused: 1 }],
  ])('accuse nobody where %s', (_what, some, own, inner) => {
    const carries = tally(own);
    expect(accuse(declares(some), carries, tally(inner))).toBe(false);
    expect(carries).toEqual(tally(own));
  });
});

describe('attributes and elements', () => {
  const own = { total: 5, failures: 1, errors: 1, skipped: 1, retried: 1, excused: 1 };
  const inner = { total: 20, failures: 2, errors: 2, skipped: 2, retried: 2, excused: 3 };
  const settled = (some: Partial<Declared>, skippedAround?: number): string =>
    chooseCounts(declares(some), tally(own), tally(inner), 0, skippedAround);

  test.each([0, 1, 24, 25, 28])('agree on %i tests: no more than were counted, and the attempts that were replaced', (tests) => {
    expect(settled({ tests })).toBe('elements');
  });

  test('disagree on a test more', () => {
    expect(settled({ tests: 29 })).toBe('attributes-disagree');
  });

  test('agree on tests that an attribute alone tells to be skipped', () => {
    expect(settled({ tests: 29, skipped: 3 })).toBe('attributes-disagree');
    expect(settled({ tests: 29, skipped: 4 })).toBe('elements');
    expect(settled({ tests: 29 }, 3)).toBe('attributes-disagree');
    expect(settled({ tests: 29 }, 4)).toBe('elements');
    expect(settled({ tests: 28, skipped: 1 }, 0)).toBe('elements');
  });

  test.each([
    [0, 0],
    [6, 0],
    [0, 6],
    [4, 2],
    [10, 0],
    [5, 5],
  ])('agree on %i failures and %i errors', (failures, errors) => {
    expect(settled({ failures, errors })).toBe('elements');
  });

  test.each([
    [11, 0],
    [0, 11],
    [5, 6],
  ])('disagree on %i failures and %i errors', (failures, errors) => {
    expect(settled({ failures, errors })).toBe('attributes-disagree');
  });
});

test('what is declared and was not counted is told number by number, and nothing of the others', () => {
  const counted = { tests: 3, failures: 1, errors: 0, skipped: 0 };
  const told = (some: Partial<Declared>): string => moreDeclared(declares(some), counted);
  expect(told({})).toBe('');
  expect(told({ tests: 9, failures: 1 })).toBe('tests: 9 declared, 3 counted');
  expect(told({ failures: 2, errors: 1, skipped: 4 })).toBe(
    'failures: 2 declared, 1 counted; errors: 1 declared, 0 counted; skipped: 4 declared, 0 counted',
  );
  expect(told({ failures: 2, sign: 'status="failed"' })).toBe('status="failed"');
});
