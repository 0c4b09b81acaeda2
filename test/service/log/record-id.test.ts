import { expect, test } from 'vitest';
import { newRecordId } from '../../../src/service/record/id.ts';

test('an identifier begins with the time in milliseconds, so that later ones come later in every index', () => {
  const at = 0x0199_1234_5678;
  expect(newRecordId(at)).toMatch(/^01991234-5678-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{8}$/);
  expect(newRecordId(at + 1) > newRecordId(at)).toBe(true);
  expect(newRecordId(at)).not.toBe(newRecordId(at));
});
