import { expect, test } from 'vitest';
import { matrixCsv, matrixPage } from '../../../src/audit/sample/sample-files.ts';
import { takeSample } from '../../../src/audit/sample/take-sample.ts';
import { auditOf } from '../../commands/audit/stage.ts';
import { reported, sha } from '../reports/sample.ts';

const changes = [
  reported(),
  reported({ sha: sha('b'), landing: '2', pull: null, title: '=1+1 <script>', reviewers: [], approvedAt: null }),
];
const audit = {
  ...auditOf([], { changes: 2 }),
  async *changes() {
    yield* changes;
  },
};
const sample = await takeSample(audit, { kind: 'drawn', count: 'auto', seed: 'x', strata: 'none' });

test('the matrix has a row a change and a column an attribute, and leaves initials and conclusion empty', () => {
  const text = matrixCsv(audit, sample).replace('\uFEFF', '').trimEnd();
  const [head = [], ...rows] = text.split('\r\n').map((line) => line.slice(1, -1).split('","'));
  expect(head.slice(0, 5)).toEqual(['number', 'sha', 'pull_request', 'title', 'A: Was the change authorized?']);
  expect(head.slice(-2)).toEqual(['initials', 'conclusion']);
  expect(head).toHaveLength(4 + 8 + 2);
  expect(rows.map(([, of]) => of).toSorted((one = '', other = '') => one.localeCompare(other))).toEqual([sha('a'), sha('b')]);
  for (const cells of rows) {
    expect(cells).toHaveLength(head.length);
    expect(cells.slice(-2)).toEqual(['', '']);
    expect(cells.slice(4, 12).every((cell) => cell !== '')).toBe(true);
  }
  expect(rows.find(([, of]) => of === sha('b'))?.[3]).toMatch(/^'=1\+1/);
});

test('the page has the same to print, with room to write, and no text of others in it as markup', () => {
  const page = matrixPage(audit, sample);
  expect(page.match(/<tr >/g)).toHaveLength(1 + 1);
  expect(page.match(/data-label="Conclusion" ><\/td>/g)).toHaveLength(2);
  for (const letter of 'ABCDEFGH') expect(page).toContain(`data-label="${letter}"`);
  expect(page).toContain('Did somebody else than its authors review it?');
  expect(page).toContain('class="matrix"');
  expect(page).not.toContain('<script>');
});
