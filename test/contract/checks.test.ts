import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { isItems, isPage } from '../../src/contract/checks/answers.gen.ts';
import * as checks from '../../src/contract/checks/attestations.gen.ts';
import { isNamed, isTrail } from '../../src/contract/checks/trails.gen.ts';
import { explain } from '../../src/contract/explain.ts';
import { AttestationCreated, AttestationRecord, AttestationsByCommit, Named, Page, Trail } from '../../src/contract/index.ts';

const replies = [
  { name: 'AttestationCreated', schema: AttestationCreated, check: checks.isAttestationCreated },
  { name: 'AttestationRecord', schema: AttestationRecord, check: checks.isAttestationRecord },
  { name: 'AttestationsByCommit', schema: AttestationsByCommit, check: checks.isAttestationsByCommit },
  { name: 'Items', schema: Type.Array(Type.Unknown()), check: isItems },
  { name: 'Named', schema: Named, check: isNamed },
  { name: 'Page', schema: Page, check: isPage },
  { name: 'Trail', schema: Trail, check: isTrail },
] as const;

const keys = [
  'name',
  'compliance_status',
  'status',
  'is_compliant',
  'attestations_statuses',
  'artifacts_statuses',
  'attestation_name',
  'attestation_id',
  'created_at',
  'user_data',
  'target_artifacts',
  'data',
  'pagination',
  'page_count',
  'message',
  '__proto__',
  'toString',
  'a key\nwith a line break',
  'c'.repeat(40),
] as const;

/** JSON that often nearly is a reply: the keys of the contract, with any values. */
const nearly = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.constantFrom<unknown>(true, false, null, 0, 1.5, Infinity, '', 'COMPLIANT', 'unit'),
    fc.dictionary(fc.constantFrom(...keys), tie('value'), { maxKeys: 8 }),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
})).value;

const status = { attestation_name: 'unit', is_compliant: true, status: 'COMPLETE', unexpected: false, attestation_id: 'x' };
const good = {
  name: 'c0ffee',
  compliance_state: 'COMPLIANT',
  is_compliant: true,
  created_at: 1.5,
  compliance_status: {
    status: 'COMPLIANT',
    is_compliant: true,
    attestations_statuses: [status],
    artifacts_statuses: { 'the\nimage': { status: 'COMPLIANT', attestations_statuses: [status] } },
  },
};
const record = {
  attestation_id: 'x',
  attestation_name: 'unit',
  is_compliant: null,
  created_at: 1,
  target_artifacts: ['image'],
  user_data: { a: [1] },
};

/** A good reply with one place changed: replaced by another value, or taken out. */
const spoilt = (whole: unknown): fc.Arbitrary<unknown> =>
  fc.tuple(fc.nat(200), fc.oneof(fc.constant('taken out'), nearly)).map(([at, value]) => {
    let visited = -1;
    const text = JSON.stringify(whole, (key, inner: unknown) => {
      if (key === '') return inner;
      visited += 1;
      if (visited !== at % 25) return inner;
      return value === 'taken out' ? undefined : value;
    });
    const changed: unknown = JSON.parse(text);
    return changed;
  });

const page = { data: [good], pagination: { total: 1, page: 1, per_page: 100, page_count: 1 } };
const values = fc.oneof(nearly, ...[good, record, page, { ['a'.repeat(40)]: [record] }].map(spoilt));

describe('the generated checks', () => {
  it.each(replies)('say of $name what TypeBox says, and only then find a mismatch', ({ name, schema, check }) => {
    let accepted = 0;
    fc.assert(
      fc.property(values, (value) => {
        const ours = check(value);
        if (ours) accepted += 1;
        expect(ours).toBe(Check(schema, value));
        expect(explain(name, value) === undefined).toBe(ours);
      }),
      { numRuns: 3_000 },
    );
    expect(accepted).toBeGreaterThan(0);
  });

  it('let fields and states pass that we do not know', () => {
    const later = {
      ...good,
      events: [{ anything: 1 }],
      compliance_state: 'WAIVED',
      compliance_status: {
        ...good.compliance_status,
        status: 'PARTLY',
        attestations_statuses: [{ ...status, status: 'LATE', severity: 7 }],
      },
    };
    expect(isTrail(later)).toBe(true);
    expect(checks.isAttestationRecord({ ...record, is_compliant: true, has_audit_package: false, user_data: 'text' })).toBe(true);
  });

  it('let through a trail of which only what a decision reads is there', () => {
    const least = { name: 'x', compliance_status: { status: 'COMPLIANT', attestations_statuses: [{ attestation_name: 'unit' }] } };
    expect(isTrail(least)).toBe(true);
  });
});

describe('explain', () => {
  const rowOf = (facts: object): unknown => ({
    ...good,
    compliance_status: { ...good.compliance_status, attestations_statuses: [status, facts] },
  });

  it.each([
    ['what is missing', { name: 'x' }, '$.compliance_status', 'an object'],
    ['what has the wrong type', { ...good, name: 7 }, '$.name', 'a string'],
    [
      'what is nested',
      { ...good, compliance_status: { ...good.compliance_status, status: null } },
      '$.compliance_status.status',
      'a string',
    ],
    ['what is in a list', rowOf({ attestation_name: 5 }), '$.compliance_status.attestations_statuses[1].attestation_name', 'a string'],
    ['what is missing in a list', rowOf({}), '$.compliance_status.attestations_statuses[1].attestation_name', 'a string'],
    [
      'what may be one of several',
      rowOf({ ...status, is_compliant: 'yes' }),
      '$.compliance_status.attestations_statuses[1].is_compliant',
      'a boolean or null',
    ],
    [
      'what lies under a key with a line break',
      {
        ...good,
        compliance_status: { ...good.compliance_status, artifacts_statuses: { 'the\nimage': { status: 1, attestations_statuses: [] } } },
      },
      '$.compliance_status.artifacts_statuses["the\\nimage"].status',
      'a string',
    ],
    ['what is no object at all', 'OK', '$', 'an object'],
    ['what is a list', [good], '$', 'an object'],
    ['what is nothing', null, '$', 'an object'],
  ])('finds %s', (_, value, path, expected) => {
    expect(explain('Trail', value)).toEqual({ path, expected });
  });

  it('names the form that a text should have had', () => {
    expect(explain('AttestationsByCommit', { ['a'.repeat(40)]: 'x' })).toEqual({ path: `$.${'a'.repeat(40)}`, expected: 'an array' });
  });

  it('finds nothing in what fits', () => {
    expect(explain('Trail', good)).toBeUndefined();
    expect(explain('Page', { data: [] })).toBeUndefined();
  });
});
