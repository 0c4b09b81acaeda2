import { expect, it } from 'vitest';
import { dottedNames } from '../../../src/gate/advice.ts';
import { decide, type Policy, type TrailAnswer } from '../../../src/gate/index.ts';
import { missing, nothingMore, own, question, row, trail } from '../build.ts';

const policy: Policy = {
  ...nothingMore,
  required: ['unit-3.11', 'unit-3.12', 'app.scan'],
  requiredTypes: new Map([['unit-3.12', 'junit']]),
};

function fixesOn(answer: TrailAnswer, more: object = {}): readonly string[] {
  return decide({ question, answer, records: new Map(), ...more }, policy).reasons.map(({ fix }) => fix);
}

it('no step is advised for a name that nothing can record, but both ways out, and what to require then', () => {
  const about = { kind: 'trail', trail: trail([row('lint', missing)], 'INCOMPLETE') } as const;
  const [lint, first, second, scan] = fixesOn(about);
  for (const fix of [first, second]) {
    expect(fix).toMatch(/^A name of evidence holds no dot\. Let all legs of a matrix record under one name, such as unit: /);
    expect(fix).toContain('\n  required-attestations: unit, unit:junit, app.scan');
    expect(fix).not.toContain('uses:');
  }
  for (const fix of [lint, scan]) expect(fix).not.toMatch(/3-?1[12]|'1[12]'/);
  expect(scan).toContain('a step like this one for app.scan');
});

it('nor where the trail is missing, or this run did its part', () => {
  const [begin] = fixesOn({ kind: 'no-trail' });
  expect(begin).toContain('such as unit: each counts by itself');
  expect(begin).not.toMatch(/attestation-name: '1[12]'|unit-3\.1[12]\n/);
  const about = { kind: 'trail', trail: trail([row('lint', missing), row('unit')], 'INCOMPLETE') } as const;
  expect(fixesOn(about, { own: own({ name: 'unit' }) })[0]).not.toMatch(/attestation-name: '1[12]'|unit-3\.1[12]/);
});

it('a name after that of an artifact which is there, or that was recorded before, is one', () => {
  const before = { attestations: new Set(['unit-3.12']), artifacts: new Set<string>() };
  expect([...dottedNames(policy, [], undefined)]).toEqual([
    ['unit-3.11', 'unit'],
    ['unit-3.12', 'unit'],
  ]);
  expect([...dottedNames(policy, ['unit-3'], undefined).keys()]).toEqual([]);
  expect([...dottedNames(policy, ['unit'], before).keys()]).toEqual(['unit-3.11']);
});
