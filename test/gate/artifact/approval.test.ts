import { describe, expect, it } from 'vitest';
import type { Approval } from '../../../src/contract/index.ts';
import { approvalReasons } from '../../../src/gate/artifact.ts';
import type { ArtifactQuestion, Reason } from '../../../src/gate/index.ts';
import { withFacts, type Facts } from '../build.ts';

const fingerprint = 'ab'.repeat(32);
const other = 'cd'.repeat(32);
const everywhere: ArtifactQuestion = { subject: 'artifact', org: 'acme', flow: 'shop', fingerprint, approvedFor: null };
const inProduction: ArtifactQuestion = { ...everywhere, approvedFor: 'production' };
const name = 'artifact abababababab of flow shop';
const command = `compliance-evidence approval report --org acme --flow shop --fingerprint ${fingerprint}`;
const decide = `Let somebody decide, and report it: ${command} --approved-by NAME`;
const look = 'Look at the approvals in the service; if the service is at fault, tell those who run it';

const yes = { state: 'APPROVED', approved_by: 'bob' };
const no = { state: 'UNAPPROVED', approved_by: 'eve' };

/** An approval by Bob that is valid everywhere, unless said otherwise. */
function approval(facts: Facts<Approval> = {}): Approval {
  return withFacts<Approval>({ release_number: 1, state: 'APPROVED', target_artifact: fingerprint, approvals: [yes] }, facts);
}

const reasonsOf = (approvals: readonly Approval[], question = everywhere): readonly Reason[] =>
  approvalReasons({ kind: 'approvals', approvals }, question);
const codesOf = (approvals: readonly Approval[], question = everywhere): readonly string[] =>
  reasonsOf(approvals, question).map(({ code }) => code);
const unclear = (message: string, fix = look): Reason => ({ code: 'approval-unclear', verdict: 'unknown', message, fix });

describe('approvals that could not be read', () => {
  const message = `The approvals of ${name} could not be read: the service answered 503`;
  const fault = { code: 'unavailable', message: 'the service answered 503' };

  it('are unclear, with the fix of the fault', () => {
    expect(approvalReasons({ kind: 'failed', fault: { ...fault, fix: 'Look at the token' } }, everywhere)).toStrictEqual([
      unclear(message, 'Look at the token'),
    ]);
  });

  it('are unclear, with a fix of ours where the fault has none', () => {
    expect(approvalReasons({ kind: 'failed', fault }, inProduction)).toStrictEqual([
      unclear(message, 'Run the job again; if it happens again, look at the service: it must answer for approvals'),
    ]);
  });
});

describe('an approval of something else', () => {
  it.each([
    ['another artifact', other, `the artifact ${other}`],
    ['another artifact that begins alike', `${'ab'.repeat(31)}ac`, `the artifact ${'ab'.repeat(31)}ac`],
    ['an artifact with an empty name', '', 'the artifact '],
    ['null', null, 'an artifact that it does not name'],
    ['nothing', undefined, 'an artifact that it does not name'],
  ])('is unclear: %s', (_, target, of) => {
    expect(reasonsOf([approval({ release_number: 7, target_artifact: target })])).toStrictEqual([
      unclear(`Among the approvals of ${name} is number 7 of ${of}`),
    ]);
  });

  it('is unclear next to a good one, older or of another environment as well', () => {
    const strays = [approval({ release_number: 1, target_artifact: other }), approval({ environment: 'staging', target_artifact: other })];
    for (const stray of strays)
      for (const all of [
        [approval({ release_number: 2 }), stray],
        [stray, approval({ release_number: 2 })],
      ])
        expect(reasonsOf(all, inProduction)).toStrictEqual([
          unclear(`Among the approvals of ${name} is number 1 of the artifact ${other}`),
        ]);
  });

  it('is not one of the same fingerprint in capitals', () => {
    expect(reasonsOf([approval({ target_artifact: fingerprint.toUpperCase() })])).toEqual([]);
  });
});

describe('where an approval is valid', () => {
  it.each([
    ['null', null],
    ['absent', undefined],
    ['empty', ''],
  ])('is everywhere when its environment is %s', (_, environment) => {
    for (const question of [everywhere, inProduction]) expect(reasonsOf([approval({ environment })], question)).toEqual([]);
  });

  it.each([
    ['production', []],
    ['Production', ['approval-missing']],
    ['production-2', ['approval-missing']],
    ['staging', ['approval-missing']],
  ])('is in its environment alone: %s', (environment, expected) => {
    expect(codesOf([approval({ environment })], inProduction)).toEqual(expected);
    expect(codesOf([approval({ environment })])).toEqual(['approval-missing']);
  });
});

describe('no valid approval', () => {
  const staging = (number: number): Approval => approval({ release_number: number, environment: 'staging' });

  it.each([
    [0, ''],
    [1, '; 1 is for other environments'],
    [2, '; 2 are for other environments'],
    [3, '; 3 are for other environments'],
  ])('is missing, next to %i of other environments', (count, elsewhere) => {
    const all = Array.from({ length: count }, (_, index) => staging(index + 1));
    expect(reasonsOf(all)).toStrictEqual([
      {
        code: 'approval-missing',
        verdict: 'incomplete',
        message: `There is no approval of ${name}${elsewhere}`,
        fix: `Let somebody decide, and report it: ${command} --approved-by NAME`,
      },
    ]);
    expect(reasonsOf(all, inProduction)).toStrictEqual([
      {
        code: 'approval-missing',
        verdict: 'incomplete',
        message: `There is no approval of ${name} for production${elsewhere}`,
        fix: `Let somebody decide, and report it: ${command} --environment production --approved-by NAME`,
      },
    ]);
  });
});

describe('of several valid approvals', () => {
  const refused = { state: 'UNAPPROVED', approvals: [no] };

  it.each<readonly [string, readonly Approval[], readonly string[]]>([
    ['a yes after a no', [approval({ ...refused, release_number: 9 }), approval({ release_number: 10 })], []],
    ['a no after a yes', [approval({ release_number: 9 }), approval({ ...refused, release_number: 10 })], ['approval-refused']],
    ['a no after a yes and before one', [approval(), approval({ ...refused, release_number: 2 }), approval({ release_number: 3 })], []],
    [
      'a no elsewhere after a yes',
      [approval({ environment: 'production' }), approval({ ...refused, release_number: 2, environment: 'staging' })],
      [],
    ],
    ['a yes elsewhere after a no', [approval(refused), approval({ release_number: 2, environment: 'staging' })], ['approval-refused']],
    [
      'a request after a yes',
      [approval(), approval({ release_number: 2, state: 'PENDING', approvals: [], environment: 'production' })],
      ['approval-pending'],
    ],
  ])('the highest number decides in any order: %s', (_, all, expected) => {
    expect(codesOf(all, inProduction)).toEqual(expected);
    expect(codesOf(all.toReversed(), inProduction)).toEqual(expected);
  });

  it('two with the highest number are unclear, also where both say yes', () => {
    const [one, twin] = [approval({ release_number: 4 }), approval({ release_number: 4 })];
    for (const all of [
      [one, twin],
      [approval(refused), one, twin],
      [approval({ ...refused, release_number: 4 }), one],
    ])
      expect(reasonsOf(all)).toStrictEqual([unclear(`Two approvals of ${name} have the number 4`)]);
  });

  it('two with a lower number, or one of another environment with the same, do not matter', () => {
    expect(reasonsOf([approval(), approval(refused), approval({ release_number: 2 })])).toEqual([]);
    expect(reasonsOf([approval(), approval({ ...refused, environment: 'staging' })])).toEqual([]);
  });
});

describe('an approval that is given', () => {
  const said = (approvals: Approval['approvals'], facts: Facts<Approval> = {}): readonly Reason[] =>
    reasonsOf([approval({ release_number: 3, approvals, ...facts })]);

  it.each([
    ['one', [yes]],
    ['two', [yes, { state: 'APPROVED' }]],
  ])('by %s stands against nothing', (_, approvals) => {
    expect(said(approvals)).toEqual([]);
  });

  it.each<readonly [string, Approval['approvals'], string]>([
    ['nobody', [], 'nobody is named'],
    ['null', null, 'nobody is named'],
    ['nothing', undefined, 'nobody is named'],
    ['one who refused', [no], 'eve says UNAPPROVED'],
    ['two of whom the second refused', [yes, no], 'bob says APPROVED, eve says UNAPPROVED'],
    ['two of whom the first refused', [no, yes], 'eve says UNAPPROVED, bob says APPROVED'],
    ['one without a state', [yes, { approved_by: 'zoe' }], 'bob says APPROVED, zoe says nothing'],
    ['one whose state is null', [{ approved_by: 'zoe', state: null }], 'zoe says nothing'],
    ['one without a name', [{ state: 'MAYBE' }], 'somebody says MAYBE'],
    ['one whose name is null', [{ state: 'approved', approved_by: null }], 'somebody says approved'],
  ])('by %s is unclear', (_, approvals, by) => {
    const message = `Approval 3 of ${name} is APPROVED, but ${by}`;
    const fix = by === 'nobody is named' ? decide : look;
    expect(said(approvals)).toStrictEqual([unclear(message, fix)]);
    expect(said(approvals, { reported_by: 'ci' })).toStrictEqual([unclear(`${message} (reported by ci)`, fix)]);
    expect(said(approvals, { reported_by: null })).toStrictEqual([unclear(message, fix)]);
  });
});

describe('an approval that is not given', () => {
  it.each([
    [everywhere, '', ''],
    [inProduction, ' for production', ' --environment production'],
  ])('names where it is asked for (%#)', (question, place, option) => {
    expect(reasonsOf([approval({ release_number: 5, state: 'PENDING', approvals: [] })], question)).toStrictEqual([
      {
        code: 'approval-pending',
        verdict: 'incomplete',
        message: `Approval 5 of ${name}${place} was requested, and nobody has decided yet`,
        fix: `Let somebody decide, and report it: ${command}${option} --approved-by NAME`,
      },
    ]);
    expect(
      reasonsOf([approval({ release_number: 5, state: 'UNAPPROVED', approvals: [yes, no], reported_by: 'ci' })], question),
    ).toStrictEqual([
      {
        code: 'approval-refused',
        verdict: 'non-compliant',
        message: `Approval 5 of ${name}${place} is UNAPPROVED: bob says APPROVED, eve says UNAPPROVED (reported by ci)`,
        fix: `Ask those who decided; a later approval takes the place of this one. Once they approve, report it: ${command}${option} --approved-by NAME`,
      },
    ]);
    expect(reasonsOf([approval({ release_number: 5, state: 'BLESSED' })], question)).toStrictEqual([
      unclear(`Approval 5 of ${name}${place} is in a state that we do not know: "BLESSED"`),
    ]);
  });

  it('is refused also where nobody is named, and whoever said yes', () => {
    expect(reasonsOf([approval({ state: 'UNAPPROVED', approvals: null })])[0]).toMatchObject({
      code: 'approval-refused',
      message: `Approval 1 of ${name} is UNAPPROVED: nobody is named`,
    });
    expect(codesOf([approval({ state: 'UNAPPROVED' })])).toEqual(['approval-refused']);
  });

  it('is only asked for, whoever said yes', () => {
    expect(codesOf([approval({ state: 'PENDING' })])).toEqual(['approval-pending']);
  });

  it.each(['', 'approved', 'Approved', 'APPROVED ', 'REJECTED'])('is unclear in the state %j, whoever said yes', (state) => {
    expect(reasonsOf([approval({ state })])).toStrictEqual([
      unclear(`Approval 1 of ${name} is in a state that we do not know: ${JSON.stringify(state)}`),
    ]);
  });
});
