import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Trail } from '../../src/contract/index.ts';
import { decide } from '../../src/gate/index.ts';
import { runs } from '../support/runs.ts';
import { evidence, objections, policies } from './arbitrary.ts';
import { decideOn, record, row, run, trail } from './build.ts';

describe('whatever is asked', () => {
  it('a yes needs every field, every row, every artifact and our own evidence to say yes', () => {
    let yes = 0;
    fc.assert(
      fc.property(evidence, policies, (given, policy) => {
        const isYes = decide(given, policy).name === 'compliant';
        if (isYes) yes += 1;
        expect(isYes ? objections(given, policy) : []).toEqual([]);
      }),
      { numRuns: runs(10_000, 1_500) },
    );
    // Some 9 of 1,500 are a yes, so that none at all is one run in ten thousand.
    expect(yes).toBeGreaterThanOrEqual(runs(30, 1));
  });

  it('every reason says what is wrong and how to fix it, and the verdict is the worst of them', () => {
    fc.assert(
      fc.property(evidence, policies, (given, policy) => {
        const { name, reasons } = decide(given, policy);
        for (const reason of reasons) {
          expect(reason.message.trim()).not.toBe('');
          expect(reason.fix.trim()).not.toBe('');
          expect(reason.verdict).not.toBe('compliant');
        }
        expect(reasons.length === 0).toBe(name === 'compliant');
        expect(reasons.length === 0 || reasons.some(({ verdict }) => verdict === name)).toBe(true);
      }),
      { numRuns: runs(2_000, 400) },
    );
  });

  it('the order of rows, artifacts and records does not matter', () => {
    fc.assert(
      fc.property(evidence, policies, (given, policy) => {
        if (given.answer.kind !== 'trail') return;
        const { trail: about } = given.answer;
        const { compliance_status: status } = about;
        const turned: Trail = {
          ...about,
          compliance_status: {
            ...status,
            attestations_statuses: status.attestations_statuses.toReversed(),
            artifacts_statuses: Object.fromEntries(Object.entries(status.artifacts_statuses ?? {}).toReversed()),
          },
        };
        const records = new Map(
          [...given.records].map(([name, answer]) => [
            name,
            answer.kind === 'records' ? { ...answer, records: answer.records.toReversed() } : answer,
          ]),
        );
        const there = decide(given, policy);
        const back = decide({ ...given, answer: { kind: 'trail', trail: turned }, records }, policy);
        const told = (verdict: typeof there): readonly string[] =>
          verdict.reasons.map(({ code, attestation = '', artifact = '' }) => `${code} ${attestation} ${artifact}`).toSorted();
        expect(back.name).toBe(there.name);
        expect(told(back)).toEqual(told(there));
      }),
      { numRuns: runs(5_000, 1_000) },
    );
  });

  it('a red record in the newest attempt of any group is never a yes', () => {
    const group = fc.record({
      os: fc.constantFrom('l', 'w', 'm'),
      attempts: fc.array(fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.uniqueArray(group, { selector: ({ os }) => os, minLength: 1 }), fc.infiniteStream(fc.nat()), (groups, order) => {
        const records = groups.flatMap(({ os, attempts }) =>
          attempts.flatMap((all, attempt) =>
            all.map((ok) => record('unit', ok, { user_data: run({ matrix: { os }, run_attempt: String(attempt + 1) }) })),
          ),
        );
        const shuffled = records
          .map((one) => ({ one, key: order.next().value ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ one }) => one);
        const red = groups.some(({ attempts }) => attempts.at(-1)?.includes(false));
        expect(decideOn(trail([row('unit')]), { records: { unit: shuffled } }).name).toBe(red ? 'non-compliant' : 'compliant');
      }),
    );
  });

  it('no user_data makes it stumble, however deep or strange', () => {
    const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`) as unknown;
    for (const data of [
      run({ matrix: deep }),
      { compliance_evidence: deep },
      deep,
      run({ matrix: { __proto__: null, 'a b': 1 } }),
      run({ run_id: {} }),
      run({ matrix: '{' }),
    ])
      expect(
        decideOn(trail([row('unit')]), {
          records: { unit: [record('unit', false, { user_data: data }), record('unit', true, { user_data: data })] },
        }).rows,
      ).toHaveLength(1);
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 4 }), { maxLength: 4 }), (all) => {
        const records = all.map((data) => record('unit', true, { user_data: { compliance_evidence: data } }));
        expect(decideOn(trail([row('unit')]), { records: { unit: records } }).name).toBe('compliant');
      }),
    );
  });
});
