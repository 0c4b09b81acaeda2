import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { nanoseconds, unixSeconds } from '../../src/junit/values.ts';
import { toSeconds } from '../../src/results/gathered.ts';
import { printable, resolveReferences } from '../../src/xml/characters.ts';

const timeLike = fc.string({ maxLength: 20, unit: fc.constantFrom(...Array.from('0123456789.,:eE+-hmsPTZ \u00A0nµu')) });

test('any text is a time that can be sent, or none', () => {
  fc.assert(
    fc.property(fc.oneof(timeLike, fc.string()), fc.constantFrom<'s' | 'ms'>('s', 'ms'), (text, unit) => {
      const time = nanoseconds(text, unit) ?? 0;
      expect(Number.isInteger(time) && time >= 0 && Number.isFinite(toSeconds(time))).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test('a time with up to six decimals is sent as it is written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), (thousandths) => {
      const text = (thousandths / 1000).toFixed(3);
      expect(Math.abs(toSeconds(nanoseconds(text) ?? Number.NaN) - Number(text))).toBeLessThan(1.5e-6);
    }),
  );
});

test('a whole number of seconds in ISO 8601 is read back, whatever the zone', () => {
  const zone = fc.integer({ min: -14 * 4, max: 14 * 4 });
  fc.assert(
    fc.property(fc.integer({ min: 200_000, max: 4_000_000_000 }), zone, (seconds, quarters) => {
      const local = new Date((seconds + quarters * 900) * 1000).toISOString().slice(0, 19);
      const [hours, minutes] = [Math.trunc(Math.abs(quarters) / 4), (Math.abs(quarters) % 4) * 15];
      const offset = `${quarters < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
      expect(unixSeconds(`${local}${offset}`)).toBe(seconds);
    }),
  );
});

test('any text is a moment that can be sent, or none', () => {
  const stampLike = fc.string({ maxLength: 30, unit: fc.constantFrom(...Array.from('0123456789-:.TZ+ JanGMTUC,')) });
  fc.assert(
    fc.property(fc.oneof(stampLike, fc.string()), (text) => {
      const seconds = unixSeconds(text);
      expect(seconds === undefined || (Number.isSafeInteger(seconds) && seconds > 0)).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test('text that was resolved and cleaned can be sent and shown', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('&#27;[0m', '&#xD83D;', '&#xFFFF;', '&amp;lt;', '\u001B]8;;x\u0007', '\r\n'),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = printable(resolveReferences(pieces.join('')));
      expect(text.isWellFormed() && !/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\uFFFE\uFFFF]/.test(text)).toBe(true);
    }),
    { numRuns: 1000 },
  );
});
