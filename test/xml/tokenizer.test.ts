import { describe, expect, test } from 'vitest';
import { deepest, Tokenizer } from '../../src/xml/tokenizer.ts';
import { eventsOf } from '../junit/events.ts';

const pieces = [Number.MAX_SAFE_INTEGER, 1, 2, 3, 5, 7, 30];

/** The same events for the whole document and for any pieces. */
function inAnyPieces(document: string | Uint8Array): readonly string[] {
  const whole = eventsOf(document);
  for (const piece of pieces) expect([piece, eventsOf(document, piece)]).toEqual([piece, whole]);
  return whole;
}

describe('a document', () => {
  test('is told tag by tag, with the place of each', () => {
    expect(inAnyPieces('<a>\n<b  name="x"/><n:c name=\'>\' >t</n:c\n></a>\n')).toEqual([
      'open a @0',
      'text \n',
      'empty b name=x @4',
      'close b',
      'open c name=> @18',
      'text t',
      'close c',
      'close a',
      'text \n',
    ]);
  });

  test('gives its text with references resolved, and CDATA as it is', () => {
    expect(inAnyPieces('<a>1 &lt; 2 &#38;&#x26; é 🚀<![CDATA[ &lt; é ]] ]> 🚀]]> and &amp;</a>')).toEqual([
      'open a @0',
      'text 1 < 2 && é 🚀 &lt; é ]] ]> 🚀 and &',
      'close a',
    ]);
    expect(inAnyPieces('<a>a text that is longer than any look ahead &amp; has an end</a>')).toEqual([
      'open a @0',
      'text a text that is longer than any look ahead & has an end',
      'close a',
    ]);
  });

  test('hides what stands in comments and instructions', () => {
    expect(inAnyPieces('<a><!-- <b> - -- & --><?pi <b> ? > ?><b/><!----><?p?></a>')).toEqual([
      'open a @0',
      'empty b @37',
      'close b',
      'close a',
    ]);
  });

  test('may stand behind another, which is pointed out once, at the second', () => {
    expect(inAnyPieces('<a/><b/><c></c>')).toEqual([
      'empty a @0',
      'close a',
      'note several-documents @4',
      'empty b @4',
      'close b',
      'open c @8',
      'close c',
    ]);
  });

  test('whose text nobody wants tells none', () => {
    for (const piece of pieces) {
      expect(eventsOf('<a>text &amp; text that is longer than that<![CDATA[more]]></a>', piece, false)).toEqual(['open a @0', 'close a']);
    }
  });

  test('may be nested and named up to a bound', () => {
    const nested = (depth: number): string => `${'<a>'.repeat(depth)}<e/>${'</a>'.repeat(depth)}`;
    expect(eventsOf(nested(deepest)).at(-1)).toBe('close a');
    expect(eventsOf(nested(deepest + 1)).at(-1)).toBe(`fault elements are nested deeper than 10000 @${deepest * 3}`);
    const named = (length: number): string => `<${'n'.repeat(length)}/>`;
    expect(eventsOf(named(1024)).at(-1)).toBe(`close ${'n'.repeat(1024)}`);
    expect(eventsOf(named(1025))).toEqual(['fault the name of an element is longer than 1024 bytes @0']);
    // The same without an end in sight.
    expect(eventsOf(`<a/>\n<${'n'.repeat(1025)}`).at(-1)).toBe('fault the name of an element is longer than 1024 bytes @5');
  });
});

describe('what is odd', () => {
  const oddIn = (document: string, piece?: number): readonly string[] =>
    eventsOf(document, piece).filter((event) => event.startsWith('note ') && !event.includes('several'));

  test.each([
    ['text before', ' x<a/>', 'text-outside-root @1'],
    ['text behind, once', '<a/>\n x y<b/>z', 'text-outside-root @6'],
    ['CDATA outside', '<a/><![CDATA[]]>', 'text-outside-root @4'],
    ['a DOCTYPE in any case', '<!doctype a><a/>', 'doctype @0'],
    ['a late declaration', '\n<?xml version="1.0"?><a/>', 'late-declaration @1'],
    ['another version', '<?xml version="1.1"?><a/>', 'xml-version @0'],
  ])('is told with its place: %s', (_what, document, note) => {
    for (const piece of pieces) expect(oddIn(document, piece)).toEqual([`note ${note}`]);
  });

  test.each(['\uFEFF<a/>', ' \t\r\n<a/>\n\n', '<a/>\0\0\0', '<a/>\uFEFF<b/>', '<a>x<![CDATA[x]]></a>'])('is not: %j', (document) => {
    for (const piece of pieces) expect(oddIn(document, piece)).toEqual([]);
  });

  test('is no declaration behind a byte order mark', () => {
    expect(oddIn('\uFEFF<?xml version="1.0"?><a/>')).toEqual([]);
    expect(oddIn('abc<?xml version="1.0"?><a/>')).toEqual(['note text-outside-root @0', 'note late-declaration @3']);
  });

  test('is looked for in the head of an instruction, however long it is', () => {
    const long = `<?xml version="1.1" ${'x'.repeat(5000)}?><a/>`;
    for (const piece of [Number.MAX_SAFE_INTEGER, 1, 600, 1100]) expect(eventsOf(long, piece)[0]).toBe('note xml-version @0');
    expect(eventsOf(`<?xml ${' '.repeat(1200)}version="1.1"?><a/>`, 600)).toEqual(['empty a @1221', 'close a']);
  });
});

describe('what is not well formed', () => {
  test.each([
    ['', 'the file ends before its first element @0'],
    ['  ', 'the file ends before its first element @2'],
    ['<', 'the file ends inside a tag @0'],
    ['<a', 'the file ends inside a tag @0'],
    ['<a b="', 'the file ends inside a tag @0'],
    ['<a/><b', 'the file ends inside a tag @4'],
    ['<a></', 'the file ends inside a tag @3'],
    ['<a></a', 'the file ends inside a tag @3'],
    ['<a></a ', 'the file ends inside a tag @3'],
    ['<a></b', 'the file ends inside a tag @3'],
    ['<a>', 'the file ends before `</a>` @3'],
    ['<n:a><b/>x', 'the file ends before `</n:a>` @10'],
    ['<a><!-- -- >', 'the file ends inside a comment @12'],
    ['<a><![CDATA[ ]] >', 'the file ends inside a CDATA section @17'],
    ['<a><?x ? >', 'the file ends inside a processing instruction @10'],
    ['<a/><?', 'the file ends inside a tag @4'],
    ['<!DOCTYPE a [ >', 'the file ends inside its DOCTYPE @15'],
    ['< a/>', 'a `<` begins no tag: in text it is written `&lt;` @0'],
    ['<a>1 < 2</a>', 'a `<` begins no tag: in text it is written `&lt;` @5'],
    ['<a><1/></a>', 'a `<` begins no tag: in text it is written `&lt;` @3'],
    ['<a/></a>', '`</a>` closes nothing @4'],
    ['</ >', '`</>` closes nothing @0'],
    ['<a><b></a>', '`</a>` stands where `</b>` must come first @6'],
    ['<ab></a>', '`</a>` stands where `</ab>` must come first @4'],
    ['<a></ab>', '`</ab>` stands where `</a>` must come first @3'],
    ['<n:a></a>', '`</a>` stands where `</n:a>` must come first @5'],
    ['<ab></ac>', '`</ac>` stands where `</ab>` must come first @4'],
    ['<a></a b>', '`</a b>` stands where `</a>` must come first @3'],
    ['<a></>', '`</>` stands where `</a>` must come first @3'],
    ['<a><!x></a>', '`<!` begins neither a comment nor CDATA nor a DOCTYPE @3'],
    ['<a><!-', '`<!` begins neither a comment nor CDATA nor a DOCTYPE @3'],
    ['<a><![cdata[]]></a>', '`<!` begins neither a comment nor CDATA nor a DOCTYPE @3'],
    ['<a><? x?></a>', 'a `<?` begins no instruction @3'],
    ['<a><??></a>', 'a `<?` begins no instruction @3'],
  ])('is told with its place: %j', (document, fault) => {
    const [last] = inAnyPieces(document).slice(-1);
    expect(last).toBe(`fault ${fault}`);
  });
});

describe('a window', () => {
  const silent = { wantsText: true, open: () => {}, close: () => {}, text: () => {}, note: () => {} };
  const left = (...views: readonly string[]): string => {
    const tokenizer = new Tokenizer(silent);
    let kept = '';
    for (const view of views)
      kept = Buffer.from(kept + view)
        .subarray(tokenizer.scan(Buffer.from(kept + view), false))
        .toString();
    return kept;
  };

  test.each([
    ['<a b="1"', '<a b="1"'],
    ['<a>text', ''],
    ['<a>text &am', '&am'],
    ['<a>text &amp;', ''],
    ['<a></', '</'],
    ['<a><!-- comment', 'nt'],
    ['<a><![CDATA[characters', 'rs'],
    ['<a><?pi words', '<?pi words'],
    [`<a><?pi ${'words'.repeat(300)}`, 's'],
    ['<!DOCTYPE a [', ''],
    ['<a><!', '<!'],
    ['<a><![CDATA', '<![CDATA'],
  ])('keeps only what cannot be told yet: of %j', (view, kept) => {
    expect(left(view)).toBe(kept);
  });

  test('tells where the value begins that does not end in it, and its place in the document', () => {
    const tokenizer = new Tokenizer(silent);
    const view = Buffer.from('<r><a b="long');
    expect(tokenizer.openValue).toBe(-1);
    expect(tokenizer.scan(view, false)).toBe(3);
    expect([tokenizer.openValue, tokenizer.place]).toEqual([9, 3]);
    expect(tokenizer.scan(Buffer.from('<a b="long"/></r>'), true)).toBe(17);
    expect([tokenizer.openValue, tokenizer.place]).toEqual([-1, 20]);
  });

  test('from which bytes of a value were taken out counts them all the same', () => {
    const places: number[] = [];
    const tokenizer = new Tokenizer({ ...silent, open: (_name, _attributes, offset) => places.push(offset) });
    expect(tokenizer.scan(Buffer.from('<a b="long value'), false)).toBe(0);
    tokenizer.dropped(3);
    tokenizer.dropped(2);
    expect([tokenizer.scan(Buffer.from('<a b="long v'), false), tokenizer.place]).toEqual([0, 0]);
    // Text that follows in the same window lies after them, too.
    tokenizer.scan(Buffer.from('<a b="long v"/><c/><d'), false);
    expect(tokenizer.place).toBe(24);
    tokenizer.scan(Buffer.from('<d/>'), true);
    expect(places).toEqual([0, 20, 24]);
    expect(tokenizer.place).toBe(28);
  });

  test('lets through what is no fault of the document', () => {
    const tokenizer = new Tokenizer({
      ...silent,
      open: () => {
        throw new TypeError('ours');
      },
    });
    expect(() => tokenizer.scan(Buffer.from('<a/>'), true)).toThrow(new TypeError('ours'));
  });
});
