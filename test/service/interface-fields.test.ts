import { expect, test } from 'vitest';
import { operations, type OperationName } from '../../src/contract/index.ts';
import { mounted } from './mounted.ts';
import { field } from './support.ts';

// The tables of the interface, as our document must have them: `*` marks a required field, and a type may be narrower than here.

/** A type with `|` between its parts, the fields of an object, or an enum; `[]` at the end of a name is a list of it. */
type Said = string | readonly string[] | { readonly [field: string]: Said };

const states = ['COMPLIANT', 'NON-COMPLIANT', 'INCOMPLETE'];
const commit = {
  ...{ sha1: 'string', message: 'string | null', author: 'string | null', author_username: 'string | null', branch: 'string | null' },
  ...{ url: 'string | null', timestamp: 'number | null', 'parents[]': 'string | null' },
};
const repo = { name: 'string', url: 'string', id: 'string | null', description: 'string | null', provider: 'string | null' };
const entry = { name: 'string', type: 'string' };
const pagination = { total: 'integer', page: 'integer', per_page: 'integer', page_count: 'integer' };

const trail = {
  ...{ name: 'string', last_modified_at: 'number', created_at: 'number', compliance_state: states, is_compliant: 'boolean' },
  ...{ created_by: 'string', html_url: 'string', description: 'string', origin_url: 'string', user_data: 'object | array' },
  ...{ 'repo_ids[]': 'string', 'events[]': 'object', external_urls: 'object', flow: { name: 'string', tags: 'object' } },
  git_commit_info: { sha1: 'string', message: commit.message, author: commit.author, branch: commit.branch, timestamp: commit.timestamp },
  compliance_status: {
    ...{ status: states, is_compliant: 'boolean', artifacts_statuses: 'object', evaluated_at: 'number', flow_template_id: 'string' },
    'attestations_statuses[]': {
      ...{ attestation_name: 'string', attestation_type: 'string', attestation_id: 'string', overridden_attestation_id: 'string' },
      ...{ status: ['COMPLETE', 'MISSING'], is_compliant: 'boolean', unexpected: 'boolean' },
    },
  },
  template: {
    trail: { 'attestations[]': entry, 'artifacts[]': { name: 'string', 'attestations[]': entry } },
    version: 'integer',
    content: 'string',
  },
};

const attestation = {
  ...{ attestation_id: 'string', attestation_name: 'string', attestation_type: 'string', created_at: 'number', description: 'string' },
  ...{ has_audit_package: 'boolean', html_url: 'string', is_compliant: 'boolean', origin_url: 'string', reported_by: 'string' },
  ...{ schema_version: 'integer', user_data: 'object | array' },
};

const artifact = {
  ...{ 'id*': 'string', 'fingerprint*': 'string', 'filename*': 'string', 'created_at*': 'string', 'last_modified_at*': 'string' },
  ...{ 'evidence*': 'object', trail_name: 'string | null', template_reference_name: 'string | null', git_commit: 'string | null' },
  ...{ git_commit_info: commit, repo_info: repo, commit_url: 'string | null', build_url: 'string | null', repo_url: 'string | null' },
  ...{ html_url: 'string | null', api_url: 'string | null', user_data: 'any', external_urls: 'object | null' },
  ...{ annotations: 'object | null', state: [...states, 'null'], 'deployments[]': 'integer', 'releases[]': 'integer' },
};

const rule = {
  ...{ 'name*': 'string', 'type*': 'string', 'number*': 'integer', 'environments*[]': 'string', 'created_by*': 'string' },
  'triggers*[]': [
    ...['ON_STARTED_ARTIFACT', 'ON_EXITED_ARTIFACT', 'ON_SCALED_ARTIFACT', 'ON_ALLOWED_ARTIFACT', 'ON_NON_COMPLIANT_ENV'],
    'ON_COMPLIANT_ENV',
  ],
  ...{ 'targets*[]': 'object', 'is_created_from_slack_app*': 'boolean', 'last_modified_at*': 'number', is_failing: 'boolean | null' },
  ...{ last_success_timestamp: 'number | null', last_failure_timestamp: 'number | null', created_at: 'number | null' },
};

const approval = {
  ...{ 'release_number*': 'integer', 'base_artifact*': 'string', 'artifact_name*': 'string', 'target_artifact*': 'string' },
  ...{ 'description*': 'string', 'src_commit_list*[]': 'string', 'created_at*': 'number', 'last_modified_at*': 'number' },
  'state*': ['APPROVED', 'UNAPPROVED', 'PENDING'],
  'approvals*[]': { state: 'string', comment: 'string', approved_by: 'string', approval_url: 'string', timestamp: 'number' },
  ...{ environment: 'string | null', user_data: 'any' },
};

const matches = { type: 'string', count: 'integer', 'matches[]': 'string' };
const found = {
  'artifacts*[]': {
    ...{ fingerprint: 'string', name: 'string', git_commit: 'string', pipeline: 'string', flow: 'string', trail: 'string' },
    ...{ template_reference_name: 'string', build_url: 'string', commit_url: 'string', compliance_state: 'string', html_url: 'string' },
    ...{ api_url: 'string', has_provenance: 'boolean', 'running_in[]': 'string', 'exited_from[]': 'string', 'history[]': 'any' },
  },
  resolved_to: { type: 'string', full_match: 'string', fingerprints: matches, commits: matches },
};

const junit = {
  ...{ attestation_name: 'string', origin_url: 'string | null', description: 'string | null', artifact_fingerprint: 'string | null' },
  'junit_results[]': {
    ...{ name: 'string', failures: 'integer', errors: 'integer', skipped: 'integer', total: 'integer', duration: 'number' },
    timestamp: 'number | null',
  },
  ...{ 'target_artifacts[]': 'string | null', git_commit_info: commit, repo_info: repo, external_urls: 'object | null' },
  ...{ annotations: 'object | null', user_data: 'object | array | null' },
};

const ok = ['responses', '200', 'content', 'application/json', 'schema'];

test.each<readonly [string, OperationName, readonly string[], Said]>([
  ['a page of trails', 'listTrails', [...ok, 'anyOf', '0'], { 'data*[]': trail, pagination }],
  ['the plain list of trails', 'listTrails', [...ok, 'anyOf', '1', 'items'], trail],
  ['the attestations of a commit', 'findAttestations', [...ok, 'anyOf', '0', 'additionalProperties', 'items'], attestation],
  ['a page of attestations', 'findAttestations', [...ok, 'anyOf', '1'], { 'data*[]': attestation, pagination }],
  ['artifacts', 'listArtifacts', [...ok, 'items'], artifact],
  ['notification rules', 'listNotifications', [...ok, 'items'], rule],
  ['one notification rule', 'getNotification', ok, rule],
  ['test results', 'attestJunit', ['requestBody', 'content', 'multipart/form-data', 'schema', 'properties', 'data_json'], junit],
  ['what a search finds', 'searchSha', ok, found],
  ['approvals', 'listApprovals', [...ok, 'items'], approval],
])('the document has every field of the interface in %s', async (_, name, place, said) => {
  expect(faultsOf(place.reduce<unknown>(at, await operationSaid(name)), said, '')).toEqual([]);
});

test('the document has the defaults of the interface', async () => {
  const [trails, artifacts] = [await operationSaid('listTrails'), await operationSaid('listArtifacts')];
  const defaults = (of: unknown) =>
    Object.fromEntries(listOf(at(of, 'parameters')).map((each) => [field(each, 'name'), field(each, 'schema.default')]));
  expect(defaults(trails)).toMatchObject({ page: 1, per_page: undefined });
  expect(defaults(artifacts)).toMatchObject({ page: 1, per_page: 15 });
  const rows = [
    ...ok,
    'anyOf',
    '0',
    'properties',
    'data',
    'items',
    'properties',
    'compliance_status',
    'properties',
    'attestations_statuses',
  ];
  expect([...rows, 'items', 'properties', 'unexpected', 'default'].reduce<unknown>(at, trails)).toBe(false);
});

let whole: unknown;

async function operationSaid(name: OperationName): Promise<unknown> {
  whole ??= (await (await mounted()).inject('/api/v2/openapi.json')).json();
  const { method, path } = operations[name];
  return ['paths', `/api/v2${path.replace(/:(\w+)/g, '{$1}')}`, method.toLowerCase()].reduce(at, whole);
}

/** What a schema does not say as the interface does. */
function faultsOf(schema: unknown, said: Said, where: string): readonly string[] {
  if (said === 'any') return schema === undefined ? [`${where} is not there`] : [];
  const parts = partsOf(schema);
  if (typeof said === 'string') {
    const types = parts.map((part) => field(part, 'type'));
    const isSaid = types.some((type) => type !== 'null') && types.every((type) => said.split(' | ').includes(String(type)));
    return isSaid ? [] : [`${where} is ${types.join(' | ') || 'not there'}, and not ${said}`];
  }
  if (isWords(said)) {
    const words = parts.flatMap((part) => field(part, 'enum') ?? field(part, 'type'));
    const isTyped = parts.every((part) => typeof field(part, 'type') === 'string');
    return isTyped && words.toSorted().join() === said.toSorted().join()
      ? []
      : [`${where} is one of ${words.join()}, and not of ${said.join()}`];
  }
  const one = parts.find((part) => field(part, 'type') === 'object');
  const required = listOf(field(one, 'required'));
  return Object.entries(said).flatMap(([key, of]) => {
    const name = key.replace(/\*|\[\]/g, '');
    const inner = at(field(one, 'properties'), name);
    const items = key.endsWith('[]')
      ? at(
          partsOf(inner).find((part) => field(part, 'type') === 'array'),
          'items',
        )
      : inner;
    const missing = key.includes('*') && !required.includes(name) ? [`${where}.${name} is not required`] : [];
    return [...missing, ...faultsOf(items, of, `${where}.${name}`)];
  });
}

const isWords = (said: Said): said is readonly string[] => Array.isArray(said);

/** The alternatives of a schema, those of its alternatives too. */
function partsOf(schema: unknown): readonly unknown[] {
  const any = field(schema, 'anyOf');
  if (Array.isArray(any)) return any.flatMap(partsOf);
  return schema === undefined ? [] : [schema];
}

function at(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? new Map<string, unknown>(Object.entries(value)).get(name) : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
