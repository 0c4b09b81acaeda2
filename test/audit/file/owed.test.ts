import { describe, expect, it } from 'vitest';
import { exclusionOf, isControlPath, owedFlows, type AuditFile } from '../../../src/audit/file/audit-file.ts';
import { readAuditFile } from '../../../src/audit/file/read-audit-file.ts';

function fileOf(text: string): AuditFile {
  const read = readAuditFile(text);
  if ('fault' in read) throw new Error(read.fault);
  return read.file;
}

const file = fileOf(`
flows:
  unit: { paths: [src/**, "!src/docs/**"] }
  site: { paths: [docs] }
  release: { paths: [src/**], branches: [release/*] }
  late: { from: 2026-06-01 }
controls: [ci/**]
`);
const late = '2026-07-01T00:00:00Z';
const early = '2026-05-31T23:59:59Z';

describe('the flows that a change owes', () => {
  it.each([
    ['those whose paths it touches', ['src/a.ts'], 'main', early, ['unit']],
    ['not those that it touches only what is taken away of', ['src/docs/a'], 'main', early, []],
    ['both where it touches both', ['src/a.ts', 'docs/a.md'], 'main', early, ['unit', 'site']],
    ['those of its branch', ['src/a.ts'], 'release/1', early, ['unit', 'release']],
    ['one without paths from its day on', ['x'], 'main', '2026-06-01T00:00:00Z', ['late']],
    ['none before that day', ['x'], 'main', early, []],
    ['one with a day where nobody knows when the change landed', ['x'], 'main', null, ['late']],
    ['every one of the branch where git cannot tell the paths', null, 'main', late, ['unit', 'site', 'late']],
    ['every one for a workflow', ['.github/workflows/ci.yml'], 'main', late, ['unit', 'site', 'late']],
    ['every one for a file that the audit file calls a control', ['ci/build.sh'], 'main', late, ['unit', 'site', 'late']],
    ['none where it leaves the tree as it was', [], 'main', late, []],
  ])('are %s', (_, paths, branch, landedAt, expected) => {
    expect(owedFlows(file, { branch, paths, landedAt })).toEqual(expected);
  });

  it('are not known without a file, or with one that maps none', () => {
    const change = { branch: 'main', paths: ['.github/workflows/ci.yml'], landedAt: late };
    expect([owedFlows(null, change), owedFlows(fileOf('production: [live]'), change)]).toEqual([null, null]);
    expect(owedFlows(null, { ...change, paths: null })).toBeNull();
  });

  it('are none without a file for a change that leaves the tree as it was', () => {
    expect(owedFlows(null, { branch: 'main', paths: [], landedAt: late })).toEqual([]);
  });
});

describe('a file that decides what is checked', () => {
  it.each([
    '.github/workflows/ci.yml',
    '.github/workflows/.hidden.yaml',
    '.github/actions/build/action.yml',
    '.github/CODEOWNERS',
    'CODEOWNERS',
    'docs/CODEOWNERS',
    '.github/compliance-audit.yml',
    '.github/flows/shop.yml',
    '.github/policies/release.yml',
    '.GitHub/Workflows/ci.yml',
  ])('is %s', (path) => {
    expect(isControlPath(path)).toBe(true);
  });

  it.each(['src/CODEOWNERS', '.github/ISSUE_TEMPLATE/bug.yml', 'github/workflows/ci.yml', 'src/.github/workflows/ci.yml', 'ci/build.sh'])(
    'is not %s',
    (path) => {
      expect(isControlPath(path)).toBe(false);
    },
  );
});

describe('an exclusion', () => {
  const [one, two] = ['1'.repeat(40), '2'.repeat(40)];
  const excluding = fileOf(`
exclusions:
  - { pull-requests: [7], reason: import, owner: mona }
  - { commits: ["${one}", "${two}"], reason: history, owner: mona }
  - { paths: [docs/**, .github/**], reason: words, owner: mona }
`);
  const reasonOf = (change: { shas?: string[]; pull?: number | null; paths?: string[] | null }): string | undefined =>
    exclusionOf(excluding, { shas: ['3'.repeat(40)], pull: null, paths: ['src/a'], ...change })?.reason;

  it.each([
    ['its pull request', { pull: 7 }, 'import'],
    ['another pull request', { pull: 8 }, undefined],
    ['each of its commits', { shas: [one, two] }, 'history'],
    ['one of its commits alone', { shas: [one, '3'.repeat(40)] }, undefined],
    ['no commit at all', { shas: [] }, undefined],
    ['all of its paths', { paths: ['docs/a', '.github/x'] }, 'words'],
    ['one of its paths alone', { paths: ['docs/a', 'src/a'] }, undefined],
    ['no path at all', { paths: [] }, undefined],
    ['paths that git cannot tell', { paths: null }, undefined],
    ['a path that decides what is checked', { paths: ['docs/a', '.github/workflows/ci.yml'] }, undefined],
    ['such a path, by its pull request', { pull: 7, paths: ['.github/workflows/ci.yml'] }, 'import'],
  ])('that names %s', (_, change, expected) => {
    expect(reasonOf(change)).toBe(expected);
  });

  it('is none without a file', () => {
    expect(exclusionOf(null, { shas: [one], pull: 7, paths: ['docs/a'] })).toBeUndefined();
  });
});
