import { describe, expect, test } from 'vitest';
import { Entities } from '../../src/xml/doctype.ts';
import { eventsOf } from '../junit/events.ts';

const pieces = [Number.MAX_SAFE_INTEGER, 1, 2, 3, 7];

/** The events of a document after its DOCTYPE. They are the same however the text is cut into pieces. */
function behind(document: string): readonly string[] {
  const whole = eventsOf(document);
  // Text before a fault may be told or not.
  const told = (piece?: number): readonly string[] => eventsOf(document, piece).filter((event) => !event.startsWith('text '));
  for (const piece of pieces) expect([piece, told(piece)]).toEqual([piece, told()]);
  expect(whole[0]).toBe('note doctype @0');
  return whole.slice(1);
}

describe('a DOCTYPE ends', () => {
  test.each([
    '<!DOCTYPE a>',
    '<!DOCTYPE a []>',
    '<!DOCTYPE a [ ] >',
    `<!DOCTYPE a SYSTEM "x>y" >`,
    `<!DOCTYPE a PUBLIC 'x>"y' "z">`,
    '<!DOCTYPE a [<!ELEMENT b (c)>]>',
    '<!DOCTYPE a [<!ENTITY b "]>">]>',
    "<!DOCTYPE a [<!ENTITY b ']>'>]>",
    '<!DOCTYPE a [<!-- ]> " \' <!ENTITY a "<b/>"> -->]>',
    '<!DOCTYPE a [<!----><?pi?>]>',
    '<!DOCTYPE a [<!--> ]> -->]>',
    '<!DOCTYPE a [<!ATTLIST b c CDATA "<">]>',
    // A comment begins only in the subset.
    '<!DOCTYPE a <!-- >',
  ])('at its own `>`: %s', (doctype) => {
    expect(behind(`${doctype}<a/>`)).toEqual([`empty a @${doctype.length}`, 'close a']);
  });

  test.each([
    '<!DOCTYPE a',
    '<!DOCTYPE a [',
    '<!DOCTYPE a [>',
    '<!DOCTYPE a ">',
    '<!DOCTYPE a [<!-- ]>',
    '<!DOCTYPE a [ <!',
    '<!DOCTYPE a [<!-- --',
  ])('nowhere: %s', (doctype) => {
    expect(behind(doctype)).toEqual([`fault the file ends inside its DOCTYPE @${doctype.length}`]);
  });
});

describe('a reference in the text of an element', () => {
  const refused = (subset: string, text: string): boolean =>
    behind(`<!DOCTYPE a ${subset}><a>${text}</a>`).at(-1)?.includes('failing tests may hide in it') === true;

  test.each([
    ['of markup', '[<!ENTITY b "<c/>">]', '&b;'],
    ['of a reference', '[<!ENTITY b "&c;">]', 'text &b;'],
    ['of a character that is markup', "[<!ENTITY b '&#60;c/>'>]", '&b; text'],
    ['of a parameter entity', '[<!ENTITY b "%c;">]', '&b;'],
    ['of a file', '[<!ENTITY b SYSTEM "c">]', '&b;'],
    ['of what comes late', '[<!ENTITY c "d"><!ENTITY b "<c/>">]', '&c;&b;'],
    ['in another case', '[<!entity b "<c/>">]', '&b;'],
    ['of any name, where a parameter entity declares it', '[%c;]', '&b;'],
    ['of any name, where another file does', 'SYSTEM "c"', '&b;'],
    ['of any name, where another file does, with a subset', 'PUBLIC "c" "d" []', '&b;'],
    ['behind others', '[<!ENTITY b "<c/>">]', '&lt;&#65;&none;& &b &&b;'],
  ])('is refused where it may be one %s', (_what, subset, text) => {
    expect(refused(subset, text)).toBe(true);
  });

  test.each([
    ['it is of characters', '[<!ENTITY b "c">]', '&b;'],
    ['it is of none', '[<!ENTITY b "">]', '&b;'],
    ['white space parts declarations', '[ <!ENTITY b "c">\n<!ENTITY c "<d/>"> ]', '&b; &d;'],
    ['it is of characters, behind more white space', '[<!ENTITY  b  "c">]', '&b;'],
    ['it is of characters in the other quotation marks', "[<!ENTITY b 'cd'>]", '&b;'],
    ['another is of a file', '[<!ENTITY b SYSTEM "c">]', '&c;'],
    ['a value looks like a declaration', `[<!ATTLIST a b CDATA "<!ENTITY c '<d/>'>">]`, '&c;'],
    ['nobody declared it', '[<!ENTITY b "<c/>">]', '&c; &B; &bb; &lt; &#60;'],
    ['it is none', '[<!ENTITY b "<c/>">]', '& b; &b &b\n; b;'],
    ['the entity is a parameter', '[<!ENTITY % b "<c/>">]', '&b;'],
    ['what declares it is a comment', '[<!-- <!ENTITY b "<c/>"> -->]', '&b;'],
    ['it is declared by other words', '[<!ELEMENT b (c)>]', '&b;'],
    ['characters of XML are meant', 'SYSTEM "c"', '&lt;&gt;&amp;&quot;&apos;&#60;'],
    ['the name of the DOCTYPE says SYSTEM', '[<!NOTATION b SYSTEM "c">]', '&b;'],
    ['a value holds a `%`', '[<!ATTLIST b c CDATA "%d;">]', '&b;'],
  ])('is let be where %s', (_why, subset, text) => {
    expect(refused(subset, text)).toBe(false);
  });

  test('is told with its place, and with a fix', () => {
    expect(behind('<!DOCTYPE a [<!ENTITY b "<c/>">]><a>12 &b; 3</a>').at(-1)).toBe(
      'fault `&b;` refers to what its DOCTYPE declares, which is not expanded, and failing tests may hide in it @39',
    );
    expect(() => {
      const entities = new Entities();
      entities.leaveOpen();
      entities.check(Buffer.from(`&${'b'.repeat(100)};`), 0, 102, true);
    }).toThrow(
      expect.objectContaining({ message: expect.stringContaining(`\`&${'b'.repeat(59)};\``), fix: expect.stringContaining('entities') }),
    );
  });

  test('in an attribute is let be: it cannot hold an element', () => {
    expect(behind('<!DOCTYPE a [<!ENTITY b "<c/>">]><a name="&b;"/>')).toEqual(['empty a name=&b; @33', 'close a']);
  });
});

describe('entities', () => {
  const mayHide = (entities: Entities, text: string): boolean => {
    try {
      entities.check(Buffer.from(text), 0, text.length, true);
      return false;
    } catch {
      return true;
    }
  };

  test('matter once one is declared that may stand for elements, or may be', () => {
    const entities = new Entities();
    expect(entities.matter).toBe(false);
    for (const harmless of ['<!ELEMENT b (c)>', '<!ENTITY b "c">', '<!ENTITY % b "<c/>">', '<!ENTITYb "<c/>">']) entities.declare(harmless);
    expect(entities.matter).toBe(false);
    entities.declare('<!ENTITY b "<c/>">');
    expect([entities.matter, mayHide(entities, '&b;'), mayHide(entities, '&c;')]).toEqual([true, true, false]);
  });

  test('of a declaration that cannot be read may have any name', () => {
    const entities = new Entities();
    entities.declare('<!ENTITY <');
    expect([mayHide(entities, '&c;'), mayHide(entities, '&lt;&#1;')]).toEqual([true, false]);
  });

  test('are remembered up to a number; then any name may be one', () => {
    const entities = new Entities();
    for (let index = 0; index < 10_000; index += 1) entities.declare(`<!ENTITY e${index} "<c/>">`);
    expect([mayHide(entities, '&e9999;'), mayHide(entities, '&none;')]).toEqual([true, false]);
    entities.declare('<!ENTITY b "<c/>">');
    expect([mayHide(entities, '&b;'), mayHide(entities, '&none;')]).toEqual([true, true]);
  });

  test('are looked for as far as a text is whole', () => {
    const entities = new Entities();
    entities.declare('<!ENTITY b "<c/>">');
    const far = (text: string, whole = false): number => entities.check(Buffer.from(text), 0, text.length, whole);
    expect([far('text'), far('text &'), far('text &b'), far('text &b', true), far('&c; &')]).toEqual([4, 5, 5, 7, 4]);
    // The tokenizer does not wait for the end of a name that is longer than any.
    expect(far(`&${'n'.repeat(1000)}`)).toBe(0);
    expect(() => far(`&${'n'.repeat(1100)}`)).toThrow('failing tests may hide');
  });
});
