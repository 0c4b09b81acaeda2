import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { classic } from '../text/secrets.ts';
import { masked } from './masked.ts';

test('anything at all is gone through to its end', async () => {
  const part = fc.constantFrom(
    '<',
    '>',
    '&',
    '&#',
    ';',
    '"',
    "'",
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '?>',
    '<!DOCTYPE',
    '[',
    ']',
    '/',
    'a',
    '=',
    ' ',
    classic,
    '\u0000',
    'é',
    '\xff',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 30 }), async (parts) => {
      const content = Buffer.from(parts.join(''), parts.includes('\xff') ? 'latin1' : 'utf8');
      const { text } = await masked(content);
      expect(text).toBeDefined();
    }),
    { numRuns: 300 },
  );
});
