import { expect, test } from 'vitest';
import { longestText, ticketsIn } from '../../../src/audit/file/globs.ts';
import { growth, tooMuch } from '../../support/growth.ts';

test.each(['A', 'AB', '1', 'A1-', ' A'])(
  'tickets are looked for in a time that grows with the text, also in many times %s',
  async (part) => {
    const work = (size: number) => (): unknown =>
      ticketsIn(['[A-Z0-9]+[A-Z0-9]+x', '[A-Z]+-\\d+', '\\d+\\d+-'], part.repeat(size), undefined);
    expect(await growth(work, longestText / 8 / part.length)).toBeLessThan(tooMuch);
  },
);
