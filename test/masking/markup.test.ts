import { describe, expect, test } from 'vitest';
import { Markup } from '../../src/masking/markup.ts';
import { SearchWindow, type Part } from '../../src/masking/search-window.ts';

/** Keeps everything that is put into it, as lines: text with its place, the bytes of a reference, its part, and breaks. */
class Recorder extends SearchWindow {
  readonly #parts: { text: string; place: number; bytes: number; part: Part | undefined }[] = [];

  constructor() {
    super([]);
  }

  override plain(text: string, place: number, part: Part | undefined): void {
    const last = this.#parts.at(-1);
    if (last?.bytes === 0 && last.place + last.text.length === place && last.part === part) last.text += text;
    else this.#parts.push({ text, place, bytes: 0, part });
  }

  override reference(text: string, place: number, bytes: number, part: Part | undefined): void {
    this.#parts.push({ text, place, bytes, part });
  }

  override break(): void {
    this.#parts.push({ text: '|', place: -1, bytes: -1, part: undefined });
  }

  get lines(): readonly string[] {
    const lines = this.#parts.map(({ text, place, bytes, part }) => {
      if (bytes < 0) return '|';
      const whose = part === undefined ? '' : ` ${part.kind} ${part.name}`;
      return `${Buffer.from(text, 'latin1').toString().replaceAll('\u0001', '(unseen)')} @${place}${bytes > 0 ? `+${bytes}` : ''}${whose}`;
    });
    // Several breaks are one, and none is before or behind all.
    const last = lines.findLastIndex((line) => line !== '|');
    return lines.slice(0, last + 1).filter((line, index) => line !== '|' || (index > 0 && lines[index - 1] !== '|'));
  }
}

interface Said {
  readonly content: readonly string[];
  readonly deciding: readonly string[];
  readonly aside: readonly string[];
}

/** The events of a document, given so many bytes at a time. */
function said(document: string | Buffer, piece = 1e9, kind: 'markup' | 'plain' = 'markup'): Said {
  const windows = { content: new Recorder(), deciding: new Recorder(), aside: new Recorder() };
  const markup = new Markup(windows, kind);
  const bytes = Buffer.from(document);
  let [from, to] = [0, 0];
  for (let last = false; !last;) {
    last = to === bytes.length;
    to = Math.min(bytes.length, to + piece);
    from += markup.scan(bytes.subarray(from, to), from, last);
  }
  expect(from).toBe(bytes.length);
  return { content: windows.content.lines, deciding: windows.deciding.lines, aside: windows.aside.lines };
}

const none = { content: [], deciding: [], aside: [] };

const documents: Readonly<Record<string, readonly [string, Partial<Said>]>> = {
  'text, parted by tags': ['a<b>c</b>d<e/>f', { content: ['a @0', '|', 'c @4', '|', 'd @9', '|', 'f @14'] }],
  'text up to a tag that does not end': ['a<b', { content: ['a @0'] }],
  'values in either quotation mark': [`<a b="c'd" e='f"g'/>`, { content: ["c'd @6", '|', 'f"g @14'] }],
  'values without an attribute, and with space around': [`<a "b" c = "d"e="f">`, { content: ['b @4', '|', 'd @12', '|', 'f @17'] }],
  'a value that does not end': ['<a b="c', { content: ['c @6'] }],
  'a tag that ends in the name of an attribute': ['a<b c', { content: ['a @0'] }],
  'a value behind what is no attribute': ['<a tests&"x" time<"y" line/="1"/>', { content: ['x @10', '|', 'y @19'], deciding: ['1 @29'] }],
  'an element of a long prefix': [`<${'n'.repeat(100)}:testcase name="x">y`, { content: ['x @117 case x', '|', 'y @120 case x'] }],
  'values that decide counts': [
    '<a tests="1" failures="2" errors="3" n:Skipped="4" skips="5" skip="6" disabled="7" ignored="8"/>',
    { deciding: ['1 @10', '|', '2 @23', '|', '3 @34', '|', '4 @48', '|', '5 @58', '|', '6 @67', '|', '7 @80', '|', '8 @92'] },
  ],
  'words that decide counts': [
    '<a status="1" result="2" success="3" time="4" timestamp="5" type="6" line="7" tested="8"/>',
    { deciding: ['1 @11', '|', '2 @22', '|', '3 @34', '|', '4 @43', '|', '5 @57', '|', '6 @66', '|', '7 @75'], content: ['8 @86'] },
  ],
  'a value that only follows one that decides': ['<a tests= , "x"/><b tests><c "y"/>', { content: ['x @13', '|', 'y @30'] }],
  'CDATA, which parts no text': ['a<![CDATA[b<c>&amp;]]>d', { content: ['a @0', 'b<c>&amp; @10', 'd @22'] }],
  'CDATA with quotation marks': ['<a b="c"><![CDATA[d"e]]>', { content: ['c @6', '|', 'd"e @18'] }],
  'long CDATA': [`<![CDATA[${'a\u00ad'.repeat(2)}${'b'.repeat(200)}]${'c'.repeat(100)}]]>d`, { content: ['a @9', '(unseen) @10+2', 'a @12', '(unseen) @13+2', `${'b'.repeat(200)}]${'c'.repeat(100)} @15`, 'd @319'] }],
  'a long comment': [`a<!--${'b'.repeat(200)}-${'\u200b'.repeat(2)}-->c`, { content: ['a @0', 'c @215'], aside: [`${'b'.repeat(200)}- @5`, '(unseen) @206+3', '(unseen) @209+3'] }],
  'a long instruction': [`a<?${'b'.repeat(200)}é?>c`, { content: ['a @0', 'c @207'], aside: [`${'b'.repeat(200)}é @3`] }],
  'CDATA that does not end': ['a<![CDATA[b]]', { content: ['a @0', 'b]] @10'] }],
  'CDATA that is empty': ['a<![CDATA[]]>b', { content: ['a @0', 'b @13'] }],
  'a comment': ['a<!--b<c>--&amp;-->d', { content: ['a @0', 'd @19'], aside: ['b<c>--&amp; @5'] }],
  'two comments': ['a<!--b--><!--c-->d', { content: ['a @0', 'd @17'], aside: ['b @5', '|', 'c @13'] }],
  'a comment that does not end': ['a<!--b--', { content: ['a @0'], aside: ['b-- @5'] }],
  'an instruction': ['a<?b c?>d<?e?>', { content: ['a @0', 'd @8'], aside: ['b c @3', '|', 'e @11'] }],
  'an instruction that does not end': ['a<?b?', { content: ['a @0'], aside: ['b? @3'] }],
  'a DOCTYPE': ['<!DOCTYPE a [<!ENTITY b "c>">]>d', { content: ['d @31'], aside: [' a [<!ENTITY b "c>">]> @9'] }],
  'a DOCTYPE between others': ['<!--a--><!DOCTYPE b><?c?>', { aside: ['a @4', '|', ' b> @17', '|', 'c @22'] }],
  'a DOCTYPE that does not end': ['<!DOCTYPE a [', { aside: [' a [ @9'] }],
  'markup that is none': ['<!>a', { aside: [] }],
  'references': ['a&amp;b&#99;&#x64;e', { content: ['a @0', '& @1+5', 'b @6', 'c @7+5', 'd @12+6', 'e @18'] }],
  'references in values': ['<a b="c&lt;d&#10;"/>', { content: ['c @6', '< @7+4', 'd @11', '\n @12+5'] }],
  'what is no reference': ['a&b;c & d&', { content: ['a&b;c & d& @0'] }],
  'an ampersand before markup and a reference': ['a & b</c>d<e f="&lt;"/>', { content: ['a & b @0', '|', 'd @9', '|', '< @16+4'] }],
  'a soft hyphen': ['ab\u00adcd', { content: ['ab @0', '(unseen) @2+2', 'cd @4'] }],
  'what nobody sees': ['a\u200bb\u00adc\0d&#8203;e', { content: ['a @0', '(unseen) @1+3', 'b @4', '(unseen) @5+2', 'c @7', '(unseen) @8+1', 'd @9', '(unseen) @10+7', 'e @17'] }],
  'letters past ASCII': ['é🚀«’', { content: ['é🚀«’ @0'] }],
  'what nobody sees in CDATA and comments': ['<![CDATA[a\u200bb]]><!--c\u200b-->', { content: ['a @9', '(unseen) @10+3', 'b @13'], aside: ['c @21', '(unseen) @22+3'] }],
  'whose a text is': [
    'o<testsuite name="s">a<testcase name="c">b</testcase>d<testcase name="e"/>f</testsuite>g',
    {
      content: ['o @0', '|', 's @18 suite s', '|', 'a @21 suite s', '|', 'c @38 case c', '|', 'b @41 case c', '|', 'd @53 suite s', '|', 'e @70 case e', '|', 'f @74 suite s', '|', 'g @87 suite s'],
    },
  ],
  'a name in references': ['<TestCase n:name="a&amp;b" c="x"><d name="y"/>', { content: ['a @18 case a&b', '& @19+5 case a&b', 'b @24 case a&b', '|', 'x @30 case a&b', '|', 'y @42 case a&b'] }],
  'a name without an equals sign': ['<testcase "x" name "y" name=z>name</testcase>', { content: ['x @11 case y', '|', 'y @20 case y', '|', 'name @30 case y'] }],
  'a slash in a tag that is not empty': ['<testcase a="/">b<c/>d', { content: ['/ @13 case ', '|', 'b @16 case ', '|', 'd @21 case '] }],
}; // prettier-ignore

describe.each(Object.entries(documents))('%s', (_what, [document, expected]) => {
  test('is told as it is meant, with its places', () => {
    expect(said(document)).toEqual({ ...none, ...expected });
  });

  test('is told the same however little comes at a time', () => {
    const whole = said(document);
    for (const piece of [1, 2, 3, 7, 50]) expect(said(document, piece)).toEqual(whole);
    const behind = `<a>${'x'.repeat(100)}</a>`;
    const long = said(document + behind);
    for (const piece of [1, 5, 80]) expect(said(document + behind, piece)).toEqual(long);
    const before = 'x'.repeat(100);
    const late = said(before + document);
    for (let piece = 90; piece < 125; piece += 1) expect(said(before + document, piece)).toEqual(late);
  });
});

test('bytes that are no UTF-8 stand for nothing that is seen, each by itself', () => {
  const { content } = said(Buffer.from('a\xe9\xffb', 'latin1'));
  expect(content).toEqual(['a\ufffd\ufffdb @0']);
});

test('plain text is searched as it lies there', () => {
  const text = '<a b="c">&amp;\u200b<!-- d -->]]>';
  for (const piece of [1, 4, 1e9]) {
    expect(said(text, piece, 'plain')).toEqual({ ...none, content: ['<a b="c">&amp; @0', '(unseen) @14+3', '<!-- d -->]]> @17'] });
  }
});

test('a name of a part is kept up to some length', () => {
  const { content } = said(`<testcase name="${'n'.repeat(40_000)}"/>`, 1000);
  expect(content[0]?.length).toBeLessThan(40_000 + 20_000);
  expect(content[0]).toContain(`case ${'n'.repeat(16 * 1024)}`);
});
