import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cut, neutralize, oneLine } from '../../src/text/index.ts';
import { parseCommand } from '../support/runner/command.ts';
import { hostile, linesOf, registered, unseen } from './hostile.ts';

const isCommand = (line: string): boolean => parseCommand(line, registered) !== undefined;

describe('neutralize', () => {
  it('leaves no line of any text that the runner would take for a command', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(linesOf(neutralize(text)).filter(isCommand)).toEqual([]);
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    ['at the start of the text', '::error::no'],
    ['behind white space that .NET trims', '\u3000\u00A0\t ::error::no'],
    ['behind a carriage return', 'x\r::error::no'],
    ['behind a line separator', 'x\u2028::error::no'],
    ['behind an escape sequence', '\u001B[0m::error::no'],
    ['behind a zero-width space', '\u200B::error::no'],
    ['with a control character inside', ':\u0000:error::no'],
    ['in the older form', 'x ##[error]no'],
    ['in the older form with a byte order mark inside', 'x ##\uFEFF[error]no'],
    ['in the older form with an escape sequence inside', '#\u001B[1m#[error]no'],
  ])('breaks a command %s', (_, text) => {
    expect(linesOf(neutralize(text)).some(isCommand)).toBe(false);
    expect(neutralize(text)).toContain('no');
  });

  it('leaves no control character but tab and line feed, and nothing that turns the direction of writing', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(neutralize(text)).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B-\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/);
      }),
    );
  });

  // Marks over letters and the variants of characters can be seen. Line breaks become one.
  const kept = /[\t\n\p{Mn}\p{Me}\p{Variation_Selector}]/u;
  const breaks = /[\n\v\f\r\u0085\u2028\u2029]/;

  it.each(
    unseen
      .map(({ code, name }) => [name, String.fromCodePoint(code)] as const)
      .filter(([, one]) => !kept.test(one) || /[\u034F\u17B4\u17B5\u180E]/.test(one)),
  )('takes %s out, which nobody sees', (_, one) => {
    expect(neutralize(`ab${one}cd`)).toBe(breaks.test(one) ? 'ab\ncd' : 'abcd');
  });

  it.each(['e\u0301', '❤\uFE0F', '葛\u{E0100}', '\u0600\u0661', 'a\tb'])('leaves what belongs to what is seen: %j', (text) => {
    expect(neutralize(text)).toBe(text);
  });

  it('takes whole escape sequences out, with what they carry', () => {
    expect(neutralize('\u001B[1;31mred\u001B[0m \u001B]8;;https://evil.example\u0007link\u001B]8;;\u0007')).toBe('red link');
  });

  it('leaves ordinary text as it is, line breaks and all', () => {
    const text = 'Namespace::method failed\n\tat file.cpp:12 — "größer" 日本語 😀\nissue ##12 [x]';
    expect(neutralize(text)).toBe(text);
  });
});

describe('oneLine', () => {
  it('is one line within its limit, and no command, whatever the text', () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 1, max: 40 }), (text, limit) => {
        const line = oneLine(text, limit);
        expect(line.length).toBeLessThanOrEqual(limit);
        expect(linesOf(line)).toHaveLength(1);
        expect(isCommand(line)).toBe(false);
      }),
    );
  });

  it('shows where lines broke', () => {
    expect(oneLine('one\r\n\r\ntwo\n')).toBe('one ⏎ two');
  });
});

describe('cut', () => {
  it('keeps within the limit and never halves a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-composite' }), fc.integer({ min: 1, max: 20 }), (text, limit) => {
        const short = cut(text, limit);
        expect(short.length).toBeLessThanOrEqual(limit);
        expect(short.isWellFormed()).toBe(true);
      }),
    );
  });

  it('marks a cut, and only a cut', () => {
    expect(cut('abcdef', 4)).toBe('abc…');
    expect(cut('ab😀def', 4)).toBe('ab…');
    expect(cut('abcd', 4)).toBe('abcd');
  });
});
