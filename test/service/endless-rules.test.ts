import { expect, test } from 'vitest';
import { world } from './support.ts';
import { attestPerson, errorsOf, evaluatedBy, make, recordOf } from './types-support.ts';

// More of them, and how long others wait meanwhile, is in hostile-rules.timed.test.ts.

test('a rule without end is refused, and an honest one next to it is evaluated', async () => {
  const it = await world();
  await make(it, evaluatedBy('def f: 1 + f; f'));
  await make(it, { name: 'honest', ...evaluatedBy('.ok') });
  const [hostile, yes, no] = await Promise.all([
    attestPerson(it, 1),
    attestPerson(it, { ok: true }, 'honest'),
    attestPerson(it, { ok: false }, 'honest'),
  ]);
  expect(errorsOf(hostile)).toEqual([400, { attestation_data: expect.stringMatching(/more memory|takes longer than 5 s/) }]);
  expect([await recordOf(it, yes), await recordOf(it, no)]).toMatchObject([{ is_compliant: true }, { is_compliant: false }]);
});
