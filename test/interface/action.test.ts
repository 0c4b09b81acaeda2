import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { elsewhere } from '../bundle/play.ts';
import { openWorkspaces, type Workspaces } from '../bundle/workspace.ts';
import { runAction, type ActionRun, type RunOptions } from '../support/runner/index.ts';
import { approvals } from './expected/approvals.ts';
import { artifacts, beginning, found } from './expected/artifacts.ts';
import { hidden, notifications } from './expected/notifications.ts';
import { records, sentRecord } from './expected/records.ts';
import { trails } from './expected/trails.ts';
import { types } from './expected/types.ts';
import { files, ownRecord, settings } from './own-run.ts';
import { fingerprint, sha } from './sent.ts';
import { recordOf, reportOwnArtifact, useStored } from './use-stored.ts';

const stored = useStored();
let workspaces: Workspaces;
beforeAll(async () => {
  workspaces = await openWorkspaces();
});
afterAll(() => workspaces.close());

function run(inputs: RunOptions['inputs'], more: Partial<RunOptions> = {}): Promise<ActionRun> {
  return runAction({ inputs: { 'base-url': stored().url, 'api-token': stored().token, org: 'acme', ...inputs }, ...more });
}

/** The answer to a question, as the next step gets it. */
async function ask(operation: string, ...parameters: readonly string[]): Promise<unknown> {
  const { exitCode, outputs } = await run({ command: 'query', operation, parameters: parameters.join('\n') });
  expect([exitCode, outputs['verdict'], outputs['reasons']]).toEqual([0, 'answered', '[]']);
  return JSON.parse(outputs['result'] ?? '');
}

describe('the action', () => {
  test('1 list-trails: every field of each trail; and a gate reads the same', async () => {
    const all = trails(stored());
    expect(await ask('list-trails', 'flow_name=shop')).toEqual(all);
    const gate = async (trail: string, inputs = {}) =>
      (await run({ command: 'gate', flow: 'shop', trail, ...elsewhere(stored().url), ...inputs })).outputs;
    expect(await gate('patch')).toMatchObject({ verdict: 'incomplete', reasons: expect.stringContaining('"own-template"') });
    expect(await gate('patch', { 'allow-own-template': 'true' })).toMatchObject({
      verdict: 'compliant',
      'trail-url': Reflect.get(all[0] ?? {}, 'html_url'),
    });
    const { reasons, verdict } = await gate('release');
    expect([verdict, JSON.parse(reasons ?? '')]).toEqual([
      'non-compliant',
      [expect.objectContaining({ attestation: 'docs.scan', code: 'failing', url: Reflect.get(all[1] ?? {}, 'html_url') })],
    ]);
    const missing = JSON.parse((await gate('early')).reasons ?? '');
    expect(missing).toMatchObject(['unit', 'cli.coverage'].map((attestation) => ({ attestation, code: 'missing' })));
  });

  test('2 find-attestations: every field of evidence of each kind', async () => {
    expect(await ask('find-attestations', `commit_list=${sha}`, 'flow_name=shop')).toEqual({ [sha]: records(stored()) });
  });

  test('3 list-artifacts: every field of each artifact', async () => {
    expect(await ask('list-artifacts', 'flow_name=shop')).toEqual(artifacts(stored()));
  });

  test('4 list-notifications: every field of each rule and target', async () => {
    expect(await ask('list-notifications')).toEqual(notifications(stored(), hidden));
  });

  test('5 get-notification: every field of that rule', async () => {
    expect(await ask('get-notification', 'notification_number=1')).toEqual(notifications(stored(), hidden)[0]);
  });

  test('6 attest: every field of the results arrives, and the file', async () => {
    await reportOwnArtifact(stored(), 'action');
    const workspace = await workspaces.make(files);
    const repository = { full_name: 'acme/shop', id: 4711, description: 'The shop' };
    const event = { name: 'push', payload: { ref: 'refs/heads/main', after: workspaces.sha, repository } };
    const contexts = { github: { sha: workspaces.sha, repository_id: '4711' } };
    const { exitCode, outputs } = await run({ ...settings, command: 'attest', trail: 'action' }, { workspace, event, contexts });
    expect([exitCode, outputs['verdict']]).toEqual([0, 'recorded']);
    const id = outputs['attestation-id'] ?? '';
    const data = ownRecord(workspaces.sha, workspaces.parent);
    const repo_info = { ...data.repo_info, id: '4711', description: 'The shop' };
    expect(await recordOf(stored(), id)).toEqual({
      ...sentRecord(stored(), id, 'action', { ...data, repo_info }, 'note.txt'),
      is_compliant: false,
    });
  });

  test('7 search-sha: every field of what is found, and what it is', async () => {
    expect(await ask('search-sha', `search_value=${beginning}`)).toEqual(found(stored()));
  });

  test('8 list-approvals: every field of each approval, and who decided', async () => {
    expect(await ask('list-approvals', 'flow_name=shop', `fingerprint=${fingerprint}`)).toEqual(approvals);
  });

  test('9 list-types: every field of each type and version', async () => {
    expect(await ask('list-types')).toEqual(types);
  });

  test('10 get-default-organization: the one that was set', async () => {
    expect(await ask('get-default-organization')).toEqual({ default_org_name: '' });
    await stored().json('PUT', '/user/acme', null);
    expect(await ask('get-default-organization')).toEqual({ default_org_name: 'acme' });
  });
});
