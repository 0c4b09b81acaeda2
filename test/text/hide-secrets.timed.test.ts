import { expect, test } from 'vitest';
import { hideSecrets } from '../../src/text/index.ts';
import { growth, tooMuch } from '../support/growth.ts';
import { key } from './secrets.ts';

test('a hostile text of twice the length takes about twice the time', async () => {
  const [begin, end] = [key.split('\n')[0] ?? '', key.split('\n').at(-1) ?? ''];
  const hostile = [
    '-ghs_',
    '-ghs_aaaaaaaa.bbbbbbbb',
    '-ghs_a.',
    `${'-ghs_'.repeat(100)}.a.`,
    'gh',
    '-----BEGIN ',
    `${begin} `,
    `${begin.replace('RSA', 'EC')}${end.slice(0, -3)}`,
    `${end} `,
    '\u200bg',
    `ghs_${'a'.repeat(500)}.`,
    `\u001b[`,
  ];
  for (const unit of hostile) {
    expect(
      await growth((length) => {
        const text = unit.repeat(Math.ceil(length / unit.length));
        return () => hideSecrets(text);
      }, 20_000),
    ).toBeLessThan(tooMuch);
  }
});
