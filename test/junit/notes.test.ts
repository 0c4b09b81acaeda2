import { expect, test } from 'vitest';
import { type Note, type NoteCode, Notes, warningOf } from '../../src/junit/notes.ts';

const note = (code: NoteCode, facts: Partial<Note> = {}): Note => ({ code, detail: 'DETAIL', offset: undefined, count: 1, ...facts });

test('a note is kept once for each code: its first place and detail, and how often it came', () => {
  const notes = new Notes();
  notes.add('bad-time', 'x', 12);
  notes.add('doctype');
  notes.add('bad-time', 'y', 34);
  notes.add('bad-time');
  expect(notes.list()).toEqual([
    { code: 'bad-time', detail: 'x', offset: 12, count: 3 },
    { code: 'doctype', detail: '', offset: undefined, count: 1 },
  ]);
});

test.each<[NoteCode, number, string]>([
  ['attributes-disagree', 5, 'tell more than its test cases (DETAIL)'],
  ['attributes-red', 7, 'tell failures that no test case shows (DETAIL)'],
  ['attributes-only', 6, 'only a summary (DETAIL)'],
  ['suite-level-failure', 8, 'failed outside of its test cases (DETAIL)'],
  ['status-only', 9, 'only in its status (DETAIL)'],
  ['bad-count', 40, 'is no number (DETAIL)'],
  ['no-tests-in-file', 27, 'holds no tests'],
  ['unnamed-suite', 17, 'has no name'],
  ['name-cut', 39, 'was cut'],
  ['bad-time', 19, 'a time cannot be read (DETAIL)'],
  ['bad-timestamp', 24, 'a timestamp cannot be read (DETAIL)'],
  ['invalid-bytes', 31, 'not in its encoding'],
  ['wrong-encoding', 31, 'a.xml: DETAIL'],
  ['xml-version', 32, 'not in XML 1.0'],
  ['late-declaration', 32, 'declaration is not at the start'],
  ['text-outside-root', 32, 'text outside of the document'],
  ['several-documents', 32, 'several documents'],
  ['doctype', 35, 'has a DOCTYPE'],
  ['retries-merged', 14, 'replaced by later ones (DETAIL)'],
])('%s says what was odd, in which file, by which rule', (code, rule, message) => {
  const warning = warningOf(note(code), 'a.xml', undefined);
  expect(warning).toMatchObject({ code, rule, file: 'a.xml', message: expect.stringContaining(message) });
  expect(warning.message.startsWith('a.xml: ')).toBe(true);
  expect(warning).not.toHaveProperty('line');
  expect(warning).not.toHaveProperty('column');
  expect(warning.fix).not.toBe('');
});

test('a warning says its place, how often it came, and a fix where there is one', () => {
  expect(warningOf(note('doctype', { count: 2 }), 'a.xml', { line: 3, column: 4 })).toEqual({
    code: 'doctype',
    message: expect.stringMatching(/ \(2 times in this file\)$/),
    file: 'a.xml',
    rule: 35,
    line: 3,
    column: 4,
  });
  expect(warningOf(note('doctype'), 'a.xml', undefined)).toStrictEqual({
    code: 'doctype',
    message: 'a.xml: the file has a DOCTYPE; nothing it declares was expanded or fetched',
    file: 'a.xml',
    rule: 35,
  });
  expect(warningOf(note('attributes-red'), 'a.xml', undefined).fix).toContain('<failure>');
  expect(warningOf(note('no-tests-in-file'), 'a.xml', undefined).fix).toContain('Leave the file out');
  expect(warningOf(note('invalid-bytes'), 'a.xml', undefined).fix).toContain('UTF-8');
});
