import { describe, expect, test } from 'vitest';
import { mergeParts } from '../../../src/audit/organization/merge.ts';
import { asShown, partText, partsOf, repositoriesOf, type AuditedRepository } from '../../../src/audit/organization/part.ts';
import { planText, readPlan, sealed, type OrganizationPlan, type PlannedRepository } from '../../../src/audit/organization/plan.ts';
import { outcomeOf } from '../../../src/audit/reports/numbers.ts';
import { auditTones } from '../../../src/presentation/index.ts';
import { auditOf } from '../../commands/audit/stage.ts';
import { audited, finding, planOf, tested } from './plans.ts';

const plan = planOf([1, 2, 3]);

/** The merge where somebody wrote another result of the second repository into its part. */
function mergedWith(change: (result: AuditedRepository) => Partial<AuditedRepository>, whole: AuditedRepository) {
  const given = plan.shards.map((_, index) => {
    const results = (repositoriesOf(plan, index) ?? []).map(({ id }) => (id === 2 ? { ...whole, ...change(whole) } : audited(id)));
    return { file: `${index}.json`, text: partText(plan, index, results) };
  });
  return mergeParts(plan, partsOf(given, plan));
}

const lacking = { rule: 'tag-moved', result: 'not tested', tested: 0, found: 0, why: 'it was refused', lack: 'answer' } as const;
const red = audited(2, { findings: [finding('high')] });
const amber = audited(2, { rules: [tested, lacking] });

test('the results that are altered below are red and amber as they are', () => {
  expect(mergedWith(() => ({}), red).outcome.tone).toBe('bad');
  expect(mergedWith(() => ({}), amber).outcome.tone).toBe('open');
});

describe('a part is refused', () => {
  test.each<[string, AuditedRepository, (whole: AuditedRepository) => Partial<AuditedRepository>, string]>([
    ['whose finding was taken out', red, () => ({ findings: [] }), 'change-without-trail found 1, and there is none of it'],
    [
      'whose finding is said to be one of before alone',
      red,
      () => ({ findings: [{ ...finding('low'), status: 'open', carried: 'not looked at again' }] }),
      'change-without-trail found 1, and there is none of it',
    ],
    [
      'that found nothing of what it shows',
      red,
      ({ rules }) => ({ rules: rules.map((rule) => ({ ...rule, found: 0 })) }),
      'change-without-trail found 0, and there is a finding of it',
    ],
    [
      'whose rules that were not tested were taken out',
      amber,
      ({ rules }) => ({ rules: rules.filter(({ result }) => result !== 'not tested') }),
      'it does not have each rule once',
    ],
    ['with a rule twice', amber, ({ rules }) => ({ rules: [...rules, ...rules.slice(0, 1)] }), 'it does not have each rule once'],
    [
      'with a rule that is said to be tested, and was on nothing',
      amber,
      ({ rules }) => ({ rules: rules.map((rule) => (rule.why === null ? rule : { ...rule, result: 'tested' as const, why: null })) }),
      'tag-moved cannot be tested with 0 tested and 0 found',
    ],
    [
      'with a rule that nothing is said to have applied to, and that says why it was not tested',
      amber,
      ({ rules }) => ({ rules: rules.map((rule) => (rule.why === null ? rule : { ...rule, result: 'not applicable' as const })) }),
      'tag-moved cannot be not applicable with 0 tested and 0 found',
    ],
    ['with more covered changes than changes', red, () => ({ states: { covered: 3 } }), 'it has 2 changes, and the states of 3'],
    ['with fewer states than changes', red, () => ({ states: {} }), 'it has 2 changes, and the states of 0'],
  ])('%s', (_, whole, change, why) => {
    expect(() => mergedWith(change, whole)).toThrow(`the audit of acme/r2 contradicts itself: ${why}`);
  });
});

describe('a plan is refused, also where its digest was made anew,', () => {
  const altered = (change: (one: PlannedRepository) => Partial<PlannedRepository>, more: Partial<OrganizationPlan> = {}): string => {
    const { digest: _, ...content } = { ...plan, ...more };
    const repositories = plan.repositories.map((one) => (one.id === 2 ? { ...one, ...change(one) } : one));
    const shards = plan.shards.map((ids) => ids.filter((id) => repositories.some((one) => one.id === id && one.audited)));
    return planText(sealed({ ...content, repositories, shards }));
  };
  test.each<[string, string]>([
    ['where a repository in its scope is not audited', altered(() => ({ audited: false, reason: 'so' }))],
    ['where one is left out, and no file of exclusions says so', altered(() => ({ audited: false, state: 'excluded', reason: 'so' }))],
    [
      'where one is left out without a reason',
      altered(() => ({ audited: false, state: 'excluded', reason: null }), { exclusions: 'ab'.repeat(32) }),
    ],
    [
      'where an archived one is not audited that changed in the period',
      altered(() => ({ audited: false, state: 'archived', reason: 'it is archived' })),
    ],
    ['where one is audited that nobody sees', altered(() => ({ state: 'not seen' }))],
  ])('%s', (_, text) => {
    expect(() => readPlan(text, 'plan.json')).toThrow('its state of acme/r2 does not say why it is ');
  });

  test('and one that leaves a repository out with a reason is taken', () => {
    const text = altered(() => ({ audited: false, state: 'excluded', reason: 'Nothing is shipped' }), { exclusions: 'ab'.repeat(32) });
    expect(readPlan(text, 'plan.json').shards.flat()).toEqual([3, 1]);
  });
});

test('an audit whose own page is unknown is unknown in the organization, with the words of that page', () => {
  const audit = auditOf([]);
  expect(outcomeOf({ ...audit, failOn: 'high' }).kind).not.toBe('unknown');
  const text = 'Unknown: 1 count of the population does not agree with another source';
  const { complete, world } = asShown(audit, { ...auditTones.unknown, kind: 'unknown', text }, 'high');
  expect([complete, world.holes.map(({ why }) => why)]).toEqual([false, [text]]);
  expect(asShown(audit, outcomeOf({ ...audit, failOn: 'high' }), 'high')).toBe(audit);
});
