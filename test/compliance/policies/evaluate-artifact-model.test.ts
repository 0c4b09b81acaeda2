import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluateArtifact } from '../../../src/compliance/index.ts';

const names = fc.constantFrom('unit', 'scan');
const types = fc.constantFrom('junit', 'snyk');
/**
 * Conditions with answers that were worked out by hand: for flow `f`, for flow `g`, and without a flow. An undefined answer means
 * that nobody can tell.
 */
const conditions = [
  { text: 'true', f: true, g: true, nowhere: true },
  { text: 'flow.name == "f"', f: true, g: false, nowhere: undefined },
  { text: 'exists(flow) and flow.name == "g"', f: false, g: true, nowhere: false },
  { text: 'flow.tags.n < 3', f: undefined, g: undefined, nowhere: undefined },
] as const;
const condition = fc.constantFrom(...conditions);
const requirement = fc.record({
  required: fc.boolean(),
  exceptions: fc.array(
    condition.map((each) => ({ if: each })),
    { maxLength: 2 },
  ),
});
const rules = fc.record({
  provenance: requirement,
  'trail-compliance': requirement,
  attestations: fc.array(
    fc.record({
      if: fc.option(condition),
      name: fc.oneof(names, fc.constant('*')),
      type: fc.oneof(types, fc.constant('*')),
      must_be_compliant: fc.boolean(),
      for_control: fc.constant(null),
    }),
    { maxLength: 3 },
  ),
});
const places = fc.array(
  fc.record({
    flow: fc.constantFrom('f' as const, 'g' as const),
    tags: fc.constant({}),
    trail: fc.option(fc.constantFrom('t', 'u'), { nil: undefined }),
    status: fc.constantFrom('COMPLIANT', 'INCOMPLETE', 'NON-COMPLIANT', undefined),
    attestations: fc.array(fc.record({ name: names, type: types, compliant: fc.boolean() }), { maxLength: 3 }),
  }),
  { maxLength: 3 },
);

test('an independent slow model says the same of any artifact', () => {
  fc.assert(
    fc.property(fc.array(rules, { maxLength: 2 }), places, (all, where) => {
      // Everything that speaks against the artifact, looked for one by one.
      const against: string[] = [];
      for (const one of all) {
        for (const at of where.length === 0 ? (['nowhere'] as const) : where) {
          const key = at === 'nowhere' ? at : at.flow;
          const exempt = (rule: typeof one.provenance) => rule.exceptions.some((each) => each.if[key] === true);
          if (one.provenance.required && at === 'nowhere' && !exempt(one.provenance)) against.push('provenance');
          const trail = one['trail-compliance'];
          if (trail.required && !exempt(trail) && (at === 'nowhere' || at.trail === undefined || at.status !== 'COMPLIANT'))
            against.push('trail');
          for (const rule of one.attestations) {
            if (rule.if !== null && rule.if[key] === false) continue;
            if (at === 'nowhere' || at.trail === undefined) against.push('attestation');
            else {
              let [seen, bad] = [0, 0];
              for (const each of at.attestations) {
                if (rule.name !== '*' && each.name !== rule.name) continue;
                if (rule.type !== '*' && each.type !== rule.type) continue;
                seen += 1;
                if (!each.compliant) bad += 1;
              }
              if (seen === 0 || (rule.must_be_compliant && bad > 0)) against.push('attestation');
            }
          }
        }
      }
      const provenance = where.map(({ trail, status, ...rest }) => ({
        ...rest,
        ...(trail === undefined ? {} : { trail }),
        ...(status === undefined ? {} : { status }),
      }));
      const judged = evaluateArtifact(
        all.map((each, index) => ({ name: `p${index}`, version: 1, rules: each })),
        { name: 'app', fingerprint: 'a'.repeat(64), provenance },
      );
      expect(judged.compliant).toBe(all.length === 0 ? undefined : against.length === 0);
    }),
    { numRuns: 3000 },
  );
});
