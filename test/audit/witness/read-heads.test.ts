import { expect, test } from 'vitest';
import { readHeads } from '../../../src/audit/witness/read-heads.ts';

const read = (text: string): unknown => readHeads(text, 'the file of witness');
const [one, other, third] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)];

test('reads heads with and without who keeps them, each once', () => {
  expect(read(`\uFEFF${one}\r\n\n ${other.toUpperCase()}   Ada of Audit & Co \n${one} somebody else\n`)).toEqual([
    { link: one, keeper: null },
    { link: other, keeper: 'Ada of Audit & Co' },
  ]);
});

test('reads where a head is kept and until when, in any order, and passes over comments', () => {
  const text = `# Heads of ours: ${third}\n${one} in:mail until:2027-02-28 Ada\n${other} until:2028-02-29\tin:job-log\n${third} kept in:mail`;
  expect(read(text)).toEqual([
    { link: one, keeper: 'Ada', keptIn: 'mail', until: '2027-02-28' },
    { link: other, keeper: null, keptIn: 'job-log', until: '2028-02-29' },
    { link: third, keeper: 'kept in:mail' },
  ]);
});

test.each([
  [`${one}\n${one}f`, `Line 2 of the file of witness is no head: "${one}f"`],
  ['Witness: none', 'Line 1 of the file of witness is no head: "Witness: none"'],
  ['\n', 'There is no head in the file of witness'],
  ['# nothing yet', 'There is no head in the file of witness'],
  [`${one} in:drawer Ada`, 'Line 1 of the file of witness has a place that is not known: "in:drawer"'],
  [`${one} in: Ada`, 'Line 1 of the file of witness has a place that is not known: "in:"'],
  [`${one} until:2027-02-29`, 'Line 1 of the file of witness has no day in "until:2027-02-29"'],
  [`${one} until:May Ada`, 'Line 1 of the file of witness has no day in "until:May"'],
])('refuses %j', (text, message) => {
  expect(() => read(text)).toThrow(message);
});

test('refuses more heads than anybody keeps', () => {
  const many = Array.from({ length: 10_001 }, (_, index) => index.toString(16).padStart(64, '0')).join('\n');
  expect(() => read(many)).toThrow('There are more than 10000 heads in the file of witness');
});
