import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'artifacts-'));
});
afterEach(() => rmSync(root, { recursive: true }));

type Inputs = Readonly<Record<string, string>>;

/** Runs a stand-in in a job with these files. Answers its end, its output, and the files that are there then. */
function run(action: 'upload' | 'download', inputs: Inputs, { files = [], attempt = '1', runId = '7' }: Job = {}): Ended {
  const workspace = mkdtempSync(join(root, 'workspace-'));
  for (const name of files) {
    mkdirSync(dirname(join(workspace, name)), { recursive: true });
    writeFileSync(join(workspace, name), `${name} ${attempt}`);
  }
  const env = {
    PATH: process.env['PATH'],
    ARTIFACTS_FOLDER: join(root, 'artifacts'),
    GITHUB_RUN_ATTEMPT: attempt,
    GITHUB_RUN_ID: runId,
    GITHUB_WORKSPACE: workspace,
    INPUT_NAME: action === 'upload' ? 'artifact' : '',
    'INPUT_RUN-ID': runId,
    ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
  };
  const program = join(import.meta.dirname, `artifacts/${action}/${action}.ts`);
  const { status, stdout } = spawnSync(process.execPath, [program], { cwd: workspace, env, encoding: 'utf8' });
  const found = globSync('**', { cwd: workspace, withFileTypes: true }).filter((entry) => entry.isFile());
  return { status, stdout, files: found.map(({ name, parentPath }) => join(parentPath, name).slice(workspace.length + 1)).toSorted() };
}

interface Job {
  readonly files?: readonly string[];
  readonly attempt?: string;
  readonly runId?: string;
}
interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly files: readonly string[];
}

describe('the stand-ins for artifacts', () => {
  it('keep the paths below the folder that all patterns share, without hidden files', () => {
    run('upload', { path: 'build/**/*.xml' }, { files: ['build/a/one.xml', 'build/b/two.xml', 'build/.secret/three.xml', 'other.xml'] });
    expect(run('download', {}).files).toEqual(['a/one.xml', 'b/two.xml']);
  });

  it('put several artifacts into folders of their names, and a single one where it is asked for', () => {
    for (const name of ['junit-1', 'junit-2']) run('upload', { name, path: 'r.xml' }, { files: ['r.xml'] });
    expect(run('download', { pattern: 'junit-*' }).files).toEqual(['junit-1/r.xml', 'junit-2/r.xml']);
    expect(run('download', { pattern: 'junit-1' }).files).toEqual(['r.xml']);
  });

  it('find one by its name, and fail where it is missing', () => {
    run('upload', { name: 'log', path: 'r.xml' }, { files: ['r.xml'] });
    expect(run('download', { name: 'log', path: 'in' }).files).toEqual(['in/r.xml']);
    expect(run('download', { pattern: 'none-*' })).toMatchObject({ status: 0, files: [] });
    expect(run('download', { name: 'none' })).toMatchObject({ status: 1, stdout: expect.stringContaining('not found') });
  });

  it('let a name be used once in an attempt, and take that of the latest', () => {
    const files = ['r.xml'];
    expect(run('upload', { path: 'r.xml' }, { files }).status).toBe(0);
    expect(run('upload', { path: 'r.xml' }, { files })).toMatchObject({ status: 1, stdout: expect.stringContaining('already exists') });
    expect(run('upload', { path: 'r.xml' }, { files, attempt: '2' }).status).toBe(0);
    expect(run('download', {}, { attempt: '2' }).files).toEqual(['r.xml']);
  });

  it('fail where no file is found only if that is asked for', () => {
    expect(run('upload', { path: '*.xml' }).status).toBe(0);
    expect(run('upload', { path: '*.xml', 'if-no-files-found': 'error' }).status).toBe(1);
    expect(run('download', {}).files).toEqual([]);
  });

  it('give the artifacts of another run to who has a token', () => {
    run('upload', { path: 'r.xml' }, { files: ['r.xml'] });
    expect(run('download', { 'run-id': '7' }, { runId: '8' }).status).toBe(1);
    expect(run('download', { 'run-id': '7', 'github-token': 'ghs_x' }, { runId: '8' }).files).toEqual(['r.xml']);
    expect(run('download', {}, { runId: '8' }).files).toEqual([]);
  });
});
