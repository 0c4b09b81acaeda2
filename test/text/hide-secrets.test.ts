import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formsOf, hideSecrets, seeThrough } from '../../src/text/index.ts';
import { all, classic, honest, job, jwt, key, tokens } from './secrets.ts';

const hidden = (text: string, known: readonly string[] = []): string => hideSecrets(text, known).text;

describe('secrets in a text', () => {
  test.each(Object.entries(all))('a whole one is hidden, wherever it stands: %s', (_, secret) => {
    expect(hideSecrets(secret)).toEqual({ text: '***', found: true });
    for (const [before, after] of [
      ['token: ', '.'],
      ['"', '"'],
      ['https://x:', '@github.com/'],
      ['\n', '\n'],
      [String.raw`line\n`, String.raw`\n`],
      ['token%3D', '%26'],
      [String.raw`a\u003d`, ''],
      ['[31m', '[0m'],
      ['Bearer ', ', and'],
      ['(', ')'],
      ['…', ''],
    ]) {
      expect(hidden(`${before}${secret}${after}`)).toBe(`${before}***${after}`);
    }
    expect(hidden(`${secret} and ${secret}`)).toBe('*** and ***');
  });

  test('what only looks like one stays, to the letter', () => {
    for (const text of honest) expect(hideSecrets(text)).toEqual({ text, found: false });
  });

  test('a token of a job is hidden with all of its parts, and no more', () => {
    expect(hidden(`${jwt}. Next`)).toBe('***. Next');
    expect(hidden(`${jwt}.more`)).toBe('***.more');
    expect(hidden(`${job}.com`)).toBe('***.com');
  });

  test('characters that nobody sees, and colours, do not part it', () => {
    for (const part of ['\u200b', '\u0000', '\u001b', '\u202e', '\ufeff', '\u00ad', '\u001b[7m', '\u0007\u0008']) {
      for (const secret of Object.values(all)) {
        const middle = Math.floor(secret.length / 2);
        expect(hidden(`<${secret.slice(0, 2)}${part}${secret.slice(2, middle)}${part}${secret.slice(middle)}>`)).toBe('<***>');
      }
    }
    expect(hidden(`level\u001b[31m${classic}\u001b[0m`)).toBe('level\u001b[31m***\u001b[0m');
    expect(hidden('plain \u001b[31mred\u001b[0m')).toBe('plain \u001b[31mred\u001b[0m');
  });

  test('nor does any other character that shows nothing', () => {
    const none = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
    const cut = (part: string): string => `${classic.slice(0, 9)}${part}${classic.slice(9)}`;
    for (let code = 1; code < 0x11_0000; code += 1) {
      const part = String.fromCodePoint(code);
      if (!none.test(part) || '\t\n\r'.includes(part)) continue;
      expect([code.toString(16), hidden(cut(part))]).toEqual([code.toString(16), '***']);
    }
    expect(hidden(cut('\n'))).toBe(cut('\n'));
  });

  test('nor do escape sequences of any kind, which are taken out before the text is shown', () => {
    const sequences = ['\u001b]0;title\u0007', '\u001b]8;;x\u001b\\', '\u001bM', '\u001b[1;31m'];
    for (const sequence of sequences) expect(hidden(`<${classic.slice(0, 9)}${sequence}${classic.slice(9)}>`)).toBe('<***>');
    expect(hidden(`<${classic.slice(0, 9)}\u001b${classic.slice(9).replace(/^./, 'M')}>`)).toBe('<***>');
  });

  test('a key as a URL holds it is hidden', () => {
    expect(hidden(`https://x.example/?key=${encodeURIComponent(key)}&x=1`)).toBe('https://x.example/?key=***&x=1');
    expect(hidden(`key=${new URLSearchParams({ key }).toString()}`)).toBe('key=key=***');
    const block = key.replaceAll('RSA PRIVATE KEY', 'PGP PRIVATE KEY BLOCK');
    expect(hidden(encodeURIComponent(block))).toBe('***');
  });

  test('where the text was cut, the beginning of one goes as well', () => {
    for (const secret of Object.values(tokens)) expect(hidden(`saw ${secret.slice(0, 30)}…`)).toBe('saw ***…');
    expect(hidden(`saw ${key.slice(0, 300)}…`)).toBe('saw ***…');
    expect(hidden(`saw ${key.slice(0, -4)}…`)).toBe('saw ***…');
    expect(hidden('saw correct-horse-bat…', ['correct-horse-battery'])).toBe('saw ***…');
    expect(hidden('calls ghp_helper…')).toBe('calls ghp_helper…');
    expect(hidden(`saw ${classic.slice(0, 30)}`)).toContain(classic.slice(0, 30));
  });

  test('known ones go in each of their forms', () => {
    const known = formsOf(['a"b c/d', undefined, 'abc']);
    expect(known).toEqual(['a"b c/d', 'a%22b%20c%2Fd', String.raw`a\"b c/d`, 'a&#34;b c/d']);
    for (const form of known) expect(hidden(`<${form}>`, known)).toBe('<***>');
    expect(hidden('abc', known)).toBe('abc');
  });

  test('nothing else of a text changes, whatever stands around', () => {
    const some = fc.oneof(
      fc.constantFrom(...Object.values(all)),
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom('ghp_helper', 'BEGIN', '-----', 'gh', 'ghs_a.b.c'),
    );
    fc.assert(
      fc.property(fc.array(some, { maxLength: 8 }), (parts) => {
        const text = parts.join(' | ');
        const clean = hidden(text);
        for (const secret of Object.values(all)) expect(clean).not.toContain(secret);
        expect(hidden(clean)).toBe(clean);
        const places = seeThrough(text, []);
        for (const [index, place] of places.entries()) expect(place.start).toBeGreaterThanOrEqual(places[index - 1]?.end ?? 0);
      }),
    );
  });
});
