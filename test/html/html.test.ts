import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { html, webLink } from '../../src/html/index.ts';
import { unseen } from '../text/hostile.ts';

describe('a template', () => {
  test('shows texts as what they are, in elements and in attributes', () => {
    const text = `<b title='x'>"&\``;
    expect(html`<p title="${text}">${text}</p>`.toString()).toBe(
      `<p title="&#60;b title=&#39;x&#39;&#62;&#34;&#38;&#96;">&#60;b title=&#39;x&#39;&#62;&#34;&#38;&#96;</p>`,
    );
  });

  test('takes markup, numbers and lists of both, and shows nothing of what is not there', () => {
    expect(html`${[html`<i>${1}</i>`, ['<', undefined]]}${undefined}`.toString()).toBe('<i>1</i>&#60;');
  });

  test('holds no sign of markup, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(html`${text}`.toString()).not.toMatch(/[<>"'`]|&(?!#\d+;)/);
      }),
    );
  });

  test('leaves out what nobody sees, and what turns the direction of writing', () => {
    const kept = unseen.filter(({ code }) => html`a${String.fromCodePoint(code)}b`.toString() !== 'ab').map(({ name }) => name);
    // Characters that change the letter before them, and white space, can be seen.
    expect(kept.filter((name) => !/^U\+(?:0009|000A|0301|20DD|2028|2029|FE0\w|E01\w\w|180[BCDF])$/.test(name))).toEqual([]);
  });

  test('cuts what is too long', () => {
    expect(html`${'x'.repeat(20_000)}`.toString()).toBe(`${'x'.repeat(9999)}…`);
  });
});

describe('a link', () => {
  test.each(['https://a.example/?a="b"&c', 'HTTP://a.example/'])('leads to %s', (address) => {
    const href = new URL(address).href.replaceAll('"', '&#34;').replaceAll('&c', '&#38;c');
    expect(webLink(address, '<x>').toString()).toBe(`<a href="${href}" rel="noopener noreferrer nofollow">&#60;x&#62;</a>`);
  });

  test.each([
    ['a script', 'javascript:alert(1)'],
    ['a script behind what nobody sees', ' \u0001JavaScript:alert(1)'],
    ['a script on two lines', 'java\nscript:alert(1)'],
    ['data', 'data:text/html,x'],
    ['another script', 'vbscript:x'],
    ['a file', 'file:///etc/passwd'],
    ['no scheme', '//a.example'],
    ["git's own form", 'git@github.com:a/b.git'],
    ['an empty text', ''],
    ['nothing', undefined],
    ['null', null],
    ['too long an address', `https://a.example/${'x'.repeat(10_000)}`],
  ])('is none of %s', (_, address) => {
    expect(webLink(address, 'x').toString()).toBe('x');
  });
});
