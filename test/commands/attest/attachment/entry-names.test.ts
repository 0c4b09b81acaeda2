import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryNames } from '../../../../src/commands/attest/attachment/tarball.ts';

test.each([
  ['build/unit.xml', 'build/unit.xml'],
  ['größe/a b.xml', 'größe/a b.xml'],
  ['/tmp/elsewhere/unit.xml', 'outside/unit.xml'],
  ['C:/elsewhere/unit.xml', 'outside/unit.xml'],
  ['../unit.xml', 'outside/unit.xml'],
  ['build/../../unit.xml', 'outside/unit.xml'],
  ['..\\..\\unit.xml', '.._.._unit.xml'],
  ['C:unit.xml', 'C_unit.xml'],
  ['//files/ci/unit.xml', 'outside/unit.xml'],
  ['\\\\files\\ci\\unit.xml', '__files_ci_unit.xml'],
  ['a\nb.xml', 'a_b.xml'],
  ['..', 'outside/file'],
])('%j lies in the archive as %j', (name, expected) => {
  expect(entryNames([name])).toEqual([expected]);
});

test('no two entries have one name', () => {
  expect(entryNames(['/a/unit.xml', '/b/unit.xml', 'outside/unit.xml', '/c/unit', '/d/unit', '/e/.xml', '/f/.xml'])).toEqual([
    'outside/unit.xml',
    'outside/unit-2.xml',
    'outside/unit-3.xml',
    'outside/unit',
    'outside/unit-2',
    'outside/.xml',
    'outside/.xml-2',
  ]);
});

test('no two entries are one file where case makes no difference', () => {
  expect(entryNames(['build/Unit.xml', 'build/unit.xml', 'BUILD/unit.XML'])).toEqual([
    'build/Unit.xml',
    'build/unit-2.xml',
    'BUILD/unit-3.XML',
  ]);
  // One letter, or a letter and a mark that goes with it.
  expect(entryNames(['gr\u00f6\u00dfe.xml', 'gro\u0308\u00dfe.xml'])).toEqual(['gr\u00f6\u00dfe.xml', 'gro\u0308\u00dfe-2.xml']);
});

test('whatever the names, none leads out, on any system', () => {
  const part = fc.constantFrom('..', '.', '', 'a', 'C:', '\\', '..\\', '/', '\u0000', '~');
  fc.assert(
    fc.property(
      fc.array(
        fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('/')),
        { maxLength: 8 },
      ),
      (names) => {
        const entries = entryNames(names);
        expect(entries).toHaveLength(names.length);
        expect(new Set(entries.map((entry) => entry.toLowerCase())).size).toBe(names.length);
        for (const entry of entries) {
          expect(entry).toMatch(/^[^/\\:\u0000]+(?:\/[^/\\:\u0000]+)*$/);
          expect(entry.split('/').filter((one) => one === '..' || one === '.')).toEqual([]);
        }
      },
    ),
  );
});
