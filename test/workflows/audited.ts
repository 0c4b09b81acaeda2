import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../support/git.ts';
import { nextId, pull, review, run, update, world } from '../support/github-api/world/make.ts';
import { openGitHubWorld, type OpenWorld } from '../support/github-api/world/open.ts';
import { zipOf } from '../support/zip.ts';
import type { Sent, Shop } from './shop.ts';

/** How a commit came to the branch: as a pull request that somebody else approved, or past all of them. */
export type Landing = 'reviewed' | 'pushed';

/** GitHub around the shop: the landed changes, the issues, and the artifacts of earlier runs of the workflow. */
export interface Audited {
  /** The variables that make the jobs take the double for GitHub. */
  readonly env: Readonly<Record<string, string>>;
  readonly double: OpenWorld;
  readonly issues: readonly { readonly state: 'open' | 'closed' }[];
  /** Says that the newest commit landed, now. */
  land(event: Sent, how: Landing): void;
  /** Keeps the artifacts of a run for the runs after it. */
  keep(event: Sent, runId: string, artifacts: string): void;
}

const workflow = '.github/workflows/audit.yml';
const kept = 'compliance-audit';

export async function openAudited({ folder: directory }: Shop): Promise<Audited> {
  const now = (): string => new Date().toISOString().replace(/\.\d+Z$/, 'Z');
  const github = world({ gitDirectory: directory, repository: 'acme/app', now: now() });
  let tip: string | null = null;
  const move = (to: string, type: 'branch_creation' | 'push' | 'pr_merge', at: string, by: string): void => {
    github.activity.push(update({ type, at, before: tip, after: to, by }));
    tip = to;
  };
  const double = await openGitHubWorld(github);
  return {
    double,
    issues: github.issues,
    env: {
      GITHUB_API_URL: double.url,
      GITHUB_WORKFLOW_REF: `acme/app/${workflow}@refs/heads/main`,
    },
    land({ about }, how) {
      if (tip === null) move(git(directory, ['rev-parse', `${about}^`]), 'branch_creation', '2026-01-03T00:00:00Z', 'ada');
      const at = now();
      github.now = at;
      move(about, how === 'pushed' ? 'push' : 'pr_merge', at, how === 'pushed' ? 'ada' : 'grace');
      if (how === 'pushed') return;
      const head = git(directory, ['commit-tree', `${about}^{tree}`, '-p', `${about}^`, '-m', 'Sell tea']);
      const number = 100 + github.pulls.length;
      git(directory, ['update-ref', `refs/pull/${number}/head`, head]);
      const reviews = [review({ commit: head, at })];
      github.pulls.push(pull({ number, head, commits: [head], mergeCommit: about, openedAt: at, mergedAt: at, reviews }));
    },
    keep({ about }, runId, artifacts) {
      const left = join(artifacts, runId, kept, '1');
      if (!existsSync(left)) return;
      const zip = zipOf(left);
      github.runs.push(run({ id: Number(runId), sha: about, at: now(), workflow, artifacts: [{ id: nextId(), name: kept, zip }] }));
    },
  };
}
