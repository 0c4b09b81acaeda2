import { describe, expect, it } from 'vitest';
import { overrideOf } from '../../../src/gate/index.ts';
import { decideOn, record, row, run, trail, withFacts } from '../build.ts';
import { codes, judge } from '../judge.ts';

const facts = {
  attestation_type: 'override',
  reported_by: 'ada',
  created_at: 1_700_000_500,
  reason: 'flaky host',
  original_attestation_type: 'junit',
  new_compliance_status: true,
};
const overriding = (id: string, isCompliant = true) => withFacts(record('unit', isCompliant), { attestation_id: id, ...facts });
const told = {
  attestation: 'cli.unit',
  is_compliant: true,
  original_attestation_type: 'junit',
  reported_by: 'ada',
  created_at: 1_700_000_500,
  reason: 'flaky host',
};

describe('the override of a row', () => {
  it('is told by its record: who, when, why and of what', () => {
    const status = row('unit', { attestation_id: 'o', overridden_attestation_id: 'r' });
    const records = [record('unit', false, { attestation_id: 'r' }), overriding('o')];
    expect(overrideOf('cli.unit', status, records)).toEqual({ ...told, attestation_id: 'o', overridden_attestation_id: 'r' });
  });

  it('is told the same way by a service whose row has the two ids in the other order', () => {
    const status = row('unit', { attestation_id: 'r', overridden_attestation_id: 'o' });
    expect(overrideOf('cli.unit', status, [overriding('o')])).toEqual({ ...told, attestation_id: 'o', overridden_attestation_id: 'r' });
  });

  it('is told by the row alone where its record is not seen', () => {
    const status = row('unit', { attestation_id: 'o', overridden_attestation_id: 'r', attestation_type: 'generic' });
    const expected = { attestation: 'unit', is_compliant: true, attestation_id: 'o', overridden_attestation_id: 'r' };
    expect(overrideOf('unit', status, [])).toEqual({ ...expected, original_attestation_type: 'generic' });
    expect(overrideOf('unit', status, [record('unit', false, { attestation_id: 'r', reported_by: 'eve' })])?.reported_by).toBeUndefined();
    expect(overrideOf('unit', { attestation_name: 'unit', overridden_attestation_id: 'r' }, [])).toEqual({
      attestation: 'unit',
      is_compliant: undefined,
      overridden_attestation_id: 'r',
    });
  });

  it('is not told by the record of another override, and its type is the one before it', () => {
    const status = row('unit', { attestation_id: 'o', overridden_attestation_id: 'r', attestation_type: 'generic' });
    const another = { ...overriding('another'), reported_by: 'eve' };
    expect(overrideOf('cli.unit', status, [another, overriding('o')])).toMatchObject({ ...told, attestation_id: 'o' });
  });

  it('names itself where nothing was recorded', () => {
    const status = row('unit', { attestation_id: 'o', overridden_attestation_id: 'o' });
    expect(overrideOf('unit', status, [overriding('o')])).toMatchObject({ attestation_id: 'o', overridden_attestation_id: 'o' });
  });

  it.each([null, undefined, ''])('is none where the row names none: %j', (id) => {
    expect(overrideOf('unit', withFacts(row('unit'), { overridden_attestation_id: id }), [overriding('id-of-unit')])).toBeUndefined();
  });

  it('takes nothing of another form from a record', () => {
    const odd = { ...overriding('o'), reported_by: { name: 'x' }, reason: 7, original_attestation_type: [] };
    const status = row('unit', { attestation_id: 'o', overridden_attestation_id: 'r' });
    expect(overrideOf('unit', status, [odd])).toEqual({
      attestation: 'unit',
      is_compliant: true,
      attestation_id: 'o',
      overridden_attestation_id: 'r',
      original_attestation_type: 'junit',
      created_at: 1_700_000_500,
    });
  });
});

describe('a verdict', () => {
  const ids = { attestation_id: 'o', overridden_attestation_id: 'r' };
  const records = { unit: [record('unit', false, { attestation_id: 'r' }), overriding('o')] };

  it('has the override on the row that stands because of it, and is what it was', () => {
    expect(decideOn(trail([row('unit', ids)]), { records })).toMatchObject({
      name: 'compliant',
      reasons: [],
      rows: [{ state: 'overridden', override: { reported_by: 'ada', reason: 'flaky host', ...ids } }],
    });
    const no = { unit: [record('unit', true, { attestation_id: 'r' }), overriding('o', false)] };
    expect(decideOn(trail([row('unit', { ...ids, is_compliant: false })], 'NON-COMPLIANT'), { records: no })).toMatchObject({
      name: 'non-compliant',
      rows: [{ state: 'non-compliant', override: { is_compliant: false, reported_by: 'ada' } }],
    });
  });

  it('says no of an overridden row behind which another record says no, and tells the override all the same', () => {
    const other = record('unit', false, {
      user_data: { compliance_evidence: { event: 'push', workflow: 'w', job: 'other', run_id: '9' } },
    });
    expect(decideOn(trail([row('unit', ids)]), { records: { unit: [...records.unit, other] } })).toMatchObject({
      name: 'non-compliant',
      rows: [{ state: 'non-compliant', override: { is_compliant: true, reported_by: 'ada' } }],
    });
  });

  it('does not count the override as a run behind its row', () => {
    const ofRun = record('unit', false, { attestation_id: 'r', user_data: run() });
    const decided = (...others: readonly ReturnType<typeof record>[]) =>
      decideOn(trail([row('unit', ids)]), { records: { unit: [ofRun, overriding('o'), ...others] } });
    expect(decided()).toMatchObject({ name: 'compliant', rows: [{ groups: 1 }], notices: [] });
    const several = [expect.stringContaining('stand behind unit (2)')];
    expect(decided(record('unit', true, { user_data: run({ job: 'other' }) }))).toMatchObject({ rows: [{ groups: 2 }], notices: several });
  });

  it('has none on any other row', () => {
    expect(decideOn(trail([row('unit')])).rows[0]).not.toHaveProperty('override');
  });
});

describe('an override whose reason is blank', () => {
  const status = row('unit', { attestation_id: 'o', overridden_attestation_id: 'r' });
  const said = (reason: string | undefined) =>
    decideOn(trail([status]), {
      records: { unit: [Object.assign(overriding('o'), { reason }), record('unit', false, { attestation_id: 'r', user_data: run() })] },
    });

  it.each(['', ' ', '\u2800', '\u3164\u200B'])('counts for nothing, and what it covers says its no: %j', (reason) => {
    const { name, reasons, rows } = said(reason);
    expect([name, reasons.map(({ code }) => code)]).toEqual(['non-compliant', ['override-unclear', 'failing-elsewhere']]);
    expect(reasons[0]?.message).toBe('unit is overridden by ada, and the reason is blank');
    expect(rows.map(({ state }) => state)).toEqual(['non-compliant']);
  });

  it('is no yes either where nothing was recorded', () => {
    const own = row('unit', { attestation_id: 'o', overridden_attestation_id: 'o' });
    const { name, reasons } = decideOn(trail([own]), { records: { unit: [Object.assign(overriding('o'), { reason: ' ' })] } });
    expect([name, reasons.map(({ code }) => code)]).toEqual(['unknown', ['override-unclear']]);
  });

  it('is not one that a service does not tell', () => {
    expect([said('flaky'), said(undefined)].map(({ name }) => name)).toEqual(['compliant', 'compliant']);
  });
});

describe('an override that another record of the name replaced', () => {
  const before = [record('unit', false, { user_data: run({ event: 'push', run_id: '1' }) })];
  const rerun = record('unit', true, { attestation_id: 'id-of-unit', user_data: run({ event: 'push', run_id: '2' }) });

  it('is asked for no tests, whichever run made it', () => {
    for (const more of [{}, { user_data: run({ event: 'workflow_dispatch', job: 'decide' }) }]) {
      const { junit_results: _, ...over } = { ...overriding('o'), ...more };
      expect(codes(judge({ records: [...before, over, rerun] }))).toEqual([]);
    }
  });

  it('hides no run that is green, whatever it said', () => {
    const over = { ...overriding('o', false), user_data: run({ event: 'workflow_dispatch', job: 'decide' }) };
    expect(codes(judge({ records: [...before, over, rerun] }))).toEqual([]);
  });

  it('takes no red run away', () => {
    const red = record('unit', false, { user_data: run({ event: 'schedule' }) });
    expect(codes(judge({ records: [red, overriding('o'), rerun] }))).toEqual(['failing-elsewhere']);
    const ofNoRun = record('unit', false, { created_at: 1_700_000_000 });
    for (const said of [true, false])
      expect(codes(judge({ records: [ofNoRun, overriding('o', said), rerun] }))).toEqual(['failing-elsewhere']);
  });
});
