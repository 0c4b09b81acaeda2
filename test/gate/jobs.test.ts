import { describe, expect, it } from 'vitest';
import { withJobs, type JobsBefore, type Reason, type Verdict } from '../../src/gate/index.ts';
import { decideOn, missing, record, row, run, trail } from './build.ts';

const ends = (results: Readonly<Record<string, string>>): { readonly name: string; readonly result: string }[] =>
  Object.entries(results).map(([name, result]) => ({ name, result }));

const green: Verdict = { name: 'compliant', reasons: [], notices: [], rows: [] };
const jobReasons = (jobs: JobsBefore | undefined): readonly Reason[] => withJobs(green, jobs).reasons;

describe('the jobs before the gate', () => {
  it.each([
    [{ unit: 'success' }, [], 'compliant', []],
    [{ unit: 'failure' }, [], 'incomplete', ['Job unit failed']],
    [{ unit: 'cancelled' }, [], 'incomplete', ['Job unit was cancelled']],
    [{ unit: 'skipped' }, [], 'incomplete', ['Job unit was skipped']],
    [{ unit: 'skipped' }, ['unit'], 'compliant', []],
    // A job that may be skipped may not fail.
    [{ unit: 'failure' }, ['unit'], 'incomplete', ['Job unit failed']],
    [{ unit: 'cancelled' }, ['unit'], 'incomplete', ['Job unit was cancelled']],
    [{ a: 'skipped', b: 'skipped', c: 'skipped' }, ['b'], 'incomplete', ['Jobs a and c were skipped']],
    [{ a: 'failure', b: 'success', c: 'failure', d: 'cancelled' }, [], 'incomplete', ['Jobs a and c failed', 'Job d was cancelled']],
    [{ a: 'Success' }, [], 'unknown', ['Job a ended in a state that this version does not know ("Success")']],
    [{ a: 'neutral', b: 'success' }, ['a'], 'unknown', ['Job a ended in a state that this version does not know ("neutral")']],
  ])('%j with %j allowed to be skipped is %s', (results, allowedSkips, verdict, messages) => {
    const { name, reasons } = withJobs(green, { ends: ends(results), allowedSkips });
    expect(name).toBe(verdict);
    expect(reasons.map(({ message }) => message)).toEqual(messages);
  });

  it('say nothing where the gate is told of none', () => {
    expect(withJobs(green, undefined)).toBe(green);
  });

  it('name the setting that lets a job be skipped', () => {
    expect(jobReasons({ ends: ends({ docs: 'skipped', e2e: 'skipped' }), allowedSkips: [] })[0]?.fix).toContain(
      '\n\n  allowed-skips: docs, e2e',
    );
  });

  it('say by the way that each ended what to do', () => {
    const fixOf = (result: string): string | undefined => jobReasons({ ends: ends({ unit: result }), allowedSkips: [] })[0]?.fix;
    expect(fixOf('failure')).toMatch(/^Look at the log of the job; .* Fix it, then run it again$/);
    expect(fixOf('cancelled')).toMatch(/^Run the job again: /);
    expect(fixOf('neutral')).toMatch(/^Update compliance-evidence[^]*jobs: \$\{\{ toJSON\(needs\) \}\}$/);
  });

  it('take the yes from a trail that is green, and leave a no a no, whose reasons come first', () => {
    const jobs = { ends: ends({ unit: 'failure' }), allowedSkips: [] };
    expect(withJobs(decideOn(trail([row('unit')])), jobs)).toMatchObject({ name: 'incomplete', reasons: [{ code: 'job-ended' }] });
    const red = decideOn(trail([row('unit', { is_compliant: false })], 'NON-COMPLIANT'));
    expect(withJobs(red, jobs)).toMatchObject({ name: 'non-compliant', reasons: [{ code: 'failing' }, { code: 'job-ended' }] });
  });

  it('stand before the evidence that is missing, because of them', () => {
    const lacking = decideOn(trail([row('unit', { is_compliant: false }), row('e2e', missing)], 'NON-COMPLIANT'));
    const skipped = withJobs(lacking, { ends: ends({ e2e: 'skipped' }), allowedSkips: [] });
    expect(skipped.reasons.map(({ code }) => code)).toEqual(['failing', 'job-ended', 'missing']);
  });

  it('that failed with a red record are no second reason', () => {
    const red = decideOn(trail([row('e2e', { is_compliant: false })], 'NON-COMPLIANT'), {
      records: { e2e: [record('e2e', false, { attestation_id: 'id-of-e2e', user_data: run({ job: 'e2e' }) })] },
    });
    const codesWith = (results: Readonly<Record<string, string>>): readonly string[] =>
      withJobs(red, { ends: ends(results), allowedSkips: [] }).reasons.map(({ code, message }) => (code === 'job-ended' ? message : code));
    expect(codesWith({ e2e: 'failure' })).toEqual(['failing']);
    expect(codesWith({ e2e: 'failure', lint: 'failure' })).toEqual(['failing', 'Job lint failed']);
    expect(codesWith({ e2e: 'cancelled' })).toEqual(['failing', 'Job e2e was cancelled']);
  });

  it('are a reason of their own where the red record is of another run', () => {
    const page = (id: number): string => `https://github.com/acme/shop/actions/runs/${id}`;
    const codesOf = (origin: string | undefined, now: string | undefined): readonly string[] => {
      const red = record('e2e', false, { attestation_id: 'id-of-e2e', user_data: run({ job: 'e2e' }), origin_url: origin ?? null });
      const verdict = decideOn(trail([row('e2e', { is_compliant: false })], 'NON-COMPLIANT'), { records: { e2e: [red] } });
      return withJobs(verdict, { ends: ends({ e2e: 'failure' }), allowedSkips: [], page: now }).reasons.map(({ code }) => code);
    };
    expect(codesOf(page(12), page(13))).toEqual(['failing', 'job-ended']);
    expect(codesOf(page(12), page(123))).toEqual(['failing', 'job-ended']);
    expect(codesOf(`${page(12)}/attempts/1`, page(12))).toEqual(['failing']);
    for (const origin of ['https://ci.example/7', undefined]) expect(codesOf(origin, page(12))).toEqual(['failing']);
    expect(codesOf(page(12), undefined)).toEqual(['failing']);
  });
});
