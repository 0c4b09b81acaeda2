import { describe, expect, it } from 'vitest';
import type { AttestationRecord, AttestationStatus } from '../../../src/contract/index.ts';
import { rowsOf, type RecordsAnswer, type TrailRow } from '../../../src/gate/index.ts';
import { hasRecord, hasTests, idsOf, namesWithoutRecord, needsRecord, needsTests, recordsIn } from '../../../src/gate/rows.ts';
import { missing, question, record, row, sha, trail } from '../build.ts';

type Facts = Partial<AttestationStatus>;

const rowsNamed = (...all: readonly (readonly [string, Facts])[]): readonly TrailRow[] =>
  rowsOf(trail(all.map(([name, facts]) => row(name, facts))));
function rowWith(facts: Facts = {}): TrailRow {
  const [first] = rowsNamed(['unit', facts]);
  if (first === undefined) throw new Error('a trail with a row has a row');
  return first;
}
const withId = (id: string, facts: Partial<AttestationRecord> = {}): AttestationRecord =>
  record('unit', true, { attestation_id: id, ...facts });
const shown = (records: readonly AttestationRecord[], byId?: readonly AttestationRecord[]): RecordsAnswer => ({
  kind: 'records',
  records,
  ...(byId === undefined ? {} : { byId }),
});

const fault = { code: 'x', message: 'x' };
const unnamed: Facts = { attestation_id: null };
const overridden: Facts = { attestation_id: 'after', overridden_attestation_id: 'before' };
const { attestation_id: _, overridden_attestation_id: __, ...bare } = row('unit');

describe('the ids of a row', () => {
  const cases: readonly (readonly [string, Facts, readonly string[]])[] = [
    ['its own', {}, ['id-of-unit']],
    ['its own and that of the record overridden', overridden, ['after', 'before']],
    ['that of the record overridden alone', { ...overridden, attestation_id: null }, ['before']],
    ['none', unnamed, []],
    ['none where they are empty', { attestation_id: '', overridden_attestation_id: '' }, []],
  ];
  it.each(cases)('are %s', (_name, facts, ids) => {
    expect(idsOf(rowWith(facts))).toEqual(ids);
  });

  it('are none where the row has no such fields', () => {
    expect(rowsOf(trail([bare])).map(idsOf)).toEqual([[]]);
  });
});

describe('the records of an answer', () => {
  const [one, two] = [withId('one'), withId('two')];
  const cases: readonly (readonly [string, RecordsAnswer | undefined, readonly AttestationRecord[]])[] = [
    ['no answer', undefined, []],
    ['one that failed', { kind: 'failed', fault }, []],
    ['one that lags', { kind: 'lagging', fault }, []],
    ['a search alone', shown([one]), [one]],
    ['ids alone', shown([], [two]), [two]],
    ['both, the search first', shown([two], [one]), [two, one]],
  ];
  it.each(cases)('are those of %s', (_name, answer, records) => {
    expect(recordsIn(answer)).toEqual(records);
  });
});

describe('a row', () => {
  const cases: readonly (readonly [string, Facts, RecordsAnswer | undefined, boolean])[] = [
    ['by its id in the search', {}, shown([withId('other'), withId('id-of-unit')]), true],
    ['by its id among those read by id', {}, shown([], [withId('id-of-unit')]), true],
    ['by its id on another trail', {}, shown([withId('id-of-unit', { trail_name: 'other' })]), true],
    ['by an override', overridden, shown([withId('after')]), true],
    ['by the record overridden', overridden, shown([withId('before')]), true],
    ['not by another record of its trail', {}, shown([withId('other')]), false],
    ['not by another record where it is overridden', overridden, shown([withId('other')]), false],
    ['not without records', {}, shown([]), false],
    ['not without an answer', {}, undefined, false],
    ['not while the search lags', {}, { kind: 'lagging', fault }, false],
    ['not by an answer that failed', {}, { kind: 'failed', fault }, false],
    ['without an id, by any record of its trail', unnamed, shown([withId('other', { trail_name: 'other' }), withId('any')]), true],
    ['without an id, by a record read by id', unnamed, shown([], [withId('any')]), true],
    ['without an id, not by a record of another trail', unnamed, shown([withId('any', { trail_name: 'other' })]), false],
    ['without an id, not by a record of an artifact', unnamed, shown([withId('any', { target_artifacts: ['image'] })]), false],
    ['without an id, not without records', unnamed, shown([]), false],
    ['without an id, not without an answer', unnamed, undefined, false],
  ];
  it.each(cases)('is seen %s', (_name, facts, answer, isIt) => {
    expect(hasRecord(rowWith(facts), answer, question)).toBe(isIt);
  });

  it('without an id is seen on the trail that is asked about', () => {
    const answer = shown([withId('any', { trail_name: 'release' })]);
    expect(hasRecord(rowWith(unnamed), answer, { ...question, trail: 'release' })).toBe(true);
    expect(hasRecord(rowWith(unnamed), answer, { ...question, trail: 'other' })).toBe(false);
  });
});

describe('a row that may not pass unseen', () => {
  const ofCommit = question;
  const named = { ...question, trail: 'release' };
  const cases: readonly (readonly [string, Facts, typeof question, boolean])[] = [
    ['one of test results', { attestation_type: 'junit' }, ofCommit, true],
    ['one of test results in capitals', { attestation_type: 'JUnit' }, ofCommit, true],
    ['one of no type', { attestation_type: null }, ofCommit, true],
    ['one of an empty type', { attestation_type: '' }, ofCommit, true],
    ['not one of another type', { attestation_type: 'snyk' }, ofCommit, false],
    ['not one whose type only begins like it', { attestation_type: 'junit5' }, ofCommit, false],
    ['one of another type without an id', { attestation_type: 'snyk', ...unnamed }, ofCommit, true],
    [
      'not one of another type with the id of an overridden record alone',
      { attestation_type: 'snyk', ...unnamed, overridden_attestation_id: 'before' },
      ofCommit,
      false,
    ],
    ['one of another type on a trail with a name', { attestation_type: 'snyk' }, named, true],
    ['one of another type where no commit is known', { attestation_type: 'snyk' }, { ...named, commit: undefined }, true],
    ['one of test results on a trail with a name', {}, named, true],
  ];
  it.each(cases)('is %s', (_name, facts, about, must) => {
    expect(needsRecord(rowWith(facts), about)).toBe(must);
  });
});

describe('a row about test results', () => {
  const typed = (type: string | null, facts: Partial<AttestationRecord> = {}): AttestationRecord =>
    withId('id-of-unit', { attestation_type: type, junit_results: undefined, ...facts });
  const untyped: Facts = { attestation_type: null };
  const cases: readonly (readonly [string, Facts, readonly AttestationRecord[], boolean])[] = [
    ['by its own type', { attestation_type: 'junit' }, [], true],
    ['by its own type in capitals', { attestation_type: 'JUNIT' }, [], true],
    ['not by another type', { attestation_type: 'snyk' }, [], false],
    ['by the type of its record', untyped, [typed('junit')], true],
    ['by the type of its record in capitals', untyped, [typed('Junit')], true],
    ['by the type of its record, whatever its own is', { attestation_type: 'snyk' }, [typed('junit')], true],
    ['by its own type, whatever that of its record is', { attestation_type: 'junit' }, [typed('snyk')], true],
    ['by the type of the record overridden', { ...untyped, ...overridden }, [typed('junit', { attestation_id: 'before' })], true],
    ['not by the type of a record that is not behind it', untyped, [typed('junit', { attestation_id: 'other' })], false],
    ['not by another type of its record', untyped, [typed('snyk')], false],
    ['not by another type of its record that has counts', untyped, [typed('snyk', { junit_results: [] })], false],
    [
      'not by another type of its own where its record has counts',
      { attestation_type: 'snyk' },
      [typed(null, { junit_results: [] })],
      false,
    ],
    ['by the counts of its record where nothing has a type', untyped, [typed(null, { junit_results: [] })], true],
    ['by the counts of its record where all types are empty', { attestation_type: '' }, [typed('', { junit_results: [] })], true],
    [
      'by the counts of one of two records',
      { ...untyped, ...overridden },
      [typed(null, { attestation_id: 'before' }), typed(null, { attestation_id: 'after', junit_results: [] })],
      true,
    ],
    ['not by the counts of a record that is not behind it', untyped, [typed(null, { attestation_id: 'other', junit_results: [] })], false],
    ['not by counts that are no list', untyped, [typed(null, { junit_results: {} })], false],
    ['not without counts', untyped, [typed(null)], false],
    ['not without records', untyped, [], false],
  ];
  it.each(cases)('is one %s', (_name, facts, records, isIt) => {
    expect(hasTests(rowWith(facts), records)).toBe(isIt);
  });

  it('whose type is empty as it was told, is one by the counts of its record', () => {
    const { status, ...rest } = rowWith();
    expect(hasTests({ ...rest, status: { ...status, attestation_type: '' } }, [typed(null, { junit_results: [] })])).toBe(true);
  });

  it('is asked for counts, unless it is overridden', () => {
    expect(needsTests(rowWith(), [])).toBe(true);
    expect(needsTests(rowWith(untyped), [typed('junit')])).toBe(true);
    expect(needsTests(rowWith({ attestation_type: 'snyk' }), [])).toBe(false);
    expect(needsTests(rowWith(overridden), [])).toBe(false);
    expect(needsTests(rowWith({ ...overridden, attestation_type: 'snyk' }), [])).toBe(false);
  });
});

describe('the names that are still to be seen', () => {
  const none = shown([]);
  const cases: readonly (readonly [string, Facts, RecordsAnswer | undefined, readonly string[]])[] = [
    ['a green row without a record', {}, none, ['unit']],
    ['a green row of which nobody asked', {}, undefined, ['unit']],
    ['a green row whose search lags', {}, { kind: 'lagging', fault }, ['unit']],
    ['no row whose answer failed', {}, { kind: 'failed', fault }, []],
    ['no row that is seen', {}, shown([withId('id-of-unit')]), []],
    ['no red row', { is_compliant: false }, none, []],
    ['no missing row', missing, none, []],
    ['no row in a state that we do not know', { status: 'ODD' }, none, []],
    ['an overridden row of which neither record is seen', overridden, none, ['unit']],
  ];
  it.each(cases)('are those of %s', (_name, facts, answer, names) => {
    const answers = new Map(answer === undefined ? [] : [['unit', answer]]);
    expect(namesWithoutRecord(rowsNamed(['unit', facts]), answers, question)).toEqual(names);
  });

  it('are each told once, in the order of the rows, by the answer of their own name', () => {
    const artifacts = { image: { status: 'COMPLIANT', is_compliant: true, attestations_statuses: [row('unit'), row('scan')] } };
    const rows = rowsOf(trail([row('unit'), row('seen'), row('lint')], 'COMPLIANT', { artifacts_statuses: artifacts }));
    const answers = new Map([
      ['unit', none],
      ['seen', shown([withId('id-of-seen')])],
      ['lint', none],
      ['scan', none],
    ]);
    expect(namesWithoutRecord(rows, answers, question)).toEqual(['unit', 'lint', 'scan']);
    expect(namesWithoutRecord(rows.toReversed(), answers, question)).toEqual(['scan', 'unit', 'lint']);
    expect(namesWithoutRecord([], answers, question)).toEqual([]);
  });

  it('are asked for on the trail of the question', () => {
    const answers = new Map([['unit', shown([withId('any', { trail_name: 'release' })])]]);
    expect(namesWithoutRecord(rowsNamed(['unit', unnamed]), answers, { ...question, trail: 'release' })).toEqual([]);
    expect(namesWithoutRecord(rowsNamed(['unit', unnamed]), answers, { ...question, trail: sha })).toEqual(['unit']);
  });
});
