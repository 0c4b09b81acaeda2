import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { forkCollectCommand } from '../../../src/commands/fork/collect.ts';
import { readDownloads } from '../../../src/commands/fork/artifacts.ts';
import { contextOf, exitCodeOf, run, type CollectedResults, type Event, type Stopped } from '../../../src/commands/index.ts';
import type { RawOptions } from '../../../src/options/index.ts';
import { commit, git } from '../../support/git.ts';
import { results } from '../setup.ts';
import { claiming, folderOf } from './folders.ts';

interface Ran<Ended> {
  readonly result: Ended;
  readonly workspace: string;
  readonly events: readonly Event[];
}

async function collectAny(
  files: Readonly<Record<string, string>>,
  raw: RawOptions = {},
  prepare?: (workspace: string) => void,
): Promise<Ran<CollectedResults | Stopped>> {
  const workspace = folderOf(files);
  prepare?.(workspace);
  const temporary = mkdtempSync(join(tmpdir(), 'fork-collect-'));
  onTestFinished(() => rmSync(temporary, { recursive: true }));
  const events: Event[] = [];
  const env = { RUNNER_TEMP: temporary, GITHUB_JOB: 'collect', GITHUB_EVENT_NAME: 'pull_request' };
  const context = contextOf(env, workspace, new AbortController().signal, (event) => events.push(event));
  const given = { 'attestation-name': 'unit-tests', 'junit-paths': 'build/**/*.xml', 'test-outcome': 'success', ...raw };
  const result = await run(forkCollectCommand, { raw: given, naming: (name) => `Input ${name}` }, context);
  return { result, workspace, events };
}

async function collect(...given: Parameters<typeof collectAny>): Promise<Ran<CollectedResults>> {
  const { result, ...rest } = await collectAny(...given);
  if (result.kind === 'stopped') throw new Error(result.message);
  return { result, ...rest };
}

/** The files of a folder, at any depth. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
}

/** Commits all files of a folder. */
function commitAll(workspace: string): void {
  git(workspace, ['init', '--quiet']);
  git(workspace, ['add', '--all']);
  commit(workspace);
}

describe('fork collect', () => {
  it('claims results that were committed as missing, so that the other half says no, unless they are allowed', async () => {
    const files = { 'build/unit.xml': results(2, 0) };
    const { result } = await collect(files, {}, commitAll);
    expect(result.reasons).toMatchObject([{ code: 'evidence-unusable', file: 'build/unit.xml' }]);
    expect(readFileSync(join(result.folder, 'claims.json'), 'utf8')).toContain('build/unit.xml: git tracks the file');
    const allowed = await collect(files, { 'tracked-results': 'allow' }, commitAll);
    expect(allowed.result.reasons).toEqual([]);
    expect(readFileSync(join(allowed.result.folder, 'claims.json'), 'utf8')).not.toContain('missing');
  });

  it('copies the results as they are into a new folder, with what it claims of them, and asks nobody', async () => {
    const { result } = await collect(
      { 'build/a/unit.xml': results(2, 0), 'build/page.xml': '<html/>' },
      { leg: 'linux', matrix: '{"shard":1}' },
    );
    expect(result).toMatchObject({
      kind: 'collected',
      name: 'unit-tests',
      reasons: [],
      results: { totals: { total: 2 } },
      sent: { kind: 'nothing' },
    });
    expect(exitCodeOf(result)).toBe(0);
    expect(filesIn(result.folder)).toEqual(['claims.json', 'results/build/a/unit.xml']);
    expect(readFileSync(join(result.folder, 'results/build/a/unit.xml'), 'utf8')).toBe(results(2, 0));
  });

  it('makes what fork post reads', async () => {
    const { result } = await collect(
      { 'build/unit.xml': results(1, 0) },
      { leg: 'linux', matrix: '{"shard":1}', 'test-outcome': 'failure' },
    );
    expect(await readDownloads(result.folder)).toMatchObject({
      refusals: [],
      artifacts: [{ claims: claiming({ leg: 'linux', matrix: { shard: 1 }, testOutcome: 'failure' }), files: ['results/build/unit.xml'] }],
    });
  });

  it('gives files names that every system takes, and loses none of two', async () => {
    const files = { 'build/.hidden.xml': '', 'build/a b.xml': '', 'build/ü.xml': '', 'build/é.xml': '', 'build/x:y.xml': '' };
    const { result } = await collect(Object.fromEntries(Object.keys(files).map((name) => [name, results(1, 0)])));
    const kept = filesIn(join(result.folder, 'results'));
    expect(kept).toHaveLength(5);
    expect(kept).toContain('build/a b.xml');
    expect(await readDownloads(result.folder)).toMatchObject({ refusals: [] });
  });

  it('fails where the results are no evidence, and claims them all the same: the other half says no to them', async () => {
    const none = await collect({});
    expect(none.result.reasons).toMatchObject([{ code: 'evidence-unusable', verdict: 'unusable' }]);
    expect(exitCodeOf(none.result)).toBe(4);
    expect(filesIn(none.result.folder)).toEqual(['claims.json']);
    const broken = await collect({ 'build/unit.xml': '<testsuite>', 'build/good.xml': results(1, 0) });
    expect(exitCodeOf(broken.result)).toBe(4);
    expect(filesIn(broken.result.folder)).toEqual(['claims.json', 'results/build/good.xml', 'results/build/unit.xml']);
    const contradicted = await collect({ 'build/unit.xml': results(1, 0) }, { 'test-outcome': 'failure' });
    expect(contradicted.result.reasons.map(({ message }) => message).join()).toContain('The test step failed');
  });

  it('claims what it knows to be missing, and not what the other half sees for itself', async () => {
    const paths = { 'junit-paths': 'build/*.xml\nother/*.xml' };
    const missingOf = async (...given: Parameters<typeof collect>): Promise<unknown> =>
      JSON.parse(readFileSync(join((await collect(...given)).result.folder, 'claims.json'), 'utf8')).missing;
    expect(await missingOf({ 'build/unit.xml': results(1, 0) }, paths)).toEqual([expect.stringContaining('other/*.xml')]);
    expect(await missingOf({ 'build/unit.xml': '<testsuite>', 'other/a.xml': results(1, 0) }, paths)).toBeUndefined();
    expect(await missingOf({ 'build/unit.xml': '<testsuites/>' }, {})).toBeUndefined();
    const dead = (workspace: string): void => symlinkSync('nowhere.xml', join(workspace, 'build', 'dead.xml'));
    expect(await missingOf({ 'build/unit.xml': results(1, 0) }, {}, dead)).toEqual([expect.stringContaining('dead.xml')]);
    const many = {
      'junit-paths': ['build/*.xml', ...Array.from({ length: 30 }, (_, index) => `${'long/'.repeat(60)}${index}.xml`)].join('\n'),
    };
    const { result } = await collect({ 'build/unit.xml': results(1, 0) }, { ...many, matrix: JSON.stringify('ü'.repeat(16_000)) });
    expect(await readDownloads(result.folder)).toMatchObject({ refusals: [], artifacts: [{ claims: { missing: { length: 20 } } }] });
  });

  it('follows no link out of the workspace', async () => {
    const outside = folderOf({ 'secret.xml': results(1, 0) });
    const { result } = await collect({ 'build/unit.xml': results(1, 0) }, {}, (workspace) =>
      symlinkSync(join(outside, 'secret.xml'), join(workspace, 'build', 'secret.xml')),
    );
    expect(filesIn(result.folder)).toEqual(['claims.json', 'results/build/unit.xml']);
    expect(exitCodeOf(result)).toBe(4);
  });

  it('names the artifact after the attestation and its leg, and never two legs alike', async () => {
    const name = async (raw: RawOptions): Promise<string> => (await collect({ 'build/unit.xml': results(1, 0) }, raw)).result.artifact;
    expect(await name({})).toBe('compliance-evidence-unit-tests');
    expect(await name({ leg: 'linux' })).toBe('compliance-evidence-unit-tests-linux');
    const others = await Promise.all(
      [
        { leg: 'a/b' },
        { leg: 'a:b' },
        { matrix: '{"os":"linux"}' },
        { matrix: '{"os":"mac"}' },
        { leg: 'x'.repeat(200) },
        { leg: `${'x'.repeat(200)}y` },
      ].map(name),
    );
    expect(new Set(others)).toHaveLength(6);
    for (const other of others) expect(other).toMatch(/^compliance-evidence-unit-tests-[A-Za-z0-9_.-]+$/);
  });

  it('takes a folder that is not there yet, inside of the workspace', async () => {
    const { result, workspace } = await collect({ 'build/unit.xml': results(1, 0) }, { 'collect-into': 'out/unit' });
    expect(result.folder).toBe(join(workspace, 'out', 'unit'));
    const full = await collectAny({ 'build/unit.xml': results(1, 0) }, { 'collect-into': 'out' }, (place) => mkdirSync(join(place, 'out')));
    expect(full.result).toMatchObject({ kind: 'stopped', ending: 'usage', message: expect.stringContaining('is there already') });
    const outside = await collectAny({ 'build/unit.xml': results(1, 0) }, { 'collect-into': '../out-of-it' });
    expect(outside.result).toMatchObject({
      kind: 'stopped',
      ending: 'usage',
      message: expect.stringContaining('outside of the workspace'),
    });
    expect(existsSync(join(outside.workspace, '..', 'out-of-it'))).toBe(false);
  });

  it('names all wrong inputs at once', async () => {
    const { result } = await collectAny({}, { 'attestation-name': 'two words', 'test-outcome': 'good', matrix: '{' });
    expect(result).toMatchObject({ kind: 'stopped', message: expect.stringMatching(/attestation-name.*test-outcome.*matrix/s) });
  });
});
