import { expect, test } from 'vitest';
import { lineFinder } from '../../src/locations/index.ts';
import { growth, tooMuch } from '../support/growth.ts';

const find = lineFinder({ paths: ['src/basket.js', 'x.py'], root: '/work/shop', workspace: '/work/shop' });

test.each(['(', 'a', 'at ', './', 'a.', 'File "', 'in ', 'x:', '@', ' (a:1', 'in a.b:', 'a\n'])(
  'a hostile message costs no more than its length: %j',
  async (part) => {
    expect(
      await growth((length) => {
        const message = part.repeat(length / part.length);
        return () => find({ suite: 'suite', source: 'unit.xml', message });
      }, 500),
    ).toBeLessThan(tooMuch);
  },
);
