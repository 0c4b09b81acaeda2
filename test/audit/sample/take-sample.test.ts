import { describe, expect, test } from 'vitest';
import type { ReportedChange } from '../../../src/audit/index.ts';
import { isSafePath } from '../../../src/audit/package/tar.ts';
import { sampleFiles, sampleLines } from '../../../src/audit/sample/sample-files.ts';
import { takeSample, type SampleRequest } from '../../../src/audit/sample/take-sample.ts';
import { auditOf } from '../../commands/audit/stage.ts';
import { reported } from '../reports/sample.ts';

const shaOf = (index: number): string => index.toString(16).padStart(40, '0');

const changes = Array.from({ length: 30 }, (_, index) =>
  reported({
    sha: shaOf(index * 7919),
    landing: String(index),
    branch: index % 3 === 0 ? 'release/1' : 'main',
    landingKind: index % 2 === 0 ? 'push' : 'pull-request',
    state: index === 5 ? 'excluded' : 'covered',
    pull: index % 2 === 0 ? null : { number: index, url: `https://github.com/acme/shop/pull/${index}` },
  }),
);

const audit = (all: readonly ReportedChange[], holes: ReturnType<typeof auditOf>['world']['holes'] = []) => ({
  ...auditOf([], { changes: all.length, holes }),
  async *changes() {
    yield* all;
  },
});

const drawn = (more: Partial<Extract<SampleRequest, { kind: 'drawn' }>> = {}): SampleRequest => ({
  kind: 'drawn',
  count: 4,
  seed: 'x',
  strata: 'none',
  ...more,
});

describe('the sample of an audit', () => {
  test('has each change under its own key and in a folder of its own', async () => {
    const { changes: taken, population } = await takeSample(audit(changes), drawn({ count: 30 }));
    expect([population, taken.length]).toEqual([30, 30]);
    for (const { change, key } of taken) expect(key).toBe(`${change.sha} ${change.branch} ${change.landing}`);
    expect(new Set(taken.map(({ folder }) => folder)).size).toBe(30);
    expect(taken.map(({ folder }) => folder).toSorted()).toEqual(taken.map(({ folder }) => folder));
    // Excluded changes are in the population.
    expect(taken.some(({ change }) => change.state === 'excluded')).toBe(true);
  });

  test.each([
    ['branch', ['main', 'release/1']],
    ['state', ['covered', 'excluded']],
    ['kind', ['pull-request', 'push']],
  ] as const)('is drawn of each %s', async (strata, parts) => {
    const { changes: taken, how } = await takeSample(audit(changes), drawn({ strata, count: 1 }));
    expect(taken.map(({ stratum }) => stratum)).toEqual(parts);
    expect(how.kind === 'drawn' && [...how.sizes.keys()]).toEqual(parts);
  });

  test('has a SHA twice that landed twice', async () => {
    const twice = [reported({ landing: '1' }), reported({ landing: '2' })];
    expect((await takeSample(audit(twice), drawn())).changes.length).toBe(2);
    await expect(takeSample(audit([reported(), reported()]), drawn())).rejects.toThrow('is twice in the population');
  });

  test('takes the picks of an auditor, by pull request and by any commit, and says which have no change', async () => {
    const several = reported({ sha: 'e'.repeat(40), shas: ['d'.repeat(40), 'e'.repeat(40)], pull: null });
    const { changes: taken, how } = await takeSample(audit([...changes, several]), {
      kind: 'picked',
      picks: [
        { kind: 'pull', number: 7 },
        { kind: 'commit', sha: changes[7]?.sha ?? '' },
        { kind: 'commit', sha: 'd'.repeat(12) },
        { kind: 'pull', number: 8 },
        { kind: 'commit', sha: 'f'.repeat(40) },
      ],
    });
    expect(taken.map(({ change, order }) => [change.sha, order])).toEqual([
      [changes[7]?.sha, null],
      [several.sha, null],
    ]);
    expect(how).toEqual({ kind: 'picked', missing: ['#8', 'f'.repeat(40)] });
  });

  test('shows the population, its digest and who gave the seed', async () => {
    const given = sampleLines(await takeSample(audit(changes), drawn())).join('\n');
    expect(given).toMatch(/^The population: 30 changes of 2026-11-01T[^ ]*\/2026-11-08T[^ ]*, SHA-256 of their keys [0-9a-f]{64}$/m);
    expect(given).toContain('The seed: x (given to the command, as that of an auditor)');
    const own = sampleLines(await takeSample(audit(changes), drawn({ seed: undefined }))).join('\n');
    expect(own).toContain('a seed of our own making, which the team can influence');
  });

  test('shows foreign texts on one line', async () => {
    const odd = reported({ branch: 'a\n::error::b' });
    for (const line of sampleLines(await takeSample(audit([odd]), drawn({ strata: 'branch' })))) expect(line).not.toContain('\n');
  });
});

describe('the files of a sample', () => {
  test('have names that a package takes, whatever a branch is called', async () => {
    const all = audit([reported({ branch: '../../=x' })]);
    const files = [...sampleFiles(all, await takeSample(all, drawn()))];
    expect(files.map(({ path }) => path)).toEqual([
      'sample/README.txt',
      'sample/sample.csv',
      'sample/attributes.csv',
      'sample/attributes.html',
      'sample/1-aaaaaaaaaaaa/test-sheet.csv',
    ]);
    for (const { path } of files) expect([path, isSafePath(path)]).toEqual([path, true]);
  });

  test('name what is missing from a population that is not complete', async () => {
    const all = audit(changes, [{ kind: 'hole', what: 'landing 9', why: 'a page did not come', fix: 'Again' }]);
    const [readme] = sampleFiles(all, await takeSample(all, drawn()));
    expect(readme?.content).toContain(
      'The audit is not complete, and so is not this population. Missing:\n  landing 9: a page did not come',
    );
    const [whole] = sampleFiles(audit(changes), await takeSample(audit(changes), drawn()));
    expect(whole?.content).toContain('The audit is complete');
  });

  test('list a pick without a change', async () => {
    const taken = await takeSample(audit(changes), { kind: 'picked', picks: [{ kind: 'pull', number: 4711 }] });
    const list = [...sampleFiles(audit(changes), taken)].find(({ path }) => path === 'sample/sample.csv');
    expect(list?.content).toContain('"#4711","","","","","","","no: no audited change has this commit or pull request"');
  });
});
