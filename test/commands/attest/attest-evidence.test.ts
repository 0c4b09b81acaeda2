import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitCodeOf } from '../../../src/commands/index.ts';
import { resultJson } from '../../../src/cli/show-result.ts';
import type { RawOptions } from '../../../src/options/index.ts';
import { fault } from '../../support/fault-server.ts';
import { playNamed } from '../play-named.ts';
import { checkout, openStage, play, posts, type Checkout, type Stage } from '../setup.ts';
import { listAt, stringAt } from '../../../src/text/index.ts';

let stage: Stage;
let at: Checkout;
beforeAll(async () => {
  stage = await openStage();
  at = checkout();
  at.write('pulls.json', JSON.stringify([{ url: 'https://code.example/7', state: 'MERGED', author: 'ada' }]));
  at.write('none.json', '[]');
  at.write(
    'snyk.json',
    JSON.stringify({ tool: { name: 'Snyk', version: '1' }, results: [{ low_count: 0, medium_count: 0, high_count: 1 }] }),
  );
  at.write(
    'sonar.json',
    JSON.stringify({ analysedAt: '2026-01-01', revision: '1', project: { key: 'k', url: 'u' }, qualityGate: { status: 'OK' } }),
  );
  at.write('jira.json', JSON.stringify([{ issue_id: 'SHOP-7', issue_url: 'https://jira.example/SHOP-7', issue_exists: false }]));
  at.write('coverage.json', '{"lines": 91}');
  const form = new FormData();
  form.set('data_json', JSON.stringify({ name: 'coverage', evaluator: { content_type: 'jq', rules: ['.lines > 90'] } }));
  const answer = await fetch(`${stage.url}/api/v2/custom-attestation-types/acme`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stage.token}` },
    body: form,
  });
  if (!answer.ok) throw new Error(await answer.text());
});
afterAll(() => stage.close());

const where = (): RawOptions => ({ 'base-url': stage.url, 'api-token': stage.token, org: 'acme' });
async function attest(raw: RawOptions, env: NodeJS.ProcessEnv = {}) {
  return playNamed('attest', { ...where(), flow: 'shop', 'attestation-name': 'proof', ...raw }, { workspace: at.path, env });
}
/** The latest record of a name. */
async function stored(name: string): Promise<unknown> {
  const { result } = await playNamed('attestation find', { ...where(), commit: at.sha, flow: 'shop', name });
  return listAt(result, 'json', 'attestations')?.[0] ?? result;
}

describe('evidence that is no test results', () => {
  it.each<readonly [string, RawOptions, object]>([
    ['generic', { compliant: 'true' }, { attestation_type: 'generic', is_compliant: true }],
    ['generic', { compliant: 'false' }, { attestation_type: 'generic', is_compliant: false }],
    [
      'custom:coverage',
      { data: 'coverage.json' },
      { attestation_type: 'custom:coverage', is_compliant: true, attestation_data: { lines: 91 } },
    ],
    [
      'pull_request',
      { data: 'pulls.json', 'git-provider': 'gitlab' },
      { attestation_type: 'pull_request', is_compliant: true, git_provider: 'gitlab', pull_requests: [{ author: 'ada' }] },
    ],
    ['pull_request', { data: 'none.json' }, { attestation_type: 'pull_request', is_compliant: false, git_provider: 'github' }],
    ['snyk', { data: 'snyk.json' }, { attestation_type: 'snyk', is_compliant: false, snyk_results: { results: [{ high_count: 1 }] } }],
    ['sonar', { data: 'sonar.json' }, { attestation_type: 'sonar', is_compliant: true, sonar_results: { qualityGate: { status: 'OK' } } }],
    ['jira', { data: 'jira.json' }, { attestation_type: 'jira', is_compliant: false, jira_results: [{ issue_id: 'SHOP-7' }] }],
    [
      'decision',
      { compliant: 'false', control: 'four-eyes' },
      { attestation_type: 'system:decision', is_compliant: false, control: 'four-eyes' },
    ],
  ])('is recorded as %s %j', async (type, raw, expected) => {
    const name = `${type.replace(':', '-')}-${raw['compliant'] ?? ''}${raw['git-provider'] ?? ''}`;
    const { result } = await attest({ 'attestation-type': type, 'attestation-name': name, ...raw });
    expect(result).toMatchObject({ kind: 'reported', resource: 'attestation', name, change: 'recorded', id: expect.any(String) });
    expect(await stored(name)).toMatchObject({ ...expected, attestation_name: name, trail_name: at.sha });
  });

  it.each<readonly [string, RawOptions, string | undefined]>([
    ['generic', { compliant: 'false' }, '`compliant` is false'],
    ['generic', { compliant: 'true' }, undefined],
    ['decision', { compliant: 'false', control: 'four-eyes' }, '`compliant` is false'],
    ['snyk', { data: 'snyk.json' }, 'the service judged it so, by the rules for snyk'],
    ['custom', { 'attestation-type': 'custom:coverage', data: 'low.json' }, 'the service judged it so, by the rules for custom'],
    ['custom', { 'attestation-type': 'custom:coverage', data: 'coverage.json' }, undefined],
  ])('of %s %j says why its record says no, and ends as any other', async (type, raw, objection) => {
    at.write('low.json', '{"lines": 10}');
    const { result } = await attest({ 'attestation-type': type, 'attestation-name': `says-${type}`, ...raw });
    expect(exitCodeOf(result)).toBe(0);
    expect(result).toMatchObject({ kind: 'reported', change: 'recorded' });
    expect(Reflect.get(result, 'objection')).toBe(objection);
  });

  it('is recorded all the same when the service does not tell what it made of it', async () => {
    stage.script = ({ method }) => (method === 'GET' ? fault.status(403) : fault.pass());
    const { result } = await attest({ 'attestation-type': 'snyk', data: 'snyk.json' });
    stage.script = fault.pass;
    expect(result).toMatchObject({ kind: 'reported', id: expect.any(String) });
    expect(result).not.toHaveProperty('objection');
  });

  it('sends numbers as they are written in the file', async () => {
    at.write('large.json', '{"lines": 91, "id": 12345678901234567890}');
    const before = stage.server.requests.length;
    await attest({ 'attestation-type': 'custom:coverage', data: 'large.json', 'user-data': '{"build":9007199254740993}' });
    const sent = stage.server.requests
      .slice(before)
      .map(({ body }) => body.toString('utf8'))
      .join('\n');
    expect(sent).toContain('"attestation_data":{"lines":91,"id":12345678901234567890}');
    expect(sent).toContain('"user_data":{"build":9007199254740993,');
  });

  it('says all that may be said of any, and which run made it', async () => {
    at.write('report.txt', 'all fine');
    const env = { GITHUB_EVENT_NAME: 'push', GITHUB_SHA: at.sha, GITHUB_REPOSITORY: 'acme/shop', GITHUB_RUN_ID: '7' };
    await attest(
      {
        'attestation-name': 'full',
        'attestation-type': 'generic',
        compliant: 'true',
        description: 'Seen by two',
        annotations: 'region=eu',
        'external-urls': 'ticket=https://tickets.example/7',
        'user-data': '{"team": "shop"}',
        'target-artifacts': 'web',
        attachments: 'report.txt',
        leg: 'one',
      },
      env,
    );
    expect(await stored('full')).toMatchObject({
      description: 'Seen by two',
      annotations: { region: 'eu' },
      external_urls: { ticket: { href: 'https://tickets.example/7' } },
      origin_url: 'https://github.com/acme/shop/actions/runs/7',
      target_artifacts: ['web'],
      has_audit_package: true,
      git_commit_info: { sha1: at.sha },
      user_data: { team: 'shop', compliance_evidence: { run_id: '7', leg: 'one', nonce: expect.any(String) } },
    });
  });

  it('overrides what was recorded, with the reason, and keeps to the commit that is named', async () => {
    await play('attest', stage, at, { 'attestation-name': 'unit', 'junit-paths': 'red.xml' });
    const raw = { 'attestation-name': 'unit', 'attestation-type': 'override', trail: at.sha };
    const { result } = await attest({ ...raw, compliant: 'true', reason: 'Known flake', 'original-type': 'junit' });
    expect(result).toMatchObject({ kind: 'reported', data: { reason: 'Known flake', new_compliance_status: true } });
    if (result.kind !== 'reported') throw new Error(`it ended as ${result.kind}`);
    expect(result.data).not.toHaveProperty('git_commit_info');
    const { result: shown } = await playNamed('trail get', { ...where(), flow: 'shop', name: at.sha });
    const rows = listAt(shown, 'json', 'compliance_status', 'attestations_statuses');
    expect(rows?.find((row) => stringAt(row, 'attestation_name') === 'unit')).toMatchObject({
      is_compliant: true,
      overridden_attestation_id: expect.any(String),
    });
  });

  it('overrides by hand in the checkout of another commit, and the gate on the commit that is named passes', async () => {
    const [here, tested] = [checkout(), checkout()];
    await stage.flow('by-hand', ['unit']);
    await play('attest', stage, tested, { flow: 'by-hand', 'junit-paths': 'red.xml' });
    const override = { 'attestation-type': 'override', compliant: 'true', reason: 'Known flake', 'original-type': 'junit' };
    const raw = { ...where(), flow: 'by-hand', 'attestation-name': 'unit', commit: tested.sha };
    const { events, result } = await playNamed('attest', { ...raw, ...override }, { workspace: here.path });
    expect(result).toMatchObject({ kind: 'reported', data: { git_commit_info: { sha1: tested.sha } }, question: { trail: tested.sha } });
    expect(result).not.toHaveProperty('data.repo_info');
    expect(events.map(({ kind }) => kind)).toEqual(['info']);
    const judged = await play('gate', stage, here, { flow: 'by-hand', commit: tested.sha });
    expect(judged.result.verdict).toMatchObject({ name: 'compliant', reasons: [] });
    const other = await playNamed('attest', { ...raw, 'attestation-type': 'generic', compliant: 'true' }, { workspace: here.path });
    expect(other.result).toMatchObject({ kind: 'stopped', code: 'wrong-commit' });
  });

  it('sends nothing in a dry run, and shows what it would', async () => {
    const before = posts(stage.server.requests).length;
    const { result } = await attest({ 'attestation-type': 'generic', compliant: 'true', 'dry-run': 'true' });
    expect(result).toMatchObject({ kind: 'reported', dryRun: true, data: { is_compliant: true } });
    if (result.kind !== 'reported') throw new Error(`it ended as ${result.kind}`);
    expect(resultJson(result)).toMatchObject({ verdict: 'would-record' });
    expect(posts(stage.server.requests)).toHaveLength(before);
  });

  it('hides a token in it, and says so', async () => {
    at.write('secret.json', JSON.stringify({ lines: 91, log: `with ${stage.token}` }));
    const { events, result } = await attest({ 'attestation-type': 'custom:coverage', data: 'secret.json' });
    expect(events).toContainEqual({ kind: 'warning', message: expect.stringContaining('attestation_data') });
    expect(JSON.stringify(result)).not.toContain(stage.token);
  });

  it.each<readonly [string, RawOptions, RegExp]>([
    ['of no type', { 'attestation-type': 'generics', compliant: 'true' }, /--attestation-type does not know "generics"/],
    ['of an empty type, as of a variable that is not set', { 'attestation-type': '' }, /--attestation-type is empty/],
    ['of a custom type without a name', { 'attestation-type': 'custom', data: 'none.json' }, /does not know "custom"/],
    ['of a type that every object has', { 'attestation-type': 'constructor' }, /does not know "constructor"/],
    ['of a custom type that no type can be', { 'attestation-type': 'custom:a/b', data: 'none.json' }, /names no custom type/],
    ['that says neither yes nor no', { 'attestation-type': 'generic' }, /--compliant is missing: evidence of the type generic/],
    ['whose yes is empty', { 'attestation-type': 'generic', compliant: '' }, /--compliant is empty/],
    ['whose yes is another word', { 'attestation-type': 'generic', compliant: 'yes' }, /--compliant does not know "yes"/],
    [
      'whose no would not be read',
      { 'attestation-type': 'snyk', data: 'snyk.json', compliant: 'false' },
      /--compliant does nothing for evidence of the type snyk/,
    ],
    [
      'of test results with a no that would not be read',
      { compliant: 'false', 'junit-paths': 'green.xml' },
      /--compliant does nothing for evidence of the type junit/,
    ],
    [
      'with test results',
      { 'attestation-type': 'generic', compliant: 'true', 'junit-paths': 'red.xml' },
      /--junit-paths names test results/,
    ],
    [
      'with the end of a test step',
      { 'attestation-type': 'generic', compliant: 'true', 'test-outcome': 'failure' },
      /--test-outcome is about test results/,
    ],
    ['without data', { 'attestation-type': 'jira' }, /--data is missing: evidence of the type jira/],
    [
      'with data that is not there',
      { 'attestation-type': 'jira', data: 'gone.json' },
      /--data names a file that cannot be read \(ENOENT\)/,
    ],
    ['with data that is no JSON', { 'attestation-type': 'jira', data: 'green.xml' }, /--data names a file that is not JSON/],
    ['without a control', { 'attestation-type': 'decision', compliant: 'true' }, /--control is missing/],
    ['without a reason', { 'attestation-type': 'override', compliant: 'true' }, /--reason is missing.*--original-type is missing/s],
    [
      'with files that an override has no room for',
      { 'attestation-type': 'override', compliant: 'true', reason: 'x', 'original-type': 'junit', attachments: 'green.xml' },
      /has no attachments/,
    ],
    [
      'without a name',
      { 'attestation-type': 'generic', compliant: 'true', 'attestation-name': '' },
      /--attestation-name is missing or empty/,
    ],
  ])('is not sent %s', async (_, raw, message) => {
    const before = posts(stage.server.requests).length;
    const { result } = await attest(raw);
    expect(result).toMatchObject({ kind: 'stopped', ending: 'usage', message: expect.stringMatching(message), fix: expect.any(String) });
    expect(posts(stage.server.requests)).toHaveLength(before);
  });

  it('is not recorded where the service does not take it, and the field is named', async () => {
    const { result } = await attest({ 'attestation-type': 'snyk', data: 'coverage.json' });
    expect(result).toMatchObject({ kind: 'stopped', ending: 'unknown', message: expect.stringContaining('snyk_results') });
  });
});
