import { expect, it } from 'vitest';
import { redact } from '../../src/text/index.ts';
import { growth, tooMuch } from '../support/growth.ts';

it.each(['\\', '\u001B[', '\u001B]', 'abcdefgh…', 'a\u200B', 'some-secre'])(
  'takes twice the time for twice the text, and not its square: %j',
  async (piece) => {
    expect(
      await growth((size) => {
        const text = piece.repeat(size / piece.length);
        return () => redact(text, ['some-secret', 'abcdefghijkl']);
      }, 20_000),
    ).toBeLessThan(tooMuch);
  },
);
