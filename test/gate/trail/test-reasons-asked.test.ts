import { describe, expect, it } from 'vitest';
import type { AttestationStatus, Trail } from '../../../src/contract/index.ts';
import { rowsOf, type OwnEvidence, type Policy, type Reason, type RecordsAnswer } from '../../../src/gate/index.ts';
import { testsAskedReasons } from '../../../src/gate/tests.ts';
import { nothingMore, own, question, record, row, trail } from '../build.ts';

interface Case {
  readonly rows?: readonly AttestationStatus[];
  readonly about?: Trail;
  readonly policy?: Partial<Policy>;
  readonly own?: OwnEvidence;
  readonly records?: Readonly<Record<string, RecordsAnswer>>;
}

const generic = row('notes', { attestation_type: 'generic' });

function reasonsOf({ rows = [generic], about = trail(rows), policy, own: ours, records = {} }: Case): readonly Reason[] {
  const evidence = { question, answer: { kind: 'trail', trail: about }, records: new Map(Object.entries(records)) } as const;
  return testsAskedReasons(
    rowsOf(about),
    { ...evidence, ...(ours === undefined ? {} : { own: ours }) },
    { ...nothingMore, minTests: 2, ...policy },
  );
}

const untold = row('unit', { attestation_type: null });
const carried = record('unit', true, { attestation_id: 'id-of-unit', attestation_type: 'junit' });
const image = (one: AttestationStatus, unexpected = false): Trail =>
  trail([generic], 'COMPLIANT', { artifacts_statuses: { image: { status: 'COMPLIANT', attestations_statuses: [one], unexpected } } });

it('a number of tests that nothing is held to is a reason, with the type that the template or the step can say', () => {
  expect(reasonsOf({ policy: { minTests: 5 } })).toStrictEqual([
    {
      code: 'tests-not-required',
      verdict: 'incomplete',
      message:
        'min-tests asks for 5 tests, but neither the template nor required-attestations asks for test results, so nothing holds them to it',
      fix: 'Say which evidence the tests are, in the template with `type: junit`, or in the step:\n\n  required-attestations: <its name>:junit\n\nOr leave min-tests out',
    },
  ]);
});

describe('a number of tests is held to', () => {
  it.each<readonly [string, Case]>([
    ['none is asked for', { policy: { minTests: 0 } }],
    ['one is asked for, which is the default', { policy: { minTests: 1 } }],
    ['this run attests', { own: own() }],
    ['test results are required that are missing', { policy: { required: ['unit'], requiredTypes: new Map([['unit', 'junit']]) } }],
    [
      'test results are required next to others',
      {
        policy: {
          required: ['notes', 'unit'],
          requiredTypes: new Map([
            ['notes', 'generic'],
            ['unit', 'junit'],
          ]),
        },
      },
    ],
    ['a name without a type is missing', { policy: { required: ['unit'] } }],
    ['one of two names without a type is missing', { policy: { required: ['notes', 'unit'] } }],
    [
      'a name without a type is missing next to one with a type',
      { policy: { required: ['unit'], requiredTypes: new Map([['notes', 'generic']]) } },
    ],
    ['the template asks for test results', { rows: [generic, row('unit')] }],
    ['the template asks for test results, in another case', { rows: [row('unit', { attestation_type: 'JUNIT' })] }],
    ['the caller asks for test results of the trail', { rows: [row('unit', { unexpected: true })], policy: { required: ['unit'] } }],
    [
      'the caller asks for test results of any type',
      { rows: [row('unit', { unexpected: true })], policy: { required: ['unit'], requiredTypes: new Map([['unit', '*']]) } },
    ],
    ['the record behind a row is of test results', { rows: [untold], records: { unit: { kind: 'records', records: [carried] } } }],
    [
      'the record behind a row is of test results, and is read by its id',
      { rows: [untold], records: { unit: { kind: 'records', records: [], byId: [carried] } } },
    ],
    ['the template asks for test results of an artifact', { about: image(row('unit')) }],
    [
      'the record behind a row of an artifact is found by its own name',
      { about: image(untold), records: { unit: { kind: 'records', records: [carried] } } },
    ],
    ['the caller asks for test results of an artifact', { about: image(row('unit'), true), policy: { required: ['image.unit'] } }],
  ])('where %s', (_, one) => {
    expect(reasonsOf(one)).toEqual([]);
  });
});

describe('a number of tests is held to nothing', () => {
  const fault = { code: 'timeout', message: 'No answer in time' };

  it.each<readonly [string, Case]>([
    ['where two are asked for', { policy: { minTests: 2 } }],
    ['where there is no row', { rows: [] }],
    ['where something else is required, which is there', { policy: { required: ['notes'] } }],
    [
      'where something else is required by its type, which is there',
      { policy: { required: ['notes'], requiredTypes: new Map([['notes', 'generic']]) } },
    ],
    [
      'where something else is required by its type, which is missing',
      { policy: { required: ['scan'], requiredTypes: new Map([['scan', 'snyk']]) } },
    ],
    ['where types are said of nothing', { policy: { requiredTypes: new Map() } }],
    ['by test results that nobody asks for', { rows: [generic, row('unit', { unexpected: true })] }],
    [
      'by test results that the caller asks for as something else',
      { rows: [row('unit', { unexpected: true })], policy: { required: ['unit'], requiredTypes: new Map([['unit', 'generic']]) } },
    ],
    [
      'by test results of the trail where those of an artifact are asked for',
      {
        about: trail([row('unit', { unexpected: true })], 'COMPLIANT', {
          artifacts_statuses: { image: { status: 'COMPLIANT', attestations_statuses: [row('unit', { attestation_type: 'snyk' })] } },
        }),
        policy: { required: ['image.unit'] },
      },
    ],
    ['by a row that does not tell its type, without a record', { rows: [untold] }],
    ['by a row whose record could not be read', { rows: [untold], records: { unit: { kind: 'failed', fault } } }],
    ['by a record of another name', { rows: [untold], records: { lint: { kind: 'records', records: [carried] } } }],
    [
      'by a record that the row does not carry',
      { rows: [untold], records: { unit: { kind: 'records', records: [{ ...carried, attestation_id: 'other' }] } } },
    ],
    ['by an entry for any type that nothing answers', { rows: [row('any', { attestation_type: '*' })] }],
  ])('%s', (_, one) => {
    expect(reasonsOf(one).map(({ code }) => code)).toEqual(['tests-not-required']);
  });
});
