import { describe, expect, test } from 'vitest';
import { field, putFlow, sha, world, type Answer, type World } from './support.ts';

/** Posts evidence of a kind to the trail `f/t`, under the name `x`. */
function post(it: World, kind: string, data: object, upload?: Parameters<World['form']>[3], key?: string): Promise<Answer> {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return it.form('POST', `/attestations/acme/f/trail/t/${kind}`, { attestation_name: 'x', ...data }, upload, headers);
}

const suite = { name: 's', failures: 0, errors: 0, skipped: 0, total: 1, duration: 0 };
const scan = { low_count: 0, medium_count: 0, high_count: 0 };
const snyk = { tool: { name: 'snyk', version: '1.2' } };
const sonar = { analysedAt: 'now', revision: 'r', project: { key: 'k', url: 'https://sonar.example' } };
const issue = { issue_id: 'A-1', issue_url: 'https://jira.example/A-1', issue_exists: true };
const pull = { url: 'https://host.example/pull/1', state: 'MERGED', approvers: ['bob'], of_its_host: 1 };
const control = { type_name: 'decision', control: 'C-1' };

/**
 * Each kind: its path, its type, a green body, a red body, and the field that the verdict is read from with a value that it must
 * not have.
 */
const kinds = [
  { kind: 'junit', type: 'junit', green: { junit_results: [suite] }, red: { junit_results: [{ ...suite, errors: 1 }] } },
  { kind: 'generic', type: 'generic', green: { is_compliant: true }, red: { is_compliant: false } },
  {
    kind: 'pull_request',
    type: 'pull_request',
    green: { git_provider: 'github', pull_requests: [pull] },
    red: { git_provider: 'azure', pull_requests: [] },
  },
  {
    kind: 'snyk',
    type: 'snyk',
    green: { snyk_results: { ...snyk, results: [scan] } },
    red: { snyk_results: { ...snyk, results: [{ ...scan, high_count: 2 }] } },
  },
  {
    kind: 'sonar',
    type: 'sonar',
    green: { sonar_results: { ...sonar, qualityGate: { status: 'OK', conditions: [] }, more: 1 } },
    red: { sonar_results: { ...sonar, qualityGate: { status: 'ERROR', conditions: [] } } },
  },
  { kind: 'jira', type: 'jira', green: { jira_results: [issue] }, red: { jira_results: [{ ...issue, issue_exists: false }] } },
  {
    kind: 'system',
    type: 'system:decision',
    green: { ...control, attestation_data: { is_compliant: true } },
    red: { ...control, attestation_data: { is_compliant: false } },
  },
] as const;

describe.each(kinds)('evidence of the kind $kind', ({ kind, type, green, red }) => {
  test.each([
    [green, true],
    [red, false],
  ])('is evaluated by what was sent, and all of that is shown', async (data, compliant) => {
    const it = await world();
    const sent = { ...data, git_commit_info: { sha1: sha }, user_data: { a: 1 }, annotations: { k: 'v' } };
    const answer = await post(it, kind, sent, { content: 'attached', name: 'a.txt' });
    expect([answer.status, field(answer.body, 'message')]).toEqual([201, 'OK']);
    const attestation_id = field(answer.body, 'attestation_id');
    expect(field((await it.get(`/attestations/acme?attestation_id=${String(attestation_id)}`)).body, 'data.0')).toMatchObject({
      ...sent,
      attestation_id,
      attestation_type: type,
      is_compliant: compliant,
      has_audit_package: true,
    });
    expect((await it.get('/trails/acme/f/t')).body).toMatchObject({
      compliance_state: compliant ? 'COMPLIANT' : 'NON-COMPLIANT',
      git_commit_info: { sha1: sha },
      compliance_status: {
        attestations_statuses: [{ attestation_name: 'x', attestation_type: type, attestation_id, is_compliant: compliant }],
      },
    });
  });

  test('satisfies a template that asks for it, and no other', async () => {
    const it = await world();
    const wanted = type === 'system:decision' ? 'decision' : type;
    const other = type === 'snyk' ? 'sonar' : 'snyk';
    for (const [asked, state] of [
      [wanted, 'COMPLIANT'],
      ['"*"', 'COMPLIANT'],
      [other, 'INCOMPLETE'],
    ] as const) {
      await putFlow(it, 'f', `version: 1\ntrail: {attestations: [{name: x, type: ${asked}}]}\n`);
      await post(it, kind, green);
      expect([asked, field((await it.get('/trails/acme/f/t')).body, 'compliance_state')]).toEqual([asked, state]);
    }
  });

  test('is refused with the name of each field of its own that is missing, and of each that nobody knows', async () => {
    const it = await world();
    for (const name of Object.keys(green)) {
      const answer = await post(it, kind, { ...green, [name]: undefined });
      expect([answer.status, Object.keys(Object(field(answer.body, 'errors')))]).toEqual([400, [name]]);
    }
    expect(field((await post(it, kind, { ...green, surplus: 1 })).body, 'errors')).toHaveProperty('surplus');
    expect((await it.get('/flows/acme/f')).status).toBe(404);
  });

  test('is recorded once when it is sent twice with one key', async () => {
    const it = await world();
    const [first, second, other] = [
      await post(it, kind, green, undefined, 'k'),
      await post(it, kind, green, undefined, 'k'),
      await post(it, kind, red, undefined, 'k'),
    ];
    expect(field(second.body, 'attestation_id')).toBe(field(first.body, 'attestation_id'));
    expect([second.headers.get('idempotent-replayed'), other.status]).toEqual(['true', 422]);
    expect((await it.get('/attestations/acme')).body).toHaveProperty('data.length', 1);
  });
});

const unreadable = [
  ['generic', { is_compliant: 'true' }, 'is_compliant'],
  ['generic', { is_compliant: null }, 'is_compliant'],
  ['pull_request', { git_provider: 'github', pull_requests: [{ state: 'MERGED' }] }, 'pull_requests[0].url'],
  ['pull_request', { git_provider: 'other', pull_requests: [pull] }, 'git_provider'],
  ['snyk', { snyk_results: { ...snyk, results: [] } }, 'snyk_results.results'],
  ['snyk', { snyk_results: { ...snyk, results: [{ ...scan, high_count: -1 }] } }, 'snyk_results.results[0].high_count'],
  ['snyk', { snyk_results: { ...snyk, results: [{ ...scan, critical_count: 1 }] } }, 'snyk_results.results[0].critical_count'],
  ['sonar', { sonar_results: sonar }, 'sonar_results.qualityGate'],
  ['sonar', { sonar_results: { ...sonar, qualityGate: { status: 1 } } }, 'sonar_results.qualityGate.status'],
  ['jira', { jira_results: [{ ...issue, issue_exists: 'yes' }] }, 'jira_results[0].issue_exists'],
  ['system', { ...control, attestation_data: {} }, 'attestation_data.is_compliant'],
  ['system', { ...control, type_name: 'other', attestation_data: { is_compliant: true } }, 'type_name'],
] as const;

test.each(unreadable)('a verdict that cannot be read out of a %s is no yes: %j', async (kind, data, name) => {
  const it = await world();
  const answer = await post(it, kind, data);
  expect([answer.status, Object.keys(Object(field(answer.body, 'errors')))]).toEqual([400, [name]]);
  expect((await it.get('/attestations/acme')).body).toHaveProperty('data.length', 0);
});

test('a decision stands under both of its names in a template', async () => {
  const it = await world();
  await putFlow(it, 'f', 'version: 1\ntrail: {attestations: [{name: x, type: "system:decision"}]}\n');
  await post(it, 'system', { ...control, attestation_data: { is_compliant: true } });
  expect(field((await it.get('/trails/acme/f/t')).body, 'compliance_state')).toBe('COMPLIANT');
});
