import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { git } from '../support/git.ts';
import { update, world } from '../support/github-api/world/make.ts';
import { openGitHubWorld } from '../support/github-api/world/open.ts';
import { runAction } from '../support/runner/index.ts';
import { root } from '../support/sources.ts';
import { usePlays } from './use-plays.ts';

const openPlay = usePlays();
const manifest = join(root, '.github', 'actions', 'audit', 'action.yml');

test('an audit names a push that nobody tested, writes its reports, and fails the job', async () => {
  const { stage, workspaces } = openPlay({ onTestFinished });
  const before = workspaces.sha;
  const pushed = await workspaces.commit({ 'src/till.ts': 'open' });
  const workspace = await workspaces.make({}, { at: pushed });
  git(workspace, ['branch', '--force', 'main', pushed]);
  const now = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
  const github = world({ gitDirectory: workspace, repository: 'acme/shop', now });
  github.activity.push(
    update({ type: 'branch_creation', at: '2026-01-03T00:00:00Z', before: null, after: before, by: 'ada' }),
    update({ type: 'push', at: now, before, after: pushed, by: 'ada' }),
  );
  const double = await openGitHubWorld(github);
  onTestFinished(() => double.close());
  const run = await runAction({
    manifest,
    workspace,
    event: { name: 'schedule', payload: { schedule: '17 5 * * 1' } },
    contexts: { github: { sha: pushed, repository: 'acme/shop', api_url: double.url } },
    inputs: {
      'base-url': stage.baseUrl,
      'api-token': stage.tokens.reader,
      org: 'acme',
      html: 'reports/audit.html',
      'json-file': 'reports/audit.json',
      junit: 'reports/audit.xml',
    },
  });
  const { outputs } = run;
  const found: readonly { readonly code: string }[] = JSON.parse(outputs['reasons'] ?? '');
  expect(found.map(({ code }) => code).toSorted()).toEqual(['change-without-trail', 'pushed-directly']);
  expect({ exitCode: run.exitCode, ...outputs }).toMatchObject({
    exitCode: 1,
    verdict: 'non-compliant',
    compliant: 'false',
    'would-fail': 'true',
    findings: '2',
    'audit-report': join(workspace, 'reports', 'audit.html'),
  });
  const report = JSON.parse(readFileSync(join(workspace, 'reports', 'audit.json'), 'utf8'));
  expect(report).toMatchObject({ complete: true, population: { changes: 1, landings: 1, commits: 1 } });
  expect(readFileSync(join(workspace, 'reports', 'audit.html'), 'utf8')).toContain(pushed);
  expect(readFileSync(join(workspace, 'reports', 'audit.xml'), 'utf8')).toContain('change-without-trail');
  expect(run.summary).toContain('## ❌ Compliance audit of acme/shop: 2 open findings');
  expect(double.breaches).toEqual([]);
});
