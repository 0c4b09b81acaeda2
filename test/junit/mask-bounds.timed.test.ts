import { expect, test } from 'vitest';
import { growth, tooMuch } from '../support/growth.ts';
import { classic, key } from '../text/secrets.ts';
import { masked } from './masked.ts';

test('a document of twice the length takes about twice the time', async () => {
  const inside = [
    '<failure>-ghs_a</failure>',
    '<t a="&#103;"/>',
    '&#103;',
    '<!---->g',
    '\u200bg',
    `${key.split('\n')[0]} `,
    '<testcase name="a"/>',
    `<testcase name="${classic}"/>`,
  ];
  for (const unit of inside) {
    expect(
      await growth((length) => {
        const content = `<testsuite>${unit.repeat(Math.ceil(length / unit.length))}</testsuite>`;
        return () => masked(content);
      }, 20_000),
    ).toBeLessThan(tooMuch);
  }
});
