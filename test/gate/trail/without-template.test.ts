import { describe, expect, it } from 'vitest';
import type { FlowAnswer, Policy } from '../../../src/gate/index.ts';
import { mayLackTemplate } from '../../../src/gate/index.ts';
import { decideOn, missing, nothingMore, row, told, trail } from '../build.ts';

const byCaller = { ...nothingMore, required: ['unit'] };
const extra = trail([row('unit', { unexpected: true })]);
const judge = (flow: FlowAnswer, policy: Policy = byCaller) => decideOn(extra, { flow, policy });
const begun = (...others: readonly string[]): FlowAnswer => ({ kind: 'begun-by-evidence', others });

describe('a flow that evidence began after the organization had a template', () => {
  it('is no yes, and the reason has the one command and the flow that was meant', () => {
    const { name, notices, reasons } = decideOn(extra, { flow: begun('shpo', 'till'), policy: byCaller });
    expect(name).toBe('incomplete');
    expect(reasons).toEqual([
      {
        code: 'flow-without-template',
        verdict: 'incomplete',
        message: 'Flow shop has no template, and nobody made it: evidence began it, after other flows had templates; did you mean shpo?',
        fix: 'If that one was meant, write:\n\n  flow: shpo\n\nOtherwise: Check the spelling of flow. If it is meant, make it once, with the token of a member: compliance-evidence flow create shop --org acme\n\nallow-empty-template: true lets such a flow pass',
      },
    ]);
    expect(notices.join()).not.toContain('spelling');
  });

  it('is said in the place of a trail that requires nothing, and before a red name', () => {
    expect(judge(begun('till'), nothingMore).reasons.map(({ code }) => code)).toEqual(['flow-without-template']);
    const red = trail([row('unit', { unexpected: true, is_compliant: false })], 'NON-COMPLIANT');
    const { name, reasons } = decideOn(red, { flow: begun('till'), policy: byCaller });
    expect([name, ...reasons.map(({ code }) => code)]).toEqual(['non-compliant', 'flow-without-template', 'failing']);
    expect(reasons[0]?.message).not.toContain('did you mean');
  });

  it('is a notice where no other flow is to be seen', () => {
    const { name, notices } = judge(begun());
    expect(name).toBe('compliant');
    expect(notices).toContain(
      'Flow shop was begun by evidence and has no template, and no other flow is to be seen: look at its spelling, because a mistyped flow requires nothing',
    );
  });
});

it('a service that does not tell how the flow began is a notice, and one that cannot be read is no yes', () => {
  const untold = judge({ kind: 'untold' });
  expect(untold.name).toBe('compliant');
  expect(untold.notices).toContain(
    'Flow shop has no template, and the service does not tell whether somebody made it on purpose: look at its spelling, because a mistyped flow requires nothing',
  );
  const failed = judge({ kind: 'failed', fault: { code: 'x', message: 'it was away' } });
  expect([failed.name, failed.reasons[0]?.message]).toEqual(['unknown', 'How flow shop began could not be read: it was away']);
});

it('a flow that somebody made, or that was there before any template, passes', () => {
  expect(judge({ kind: 'meant' })).toMatchObject({ name: 'compliant', notices: [] });
});

it.each([
  ['a trail that no template asks anything of', extra, {}, true],
  ['one whose template asks for a name', trail([row('unit')]), {}, false],
  [
    'one whose template asks for an artifact',
    trail([], 'INCOMPLETE', { artifacts_statuses: { image: { status: 'MISSING', attestations_statuses: [] } } }),
    {},
    false,
  ],
  ['one whose own template asks for a name', { ...told(trail([row('unit')])), own_template: true }, {}, true],
  ['one whose template asks for a name that is missing', trail([row('unit', missing)]), {}, false],
  ['one of which nothing may be asked', extra, { allowEmptyTemplate: true }, false],
])('how the flow began decides on %s', (_, about, policy, expected) => {
  expect(mayLackTemplate(about, { ...nothingMore, ...policy })).toBe(expected);
});
