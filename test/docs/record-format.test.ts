import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { genesis, linkHash } from '../../src/service/log/chain.ts';
import { kindNames, recordOf } from '../../src/service/log/kinds.ts';
import { formatVersion, formatVersions, header, sha256 } from '../../src/service/record/kind.ts';
import { canonical } from '../../src/text/index.ts';
import { records } from '../service/log/records.ts';
import { link } from '../service/store/stranger.ts';

const page = readFileSync(new URL('../../docs/record-format.md', import.meta.url), 'utf8');
const section = (title: string): string => page.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
const rows = (title: string): readonly (readonly string[])[] =>
  Array.from(section(title).matchAll(/^\| (`.*) \|$/gm), ([, row = '']) => row.split(' | '));
const codes = (cell = ''): readonly string[] => Array.from(cell.matchAll(/`([^`]+)`/g), ([, code = '']) => code);

test('the example is made as the page says, by somebody who knows the page alone and by the service', () => {
  const bodies = Array.from(page.matchAll(/```json\n(.*)\n```/g), ([, body = '']) => body);
  const hashes = Array.from(page.matchAll(/^- (?:body hash|link) `([a-f0-9]{64})`$/gm), ([, hash = '']) => hash);
  expect(bodies.length).toBe(2);
  let previous = '0'.repeat(64);
  expect(previous).toBe(genesis);
  for (const [index, body] of bodies.entries()) {
    expect(canonical(JSON.parse(body))).toBe(body);
    const record = recordOf(JSON.parse(body));
    expect(record).toMatchObject({ version: formatVersion, kind: expect.toBeOneOf(kindNames) });
    expect(sha256(body)).toBe(hashes[2 * index]);
    expect(linkHash(previous, index + 1, body, formatVersion)).toBe(hashes[2 * index + 1]);
    previous = link(previous, index + 1, formatVersion, body);
    expect(previous).toBe(hashes[2 * index + 1]);
  }
});

test('a number that a double does not hold stays as the page says', () => {
  const [, number = ''] = /such as (\d+), the text/.exec(page) ?? [];
  expect(Number(number).toString()).not.toBe(number);
  expect(page).toContain(`This is version ${formatVersion} of the format`);
  expect(formatVersions).toEqual([1, 2]);
});

test('the fields of every record are those of the page', () => {
  const named = rows('The body').flatMap(([cell]) => codes(cell));
  expect(named.toSorted()).toEqual([...Object.keys(header), 'kind'].toSorted());
});

test('the page names each kind of record, with its fields and which of them may be absent', () => {
  const table = rows('The kinds').flatMap(([names, , fields]) => codes(names).map((name) => [name, codes(fields)] as const));
  expect(table.map(([name]) => name).toSorted()).toEqual([...kindNames].toSorted());
  const byKind = new Map(Object.values(records).map(({ record, optional }) => [record.kind, { record, optional }]));
  const ofEvery = new Set([...Object.keys(header), 'kind']);
  const fieldsOf = (kind: unknown): readonly string[] => {
    const { record = {}, optional = [] } = byKind.get(kind) ?? {};
    const own = Object.keys(record).filter((field) => !ofEvery.has(field));
    return own.map((field) => (optional.includes(field) ? `${field}?` : field)).toSorted();
  };
  // Kinds with the same fields share a row, and one record stands for them.
  const shown = table.filter(([name]) => byKind.has(name)).map(([name, fields]) => [name, fields.toSorted()]);
  expect(shown).toEqual(shown.map(([name]) => [name, fieldsOf(name)]));
  expect(shown.length).toBe(byKind.size);
});

test('the page names each kind of credential that is held to its fields', () => {
  expect(rows('The credential').flatMap(([cell]) => codes(cell))).toEqual(['token', 'operator', 'operator_token', 'oidc', 'person']);
});
