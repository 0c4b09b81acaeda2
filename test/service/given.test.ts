import { expect, test } from 'vitest';
import { operations } from '../../src/contract/index.ts';
import { operators } from '../../src/contract/limits.ts';
import { nameOf, successOf } from '../../src/service/http/openapi.ts';
import { createToken } from '../../src/service/index.ts';
import { askedFor, holdToDescription } from './client.ts';
import { door } from './oidc/setup.ts';
import { attest, client, field, green, putFlow, putPolicy, red, sha, token, type Answer, type Client } from './support.ts';
import { webhookTarget } from './webhook-target.ts';

const fingerprint = 'ab'.repeat(32);
const notThere = 'cd'.repeat(32);
const template = `version: 1
trail:
  attestations: [{ name: unit, type: junit }]
  artifacts: [{ name: app, attestations: [{ name: scan, type: generic }] }]
`;
const policy = `_schema: https://policies.example/v1
artifacts: { provenance: { required: true, exceptions: [{ if: "\${{ artifact.name == 'tool' }}" }] }, attestations: [{ type: junit }] }
`;
/** Each field is there, and says nothing. */
const nothing = {
  origin_url: null,
  description: null,
  artifact_fingerprint: null,
  target_artifacts: null,
  git_commit_info: null,
  repo_info: null,
  external_urls: null,
  annotations: null,
  user_data: null,
};
const commit = {
  sha1: sha,
  message: 'Begin',
  author: 'A <a@b.c>',
  author_username: null,
  branch: 'main',
  url: null,
  timestamp: 1.5,
  parents: [],
};
/** Each field says something. */
const everything = {
  origin_url: 'https://ci.example/1',
  description: 'd',
  git_commit_info: { ...commit, more: 1 },
  annotations: { a: 'b' },
  repo_info: { id: null, name: 'acme/app', url: 'https://code.example/acme/app', provider: 'github', more: 1 },
  external_urls: { log: { href: 'https://logs.example/1', fingerprint } },
  user_data: { any: [1, null] },
};
const snapshot = { artifacts: [{ digests: { app: fingerprint, tool: notThere }, creationTimestamp: 1 }] };

/** Does everything that may be asked for, so that each answer has something in it. */
async function everyOperation(it: Client, webhook: string): Promise<void> {
  const onTrail = '/attestations/acme/f/trail/t';
  const kind = (name: string, data: object, more: object = everything) =>
    it.form('POST', `${onTrail}/${name}`, { attestation_name: name, ...data, ...more }, { content: '<x/>' });
  await putFlow(it, 'f', template);
  await it.json('PUT', '/flows/acme', { name: 'names', template: ['unit'] });
  await it.json('PATCH', '/tags/acme/flow/f', { set_tags: { team: 'payments' } });
  await it.form('PUT', '/trails/acme/f', { name: 't', ...everything, annotations: undefined });
  await it.form('POST', '/custom-attestation-types/acme', {
    name: 'size',
    evaluator: { content_type: 'jq', rules: ['.mb < 5'] },
    summary: null,
  });
  await it.json('POST', '/artifacts/acme/f', {
    fingerprint,
    filename: 'app.bin',
    build_url: '',
    commit_url: 'https://host.example/c',
    repo_url: null,
    git_commit: sha,
    trail_name: 't',
    template_reference_name: 'app',
    commits_list: [commit],
    ...everything,
    origin_url: undefined,
  });
  const bare = { fingerprint: notThere, filename: 'tool', build_url: '', commit_url: '', description: null, git_commit: null };
  await it.json('POST', '/artifacts/acme/f', { ...bare, user_data: null });
  await attest(it, 'f/t', { junit_results: [red], ...nothing });
  const { body } = await attest(
    it,
    'f/t',
    { junit_results: [{ ...green, timestamp: null }], ...everything, target_artifacts: ['app'] },
    { content: '<x/>' },
  );
  await it.get(`${onTrail}/attestation/${String(field(body, 'attestation_id'))}/statement`);
  await it.get('/trails/acme/f/t/statement');
  await attest(it, 'f/t', { junit_results: [], attestation_name: 'empty', ...everything });
  await kind('generic', { is_compliant: true, attestation_name: 'scan', artifact_fingerprint: fingerprint });
  await kind('generic', { is_compliant: true }, nothing);
  await kind('custom', { type_name: 'size', attestation_data: { mb: 3 } });
  await kind('pull_request', {
    git_provider: 'github',
    pull_requests: [{ url: 'https://code.example/1', state: 'MERGED', merge_commit: null }],
  });
  await kind('snyk', {
    snyk_results: { tool: { name: 'snyk', version: '1' }, results: [{ low_count: 0, medium_count: 0, high_count: 0 }] },
  });
  await kind('sonar', {
    sonar_results: { analysedAt: '1', revision: sha, project: { key: 'k', url: 'https://q.example' }, qualityGate: { status: 'OK' } },
  });
  await kind('jira', { jira_results: [{ issue_id: 'A-1', issue_url: 'https://issues.example/A-1', issue_exists: true }] });
  await kind('system', { type_name: 'decision', control: 'c1', attestation_data: { is_compliant: true } });
  const override = { attestation_name: 'unit', reason: 'seen', new_compliance_status: true, original_attestation_type: 'junit' };
  await it.json('POST', `${onTrail}/override`, { ...override, ...nothing });
  await it.json('POST', '/approvals/acme/f', { artifact_fingerprint: fingerprint, description: '', src_commit_list: [sha] });
  const answer = { state: 'APPROVED', comment: '', approved_by: 'eve', approval_url: '' };
  const approved = {
    artifact_fingerprint: fingerprint,
    description: 'd',
    src_commit_list: [sha],
    oldest_commit: null,
    environment: 'prod',
  };
  await it.json('PUT', '/environments/acme', { name: 'prod', type: 'server', description: null, policies: null });
  await it.json('PUT', '/environments/acme', { name: 'all', type: 'logical', included_environments: [] });
  await it.json('PUT', '/environments/acme/all/join', { physical_env_name: 'prod' });
  await it.json('POST', '/approvals/acme/f', { ...approved, approvals: [answer], user_data: null });
  const rule = { name: 'n', environments: ['prod'], triggers: ['ON_NON_COMPLIANT_ENV'] };
  const targets = [
    { type: 'WEBHOOK', webhook },
    { type: 'SLACK', webhook, context: { channel_id: 'c', channel_name: 'n', team_id: 't' } },
  ];
  await it.json('PUT', '/organizations/acme/environments_notifications', { ...rule, targets });
  await it.json('PUT', '/organizations/acme/environments_notifications/1', { ...rule, type: 'env', targets });
  await it.json('PUT', '/environments/acme/prod/report/server', snapshot);
  await putPolicy(it, 'p', policy, { comment: null });
  await it.json('POST', '/environments/acme/prod/policies', { policy_names: ['p'] });
  await it.json('PUT', '/allowlists/acme/prod', { artifact_fingerprint: notThere, artifact_name: 'tool', description: 'known' });
  await it.json('PUT', '/environments/acme/prod/report/server', { artifacts: [] });
  await it.json('PUT', '/user/acme', {});
  const id = String(field(body, 'attestation_id'));
  for (const path of readsOf(id)) await it.get(path);
  await it.json('POST', '/organizations/acme/environments_notifications/1/signing_secrets', {});
  await it.json('DELETE', '/environments/acme/prod/policies', { policy_names: ['p'] });
  await it.json('DELETE', '/organizations/acme/environments_notifications/1', {});
  await it.json('PUT', '/custom-attestation-types/acme/size/archive', {});
  await it.json('PUT', '/environments/acme/prod/rename', { new_name: 'live' });
  await administration(it);
  await it.json('PUT', '/environments/acme/live/archive', {});
  await it.json('PUT', '/flows/acme/f/rename', { new_name: 'g' });
  await it.json('PUT', '/flows/acme/names/archive', {});
}

/** Reads of what is there then, each list as a whole and in pages of one. */
const readsOf = (id: string): readonly string[] => [
  '/trails/acme/f',
  '/trails/acme/f?per_page=1',
  '/trails/acme/f/t',
  '/trails/acme',
  '/trails/acme?flow=f&per_page=1',
  '/attestations/acme',
  '/attestations/acme?per_page=1',
  `/attestations/acme?commit_list=${sha}`,
  `/attestations/acme?attestation_id=${id}`,

  '/attestations/acme/f',
  '/attestations/acme/f/trail/t/unit',
  `/attestations/acme/f/artifact/${fingerprint}/scan`,
  `/attestations/acme/list_attestations_for_criteria?commit_list=${sha}`,
  '/artifacts/acme',
  `/artifacts/acme/f/fingerprint/${fingerprint}`,
  `/artifacts/acme/f/fingerprint/${notThere}`,
  `/artifacts/acme/f/commit_sha/${sha}`,
  `/artifacts/acme/f/${notThere}/latest_commit`,
  `/artifacts/acme/f/${fingerprint}/approvals`,
  '/approvals/acme/f',
  '/approvals/acme/f/1',
  '/approvals/acme/f/artifact-commit/prod',
  '/organizations/acme',
  '/organizations/acme/environments_notifications',
  '/organizations/acme/environments_notifications/1',
  '/policies/acme',
  '/policies/acme/p',
  '/custom-attestation-types/acme',
  '/custom-attestation-types/acme/size',
  '/custom-attestation-types/acme/size?version=1',
  `/search/acme/sha/${sha}`,
  `/search/acme/sha/${notThere}`,
  '/search/acme/sha/abababa',

  '/flows/acme',
  '/flows/acme?per_page=1',
  '/flows/acme/f',
  '/flows/acme/f/tests',
  '/flows/acme/f/tests?since=1',
  '/user/default-org',
  '/records/acme',
  '/allowlists/acme',
  '/environments/acme',
  '/environments/acme?page=1',
  '/environments/acme/prod',
  '/environments/acme/all',
  '/environments/acme/prod/events',

  '/snapshots/acme/prod',
  '/snapshots/acme/prod/1',
  '/snapshots/acme/prod/-1',
  '/snapshots/acme/all/-1',
  '/env-diff/acme?snappish1=prod%231&snappish2=prod%232',
  `/asserts/acme/fingerprint/${fingerprint}`,
  `/asserts/acme/fingerprint/${fingerprint}?environment_name=prod`,
  `/asserts/acme/fingerprint/${notThere}?policy_name=p`,
];

/** The same client, which tells of each operation that it succeeded, and throws where one did not. */
async function administration(it: Client): Promise<void> {
  const { body } = await it.json('POST', '/tokens/acme', { user: 'bot', role: 'recorder' });
  const made = await it.json('POST', `/tokens/acme/${String(field(body, 'id'))}/rotation`, {});
  await it.get('/tokens/acme');
  await it.get('/members/acme');
  await it.json('DELETE', `/tokens/acme/${String(field(made.body, 'id'))}`, undefined);
  const about = { role: 'recorder', audience: 'evidence', repository: 'acme/other', repository_id: '5' };
  const rule = await it.json('POST', '/oidc/rules/acme', about);
  await it.get('/oidc/rules/acme');
  await it.json('DELETE', `/oidc/rules/acme/${String(field(rule.body, 'id'))}`, undefined);
}

/** One organization more, by who runs the service. */
async function operation(it: Client): Promise<void> {
  await it.get('/organizations');
  await it.json('POST', '/organizations', { name: 'initech', user: 'peter' });
  await it.json('PATCH', '/organizations/initech', { archived: true });
}

function noting(it: Client, base: string, given: Set<string>): Client {
  const note = (method: string, path: string, answer: Answer): Answer => {
    const operation = askedFor(method, `${base}/api/v2${path}`)?.operation;
    if (operation === undefined || !successOf(operation).includes(answer.status))
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    given.add(nameOf(operation) ?? path);
    return answer;
  };
  return {
    get: async (path) => note('GET', path, await it.get(path)),
    json: async (method, path, body) => note(method, path, await it.json(method, path, body)),
    form: async (method, path, ...more) => note(method, path, await it.form(method, path, ...more)),
  };
}

test('every operation gives what it is described to give', async () => {
  const target = await webhookTarget();
  const { exchange, it, rule } = await door({}, undefined, { webhookHosts: [target.host] });
  const { url } = it.service;
  const admin = client(url, { authorization: `Bearer ${token}-admin` });
  // A file is no JSON, and an ID token is no token: these two are asked for in their own way.
  const given = new Set<string>(['downloadEvidence', 'exchangeIdToken']);
  await everyOperation(noting(admin, url, given), `http://${target.host}/hook`);
  const operator = await createToken({ dataDir: it.dataDir, user: 'olga', orgs: [operators], role: 'reader' });
  await operation(noting(client(url, { authorization: `Bearer ${operator}` }), url, given));
  await rule();
  expect((await exchange()).status).toBe(201);
  expect(Object.keys(operations).filter((name) => !given.has(name))).toEqual([]);
});

test('an answer is held to its description: its status, each of its fields, and each field of a refusal', () => {
  const hold = (path: string, status: number, body: unknown) => () =>
    holdToDescription('GET', `http://127.0.0.1/api/v2${path}`, status, body);
  const organization = { name: 'acme', kind: 'shared', experimental_features_enabled: false, created_at: 1, last_modified_at: 1 };
  expect(hold('/organizations/acme', 200, organization)).not.toThrow();
  expect(hold('/organizations/acme', 200, { ...organization, more: 1 })).toThrow('more');
  expect(hold('/organizations/acme', 200, { ...organization, kind: null })).toThrow('/kind: must be string');
  expect(hold('/organizations/acme', 201, organization)).toThrow('answered 201, which getOrganization does not say');
  expect(hold('/organizations/acme', 403, { message: 'No.' })).not.toThrow();
  expect(hold('/organizations/acme', 403, { error: 'No.' })).toThrow('error');
  expect(hold('/organizations/acme', 404, { message: 'No.' })).toThrow('answered 404');
});
