import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect, onTestFinished, vi } from 'vitest';
import { commit, git, makeRepository, temporaryDirectory } from '../support/git.ts';
import { check, pull, review, suite, update, world } from '../support/github-api/world/make.ts';
import type { GitHubWorld, WorldCheck, WorldPull, WorldReview, WorldStatus, WorldSuite } from '../support/github-api/world/model.ts';
import { openGitHubWorld, type OpenWorld } from '../support/github-api/world/open.ts';
import { root } from '../support/sources.ts';
import { runWords } from './run-lines.ts';

/* A repository whose changes landed at noon of 3 November and the days after it, audited from a clone with a token of GitHub alone. */

const ajv = new Ajv2020({ strict: false });
formats.default(ajv);
const isReport = ajv.compile(JSON.parse(readFileSync(join(root, 'docs/compliance-audit-report.schema.json'), 'utf8')));

export const at = (day: number, hour: number): string => new Date(Date.UTC(2026, 10, day, hour)).toISOString().replace('.000', '');

/** A scene when it is over. */
export interface Played {
  readonly day: number;
  /** The last commit of its pull request, or the pushed one. */
  readonly head: string;
  readonly landed: string;
}

export interface Scene {
  readonly name: string;
  /** Conclusions of the check `test` at the head, by the hour at which each ended. */
  readonly test?: Readonly<Record<number, WorldCheck['conclusion']>>;
  readonly kind?: 'squash' | 'merge' | 'rebase' | 'queue' | 'push';
  /** More suites than that of `test`. */
  readonly suites?: (played: Played) => readonly WorldSuite[];
  readonly statuses?: (played: Played) => readonly WorldStatus[];
  readonly pull?: (played: Played) => Partial<WorldPull>;
  readonly reviews?: (played: Played) => readonly WorldReview[];
}

export interface Repository {
  readonly directory: string;
  readonly github: GitHubWorld;
}

export const file = 'version: 1\nchecks:\n  test:\n    app: github-actions\n';

export function played(
  scenes: readonly Scene[],
  { text = file, more = {} }: { readonly text?: string | null; readonly more?: Partial<GitHubWorld> } = {},
): Repository {
  const directory = makeRepository();
  commit(directory, 'Begin');
  if (text !== null) {
    mkdirSync(join(directory, '.github'));
    writeFileSync(join(directory, '.github/compliance-audit.yml'), text);
    git(directory, ['add', '.']);
    commit(directory, 'Say what a change owes');
  }
  const github = world({ gitDirectory: directory, now: at(27, 0), ...more });
  const tip = git(directory, ['rev-parse', 'HEAD']);
  github.activity.push(update({ at: at(1, 0), type: 'branch_creation', before: null, after: tip }));
  for (const [index, scene] of scenes.entries()) play(scene, index, { directory, github });
  return { directory, github };
}

const types = { squash: 'pr_merge', merge: 'pr_merge', rebase: 'pr_merge', queue: 'merge_queue_merge', push: 'push' } as const;

function play({ kind = 'squash', name, test = {}, ...scene }: Scene, index: number, { directory, github }: Repository): void {
  const [day, number] = [3 + index, 1 + index];
  const before = git(directory, ['rev-parse', 'HEAD']);
  if (kind !== 'push') git(directory, ['checkout', '--quiet', '-b', `pull-${number}`]);
  writeFileSync(join(directory, `${name}.txt`), name);
  git(directory, ['add', '.']);
  const head = commit(directory, `Work on ${name}`);
  const landed = kind === 'push' ? head : merge(directory, kind, number, name);
  const known: Played = { day, head, landed };
  if (kind !== 'push') {
    const reviews = [...(scene.reviews?.(known) ?? [review({ by: 'grace', commit: head, at: at(day, 11) })])];
    const people = { openedBy: 'ada', mergedBy: 'grace', landed: kind === 'rebase' ? [landed] : [] };
    const merged = { number, title: `Add ${name}`, head, commits: [head], mergeCommit: landed, mergedAt: at(day, 12), reviews };
    github.pulls.push(pull({ ...merged, ...people, ...scene.pull?.(known) }));
  }
  github.activity.push(update({ at: at(day, 12), type: types[kind], by: kind === 'push' ? 'ada' : 'grace', before, after: landed }));
  const checks = Object.entries(test).map(([hour, conclusion]) => ended(day, Number(hour), conclusion));
  if (checks.length > 0) github.suites.push(ofActions(head, day, checks));
  github.suites.push(...(scene.suites?.(known) ?? []));
  github.statuses.push(...(scene.statuses?.(known) ?? []));
}

function merge(directory: string, kind: Exclude<Scene['kind'], 'push' | undefined>, number: number, name: string): string {
  git(directory, ['checkout', '--quiet', 'main']);
  if (kind === 'rebase') {
    git(directory, ['cherry-pick', '--allow-empty', '--no-commit', `pull-${number}`]);
    return commit(directory, `Work on ${name}, rebased`);
  }
  git(directory, ['merge', '--quiet', ...(kind === 'merge' ? ['--no-ff', '--no-commit'] : ['--squash']), `pull-${number}`]);
  return commit(directory, `Add ${name} (#${number})`);
}

/** A check that took an hour. */
export function ended(day: number, hour: number, conclusion: WorldCheck['conclusion'] = 'success', name = 'test'): WorldCheck {
  return check({ name, conclusion, startedAt: at(day, hour - 1), endedAt: at(day, hour) });
}

/** The suite of a run of a workflow that began at eight. */
export function ofActions(
  sha: string,
  day: number,
  checks: readonly WorldCheck[],
  { begun = 8, path = '.github/workflows/ci.yml', ...more }: Partial<WorldSuite> & { readonly begun?: number; readonly path?: string } = {},
): WorldSuite {
  const made = suite({ sha, at: at(day, begun), checks });
  const workflow = made.workflow === null ? null : { ...made.workflow, path, at: at(day, begun), changedAt: at(day, 16) };
  return { ...made, workflow, ...more };
}

export async function audited(
  { directory, github }: Repository,
  args: readonly string[] = [],
  token: string | undefined = 'ghs_token',
  trouble?: (double: OpenWorld) => void,
) {
  const clone = join(temporaryDirectory(), 'clone');
  execFileSync('git', ['clone', '--quiet', `file://${directory}`, clone]);
  const double = await openGitHubWorld(github);
  onTestFinished(async () => {
    await double.close();
    expect(double.breaches).toEqual([]);
  });
  trouble?.(double);
  const report = join(clone, 'audit.json');
  // GitHub tells of bypasses for a month: on another day it would tell of fewer.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(github.now) });
  onTestFinished(() => void vi.useRealTimers());
  const ended = await runWords(
    ['audit', '--since', '2026-11-02', '--until', '2026-11-26', '--repository', 'acme/app', '--json-file', report, ...args],
    { cwd: clone, env: { GITHUB_API_URL: double.url, ...(token === undefined ? {} : { EVIDENCE_GITHUB_TOKEN: token }) } },
  );
  const json: Report = JSON.parse(readFileSync(report, 'utf8'));
  expect([isReport(json), isReport.errors]).toEqual([true, null]);
  const states = json.changes.map(({ pull, state }) => `#${pull?.number ?? ''} ${state}`).toSorted();
  const about = json.findings.map(({ rule, severity, subject }) => `${severity} ${rule} ${subject.kind}`).toSorted();
  return { ...ended, json, states, about, asked: double.asked };
}

interface Report {
  readonly changes: readonly {
    readonly title: string;
    readonly pull: { readonly number: number } | null;
    readonly state: string;
    readonly findings: readonly string[];
  }[];
  readonly findings: readonly {
    readonly rule: string;
    readonly severity: string;
    readonly subject: { readonly kind: string };
    readonly change: object | null;
    readonly message: string;
  }[];
  readonly rules: readonly { readonly rule: string; readonly why: string | null; readonly lack: string | null }[];
  readonly checks?: { readonly byToday: number };
  readonly header: { readonly evidence?: string; readonly service: object | null };
}
