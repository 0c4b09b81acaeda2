import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runAction } from '../support/runner/index.ts';
import { root } from '../support/sources.ts';
import { usePlays } from './use-plays.ts';

const openPlay = usePlays();
const manifest = join(root, '.github', 'actions', 'audit', 'action.yml');

test('an audit is handed in, and reported about as a series, which asks nobody', async () => {
  const { stage, workspaces } = openPlay({ onTestFinished });
  const workspace = await workspaces.make({});
  const connection = { 'base-url': stage.baseUrl, 'api-token': stage.tokens.member, org: 'acme' };
  const contexts = { github: { repository: 'acme/shop' } };
  const event = { name: 'schedule', payload: {} };
  const inputs = { ...connection, 'github-token': '', publish: 'true', 'json-file': 'reports/audit.json' };
  const audited = await runAction({ manifest, workspace, event, contexts, inputs });
  const { outputs } = audited;
  expect([audited.exitCode, outputs['verdict']]).toEqual([0, 'not-applicable']);
  expect(outputs['trail']).toMatch(/^audit-\d{4}-\d\d-\d\d$/);
  expect([outputs['attestation-name'], outputs['attestation-id']]).toEqual([
    expect.stringMatching(/^audit-\d{6}-/),
    expect.stringMatching(/./),
  ]);
  expect(audited.summary).toContain('The audit is recorded as');

  const series = await runAction({ manifest, workspace, event, contexts, inputs: { series: 'reports', html: 'reports/series.html' } });
  expect([series.exitCode, series.outputs['verdict']]).toEqual([0, 'not-applicable']);
  expect(series.summary).toContain('Series of audits');
  expect(readFileSync(join(workspace, 'reports', 'series.html'), 'utf8')).toContain('<svg');
});
