import { expect, test } from 'vitest';
import { growth, tooMuch } from '../support/growth.ts';
import { textOf, useFolder, withoutLogs } from './stripped.ts';

useFolder();

test.each([
  ['a tag of many `>`', (times: number) => `<testsuite><testcase name="${'a>'.repeat(times)}"/></testsuite>`],
  [
    'a CDATA section of many end tags',
    (times: number) => `<testsuite><system-out><![CDATA[${'</system-out>'.repeat(times)}]]></system-out></testsuite>`,
  ],
])('%s costs no more than its length', async (_what, document) => {
  expect(
    await growth((times) => {
      const long = document(times);
      return () => textOf(long, withoutLogs);
    }, 2000),
  ).toBeLessThan(tooMuch);
});
