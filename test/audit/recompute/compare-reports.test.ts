import { expect, test } from 'vitest';
import type { Audit } from '../../../src/audit/judge/audit.ts';
import { compareData } from '../../../src/audit/recompute/compare-reports.ts';
import { json } from '../../../src/audit/reports/json.ts';
import { textOf } from '../reports/hostile.ts';
import { finding, ruleResult, sample } from '../reports/sample.ts';

const key = finding().key;
const own = ['change-without-trail', 'tag-moved'].map((rule) => ruleResult({ rule }));
const audit = (findings: Audit['findings'], more: Partial<Audit> = {}): Audit => sample({ rules: own, findings, ...more });
const found = (more: Parameters<typeof finding>[0] = {}): Audit['findings'][number] => finding(more);

/** A report and the audit that follows from the facts, and what differs: where the audit before is known, and where it is not. */
const rows: readonly (readonly [name: string, report: Audit, facts: Audit, known: readonly string[], unknown?: readonly string[]])[] = [
  ['the same', audit([found()]), audit([found()]), []],
  [
    'complete, and it is not',
    audit([], { complete: true }),
    audit([], { complete: false }),
    ['audit.json says that the audit is complete, and by its facts it is not so'],
  ],
  [
    'not complete, and it is',
    audit([], { complete: false }),
    audit([], { complete: true }),
    ['audit.json says that the audit is not complete, and by its facts it is so'],
  ],
  ['a finding left out', audit([]), audit([found()]), [`The finding ${key} follows from the facts, and audit.json does not have it`]],
  ['a finding made up', audit([found()]), audit([]), [`The finding ${key} of audit.json does not follow from the facts`]],
  [
    'an old finding left out',
    audit([]),
    audit([found({ status: 'open' })]),
    [`The finding ${key} follows from the facts, and audit.json does not have it`],
    [],
  ],
  [
    'a fixed finding made up',
    audit([found({ status: 'fixed' })]),
    audit([]),
    [`The finding ${key} of audit.json does not follow from the facts`],
    [],
  ],
  [
    'another severity',
    audit([found({ severity: 'low' })]),
    audit([found()]),
    [`The finding ${key} is change-without-trail, low, new in audit.json, and by the facts change-without-trail, high, new`],
  ],
  [
    'another rule of the same key',
    audit([found({ rule: 'tag-moved' })]),
    audit([found()]),
    [`The finding ${key} is tag-moved, high, new in audit.json, and by the facts change-without-trail, high, new`],
  ],
  [
    'another status',
    audit([found({ status: 'open' })]),
    audit([found()]),
    [`The finding ${key} is change-without-trail, high, open in audit.json, and by the facts change-without-trail, high, new`],
    [],
  ],
  [
    'a finding of a rule that the audit does not know',
    audit([found({ rule: 'older', key: 'older:x' })], { rules: [...own, ruleResult({ rule: 'older' })] }),
    audit([]),
    [],
  ],
  ['a finding of a rule that the report does not know', audit([], { rules: own.slice(1) }), audit([found()]), []],
];

test.for(rows)('a report is compared as data: %s', async ([_name, report, facts, known, unknown = known]) => {
  const text = await textOf(json(report));
  expect(compareData(text, facts, { statuses: true })).toEqual(known);
  expect(compareData(text, facts, { statuses: false })).toEqual(unknown);
});

test('a report that cannot be read is a problem, and so is an empty one', () => {
  const { complete } = audit([found()]);
  expect(compareData('', audit([found()]), { statuses: true })).toEqual(['audit.json is no JSON']);
  expect(compareData('{}', audit([found()]), { statuses: true })).toEqual([
    `audit.json says that the audit is not complete, and by its facts it is ${complete ? '' : 'not '}so`,
  ]);
});
