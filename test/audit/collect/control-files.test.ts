import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { commit, git, makeRepository, removeRepositories } from '../../support/git.ts';
import { linesOf, of } from './collected.ts';
import { settingsOf, sourcesOf } from './world.ts';

afterAll(removeRepositories);

const folder = '.github/workflows';
const ours = 'jobs: {gate: {uses: acme/compliance-evidence/.github/workflows/gate.yml@v1}}';
const own = "jobs: {gate: {steps: [{uses: './'}]}}";

function written(directory: string, name: string, text: string): string {
  mkdirSync(join(directory, folder), { recursive: true });
  writeFileSync(join(directory, folder, name), text);
  git(directory, ['add', '--all']);
  return commit(directory, `Write ${name}`);
}

const audited = (directory: string, sinceSha: string) => linesOf(settingsOf({ since: null, sinceSha }), sourcesOf(directory, null));

describe('the workflow files of what landed', () => {
  it('are there once each time they change, with who changed those last that may use this action', async () => {
    const directory = makeRepository();
    const first = commit(directory);
    const gate = written(directory, 'gate.yml', ours);
    const self = written(directory, 'self.yaml', own);
    written(directory, 'other.yml', 'jobs: {}');
    written(directory, 'notes.md', ours);
    const lines = await audited(directory, first);
    expect(of(lines, 'workflows').map(({ files }) => files.map(({ brought, path }) => [path.slice(folder.length + 1), brought]))).toEqual([
      [
        ['gate.yml', gate],
        ['other.yml', null],
        ['self.yaml', self],
      ],
      [
        ['gate.yml', gate],
        ['other.yml', null],
        ['self.yaml', self],
      ],
      [
        ['gate.yml', gate],
        ['self.yaml', self],
      ],
      [['gate.yml', gate]],
    ]);
    expect(new Set(of(lines, 'landing').map(({ workflows }) => workflows))).toEqual(
      new Set(of(lines, 'workflows').map(({ tree }) => tree)),
    );
  });

  it('are told as missing where the clone does not have their tree, and not as none', async () => {
    const directory = makeRepository();
    const first = commit(directory);
    written(directory, 'gate.yml', ours);
    const tree = git(directory, ['rev-parse', `HEAD:${folder}`]);
    rmSync(join(directory, '.git', 'objects', tree.slice(0, 2), tree.slice(2)));
    const lines = await audited(directory, first);
    expect(of(lines, 'workflows')).toEqual([]);
    expect(of(lines, 'untold').filter(({ source }) => source === 'workflows')).toEqual([
      expect.objectContaining({ why: `The clone does not have the tree ${tree} of ${folder}` }),
    ]);
    expect(of(lines, 'landing').map(({ landing, paths }) => [landing.count, paths])).toEqual([[1, { '': null }]]);
  });
});
