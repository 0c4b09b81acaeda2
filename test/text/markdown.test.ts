import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markdown, markdownLink, oneLine } from '../../src/text/index.ts';
import { hostile } from './hostile.ts';

const marked = fc.oneof(
  hostile,
  fc
    .array(
      fc.constantFrom(
        '**',
        '_',
        '`',
        '~~',
        '<b>',
        '<!--',
        '[x](',
        ')',
        '![',
        '|',
        '\\',
        '&amp;',
        '@octocat',
        '#1',
        'GH-1',
        ':tada:',
        ':+1:',
        '::b::',
        '$x$',
        '- ',
        '1. ',
        '+ ',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
  fc.constantFrom(
    'HTTPS://evil.example',
    'xhttp://x',
    'https://evil.example',
    'http://x',
    'mailto:a@b.example',
    'www.evil.example',
    'ftp://x',
    '=====',
    '---',
    '10. ten',
  ),
);

/** The source without its entities, which show as single characters. */
const source = (text: string): string => text.replace(/&#\d+;/g, '');
/** The text of the finished page, in which GitHub looks for mentions and references. */
const resolved = (text: string): string => text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
/** The text that a reader sees; `oneLine` leaves no zero-width space in it. */
const shown = (text: string): string => resolved(text).replaceAll('\u200B', '');

describe('markdown', () => {
  it('leaves nothing that starts markup, HTML, a mention or a link', () => {
    fc.assert(
      fc.property(marked, (text) => {
        const escaped = markdown(text);
        expect(source(escaped)).not.toMatch(/[&<>"'`|*_~[\]()\\#@!{}$+=]/);
        expect(escaped).not.toMatch(/(?:https?|ftp|mailto):|www\./i);
        expect(escaped).not.toMatch(/^\s*(?:-|\d+\.)/);
        expect(escaped).not.toContain('\n');
        expect(resolved(escaped)).not.toMatch(/@\w|#\d|\bGH-\d|:(?:tada|\+1|b):/i);
      }),
      { numRuns: 2_000 },
    );
  });

  it('shows just the text', () => {
    fc.assert(
      fc.property(marked, (text) => {
        expect(shown(markdown(text))).toBe(oneLine(text, 300));
      }),
    );
  });

  it('leaves ordinary names readable in the source', () => {
    expect(markdown('com.example.CartTest › adds 2 items: fast')).toBe('com.example.CartTest › adds 2 items: fast');
  });
});

describe('markdownLink', () => {
  it('links to web addresses alone', () => {
    expect(markdownLink('trail', 'https://evidence.example/trail?x=1')).toBe('[trail](<https://evidence.example/trail?x=1>)');
    const long = `https://e.example/${'x'.repeat(2_048)}`;
    for (const address of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'no address', '', long])
      expect(markdownLink('trail', address)).toBe('trail');
  });

  it.each([
    [
      'a backslash, which would keep the bracket from closing',
      'https://e.example/?![i](https://evil.example/p.png)\\',
      'https://e.example/?%21%5Bi%5D%28https://evil.example/p.png%29%5C',
    ],
    ['a backtick, which would make code of what follows', 'https://e.example/?`', 'https://e.example/?%60'],
    ['user and password', 'https://ada:secret@e.example/x', 'https://e.example/x'],
    ['an address of IPv6', 'https://[::1]:8443/x', 'https://[::1]:8443/x'],
  ])('keeps an address with %s', (_, address, link) => {
    expect(markdownLink('x', address)).toBe(`[x](<${link}>)`);
  });

  it('lets no address out of its brackets, nor out of its cell of a table', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), hostile, (url, rest) => {
        const link = markdownLink('x', `${url}${rest}<>|\n)`);
        expect(link).toMatch(/^(?:x|\[x\]\(<https?:\/\/[\w\-.~:/?#&=%+,;@[\]]*>\))$/);
      }),
    );
  });
});
