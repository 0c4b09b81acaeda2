import { expect, test } from 'vitest';
import type { Policy } from '../../../src/gate/index.ts';
import { isJudgedNow, judgedState, templateNotices, templateReasons } from '../../../src/gate/template.ts';
import { nothingMore } from '../build.ts';

type Told = Parameters<typeof templateNotices>[0];

const subject = { what: 'Trail t of flow shop', flow: 'shop', about: { trail: 't' } };
const now = (status: string, template_version: number | null = 2) => ({ status, template_version });
const plain: Told = { decided: 'COMPLIANT', template_version: 1, own_template: false, current: now('COMPLIANT') };
const owned: Told = { ...plain, template_version: null, own_template: true };
const decided: Partial<Policy> = { template: 'decided' };
const allowed: Partial<Policy> = { allowOwnTemplate: true };
const together = 'Trail t of flow shop has a template of its own: it is judged by that and by the template of flow shop together';
const useless =
  'Trail t of flow shop: template: decided does nothing for it, because its own template alone decided it; allow-own-template: true lets that stand';

test.each<readonly [told: Told, policy: Partial<Policy>, notices: readonly string[]]>([
  [plain, {}, []],
  [
    { ...plain, decided: 'NON-COMPLIANT' },
    {},
    [
      'template-changed: Trail t of flow shop was decided as non-compliant by version 1 of the template; by version 2 of the template, which flow shop has now, it is compliant',
    ],
  ],
  [
    { ...plain, decided: 'NON-COMPLIANT', template_version: null, current: now('COMPLIANT', null) },
    {},
    [
      'template-changed: Trail t of flow shop was decided as non-compliant by the template of then; by the template of now, which flow shop has now, it is compliant',
    ],
  ],
  [
    plain,
    decided,
    [
      'template: decided: Trail t of flow shop is judged as it was decided, compliant by version 1 of the template; by version 2 of the template, which flow shop has now, it is compliant',
    ],
  ],
  [
    { ...plain, current: null, template_version: null },
    decided,
    [
      'template: decided: Trail t of flow shop is judged as it was decided, compliant by the template of then',
      'The service does not tell of trail t of flow shop what is asked of it now (current): what was decided last is judged',
    ],
  ],
  [
    { ...plain, decided: 'ODD', current: now('NEW', null) },
    decided,
    [
      'template: decided: Trail t of flow shop is judged as it was decided, "ODD" by version 1 of the template; by the template of now, which flow shop has now, it is "NEW"',
    ],
  ],
  [
    { decided: 'COMPLIANT' },
    {},
    [
      'The service does not tell of trail t of flow shop what is asked of it now (current) nor whether it has a template of its own (own_template): what was decided last is judged',
    ],
  ],
  [
    { ...plain, own_template: null },
    {},
    ['The service does not tell of trail t of flow shop whether it has a template of its own (own_template): its flow is asked alone'],
  ],
  [owned, {}, [together]],
  [
    { ...owned, decided: 'NON-COMPLIANT' },
    {},
    [
      together,
      'own-template: Trail t of flow shop was decided as non-compliant by its own template; by that and version 2 of the template of flow shop together it is compliant',
    ],
  ],
  [owned, decided, [together, useless]],
  [
    owned,
    allowed,
    [
      'allow-own-template: true: Trail t of flow shop is judged by its own template alone, and what the template of flow shop asks for was not asked',
    ],
  ],
])('of %j with %j it is told', (told, policy, notices) => {
  expect(templateNotices(told, subject, { ...nothingMore, ...policy })).toEqual(notices);
});

test('a no of both templates is one of its own template, with the way out', () => {
  expect(templateReasons({ ...owned, current: now('INCOMPLETE') }, subject, nothingMore)).toEqual([
    {
      trail: 't',
      code: 'own-template',
      verdict: 'incomplete',
      message:
        'Trail t of flow shop was decided as compliant by its own template; by that and version 2 of the template of flow shop together it is incomplete',
      fix: 'Record what the template of the flow asks for; or, where its own template may decide alone: allow-own-template: true',
    },
  ]);
  expect(templateReasons({ ...owned, current: now('INCOMPLETE') }, subject, { ...nothingMore, ...allowed })).toEqual([]);
});

test.each<readonly [told: Told, policy: Partial<Policy>, isNow: boolean]>([
  [{ decided: 'COMPLIANT' }, {}, false],
  [{ ...plain, current: null }, {}, false],
  [{ ...owned, current: null }, {}, false],
  [{ ...plain, current: now('NON-COMPLIANT', 1) }, {}, false],
  [{ ...plain, template_version: null, current: now('NON-COMPLIANT', null) }, {}, true],
  [plain, {}, true],
  [plain, decided, false],
  [owned, {}, true],
  [owned, decided, true],
  [owned, allowed, false],
])('of %j with %j the template of now is asked: %s', (told, policy, isNow) => {
  const all = { ...nothingMore, ...policy };
  expect(isJudgedNow(told, all)).toBe(isNow);
  expect(judgedState(told, all)).toBe(isNow ? told.current?.status : told.decided);
});
