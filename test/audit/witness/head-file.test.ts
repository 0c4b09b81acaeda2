import { expect, test } from 'vitest';
import { headFile } from '../../../src/audit/witness/head-file.ts';
import { readHeads } from '../../../src/audit/witness/read-heads.ts';
import { sample, world } from '../reports/sample.ts';

const packed = { name: 'audit.tgz', sha256: 'd'.repeat(64) };
const link = 'a'.repeat(64);
const log = { chain: { org: 'acme', orgId: '7', sequence: 9, link }, records: 9, problems: [] as readonly string[], witnesses: [] };
const fileOf = (read: typeof log | null): string => headFile(sample({ world: { ...world, log: read } }), packed);

test('is read as the heads that somebody kept, and names its audit and its package to people', () => {
  const text = fileOf(log);
  expect(readHeads(text, 'witness')).toEqual([
    { link, keeper: `the head file of the audit of ${world.header.repository}, ${world.header.at}` },
  ]);
  expect(text).toContain(`# The end of the log of ${world.header.service?.org}, as the audit of ${world.header.repository} read it at`);
  expect(text).toContain(`# The package of that audit: audit.tgz, SHA-256 ${packed.sha256}`);
  expect(text).toContain('records 1 to 9 stayed as they are');
});

test('takes the words that a keeper writes after the digits', () => {
  const kept = fileOf(log).replace(`${link} `, `${link} in:mail until:2027-02-21 `);
  expect(readHeads(kept, 'witness')).toMatchObject([{ link, keptIn: 'mail', until: '2027-02-21' }]);
});

test.each([
  ['no log', null, 'the service has no log that could be read'],
  ['a log that does not hold', { ...log, problems: ['Record 3: it was changed'] }, 'the log did not hold when it was read'],
  ['an empty log', { ...log, chain: { ...log.chain, sequence: 0, link: '0'.repeat(64) } }, 'the log had no record yet'],
])('has no head of %s, and says why', (_, read, why) => {
  const text = fileOf(read);
  expect(text).toContain(`# No head: ${why}`);
  expect(() => readHeads(text, 'witness')).toThrow('There is no head in witness');
});

test('lets no name become a line of its own', () => {
  const header = { ...world.header, repository: `acme/app\n${'f'.repeat(64)} me`, run: `https://x\n${'e'.repeat(64)}` };
  expect(readHeads(headFile(sample({ world: { ...world, header, log } }), { ...packed, name: `a\n${'b'.repeat(64)}` }), 'x')).toHaveLength(
    1,
  );
});
