import { describe, expect, it } from 'vitest';
import type { Reason, Verdict, VerdictRow } from '../../src/gate/index.ts';
import { verdictOn, type TrailVerdict } from '../../src/gate/verdict.ts';
import { question, reason } from './build.ts';

const none: Verdict = { name: 'compliant', reasons: [], notices: [], rows: [] };

function on(trail: string, flow: string, facts: Partial<Verdict> = {}): TrailVerdict {
  return { question: { ...question, trail, flow }, verdict: { ...none, ...facts } };
}

function saying(
  message: string,
  verdict: Reason['verdict'],
  facts: Pick<Reason, 'trail' | 'flow' | 'artifact' | 'attestation' | 'url'> = {},
): Reason {
  return { ...reason(verdict, message, `fix of ${message}`), ...facts };
}

const line: VerdictRow = {
  attestation: 'unit',
  type: 'junit',
  state: 'compliant',
  requiredBy: ['template'],
  groups: 1,
  since: undefined,
  url: undefined,
};

describe('the verdict on a subject', () => {
  it('is a yes without anything to say, and without trails', () => {
    expect(verdictOn([], [], [])).toEqual(none);
    expect(verdictOn([], [on('one', 'shop'), on('two', 'till')], [])).toEqual(none);
  });

  const verdicts: readonly (readonly [string, readonly Reason['verdict'][], readonly Reason['verdict'][], Verdict['name']])[] = [
    ['its own reason', ['incomplete'], [], 'incomplete'],
    ['the reason of a trail', [], ['incomplete'], 'incomplete'],
    ['its own, the worse one', ['non-compliant'], ['incomplete'], 'non-compliant'],
    ['that of a trail, the worse one', ['incomplete'], ['unknown'], 'unknown'],
    ['that of the second trail, the worst one', ['incomplete'], ['incomplete', 'non-compliant'], 'non-compliant'],
    ['that of the first trail, the worst one', ['incomplete'], ['unusable', 'non-compliant'], 'unusable'],
  ];

  it.each(verdicts)('is the worst that is said: %s', (_, own, ofTrails, name) => {
    const trails = ofTrails.map((verdict, at) => on(`trail-${at}`, 'shop', { reasons: [saying('red', verdict)] }));
    const all = own.map((verdict) => saying('own', verdict));
    expect(verdictOn(all, trails, []).name).toBe(name);
  });

  it('goes by the reasons of a trail, and not by the name of its verdict', () => {
    expect(verdictOn([], [on('one', 'shop', { name: 'non-compliant' })], []).name).toBe('compliant');
  });
});

describe('the reasons of a subject', () => {
  it('are its own as they are, and then those of each trail, which name that trail', () => {
    const own = [saying('The first', 'unknown'), saying('The second', 'incomplete', { trail: 'three', flow: 'bank' })];
    const trails = [
      on('one', 'shop', { reasons: [saying('unit is red', 'non-compliant', { attestation: 'unit' }), saying('lint is red', 'unknown')] }),
      on('two', 'till', { reasons: [saying('scan is red', 'incomplete')] }),
    ];
    expect(verdictOn(own, trails, []).reasons).toEqual([
      ...own,
      {
        code: 'failing',
        verdict: 'non-compliant',
        attestation: 'unit',
        trail: 'one',
        flow: 'shop',
        message: 'Trail one of flow shop: unit is red',
        fix: 'fix of unit is red',
      },
      {
        code: 'service-failed',
        verdict: 'unknown',
        trail: 'one',
        flow: 'shop',
        message: 'Trail one of flow shop: lint is red',
        fix: 'fix of lint is red',
      },
      {
        code: 'missing',
        verdict: 'incomplete',
        trail: 'two',
        flow: 'till',
        message: 'Trail two of flow till: scan is red',
        fix: 'fix of scan is red',
      },
    ]);
  });

  const sentences: readonly (readonly [string, string, string])[] = [
    ['at its beginning', 'Trail one of flow shop is red', 'Trail one of flow shop is red'],
    ['inside', 'unit on trail one of flow shop is red', 'unit on trail one of flow shop is red'],
    ['with another flow', 'Trail one of flow till is red', 'Trail one of flow shop: Trail one of flow till is red'],
    ['with another trail', 'Trail two of flow shop is red', 'Trail one of flow shop: Trail two of flow shop is red'],
    ['without its flow', 'Trail one is red', 'Trail one of flow shop: Trail one is red'],
    ['nowhere', 'unit is red', 'Trail one of flow shop: unit is red'],
  ];

  it.each(sentences)('name a trail once, as do notices, where the sentence names it %s', (_, sentence, said) => {
    const verdict = verdictOn([], [on('one', 'shop', { reasons: [saying(sentence, 'unknown')], notices: [sentence] })], []);
    expect(verdict.reasons.map(({ message }) => message)).toEqual([said]);
    expect(verdict.notices).toEqual([said]);
  });

  it('say the trail that was asked about, whatever trail and flow they name', () => {
    const reasons = [saying('unit is red', 'unknown', { trail: 'two', flow: 'till' })];
    expect(verdictOn([], [on('one', 'shop', { reasons })], []).reasons).toEqual([
      { ...reasons[0], trail: 'one', flow: 'shop', message: 'Trail one of flow shop: unit is red' },
    ]);
  });
});

describe('the notices and rows of a subject', () => {
  it('are its own notices first, and then those of each trail in order', () => {
    const trails = [on('one', 'shop', { notices: ['It lags', 'It is old'] }), on('two', 'till', { notices: ['It is new'] })];
    expect(verdictOn([], trails, ['Look here', 'Look there'])).toEqual({
      ...none,
      notices: [
        'Look here',
        'Look there',
        'Trail one of flow shop: It lags',
        'Trail one of flow shop: It is old',
        'Trail two of flow till: It is new',
      ],
    });
  });

  it('are the rows of all trails, with the trail and flow of each', () => {
    const other = { ...line, attestation: 'lint', trail: 'old', flow: 'old' };
    const trails = [on('one', 'shop', { rows: [line, other] }), on('two', 'till', { rows: [line] })];
    expect(verdictOn([], trails, [])).toEqual({
      ...none,
      rows: [
        { ...line, trail: 'one', flow: 'shop' },
        { ...other, trail: 'one', flow: 'shop' },
        { ...line, trail: 'two', flow: 'till' },
      ],
    });
  });
});
