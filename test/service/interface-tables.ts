import { triggers } from '../interface/sent-rules.ts';
// The tables of the interface, as our document must have them: `*` marks a required field, and a type may be narrower than here.

/** A type with `|` between its parts, the fields of an object, or an enum; `[]` at the end of a name is a list of it. */
export type Said = string | readonly string[] | { readonly [field: string]: Said };

const states = ['COMPLIANT', 'NON-COMPLIANT', 'INCOMPLETE'];
const commit = {
  sha1: 'string',
  message: 'string | null',
  author: 'string | null',
  author_username: 'string | null',
  branch: 'string | null',
  url: 'string | null',
  timestamp: 'number | null',
  'parents[]': 'string | null',
};
const repo = { name: 'string', url: 'string', id: 'string | null', description: 'string | null', provider: 'string | null' };
const entry = { name: 'string', type: 'string' };
export const pagination = { total: 'integer', page: 'integer', per_page: 'integer', page_count: 'integer' };

export const trail = {
  name: 'string',
  last_modified_at: 'number',
  created_at: 'number',
  compliance_state: states,
  is_compliant: 'boolean',
  created_by: 'string',
  html_url: 'string',
  description: 'string',
  origin_url: 'string',
  user_data: 'object | array',
  'repo_ids[]': 'string',
  'events[]': 'object',
  external_urls: 'object',
  flow: { name: 'string', tags: 'object' },
  git_commit_info: { sha1: 'string', message: commit.message, author: commit.author, branch: commit.branch, timestamp: commit.timestamp },
  compliance_status: {
    status: states,
    is_compliant: 'boolean',
    artifacts_statuses: 'object',
    evaluated_at: 'number',
    flow_template_id: 'string',
    'attestations_statuses[]': {
      attestation_name: 'string',
      attestation_type: 'string',
      attestation_id: 'string',
      overridden_attestation_id: 'string',
      status: ['COMPLETE', 'MISSING'],
      is_compliant: 'boolean',
      unexpected: 'boolean',
    },
  },
  template: {
    trail: { 'attestations[]': entry, 'artifacts[]': { name: 'string', 'attestations[]': entry } },
    version: 'integer',
    content: 'string',
  },
};

export const attestation = {
  attestation_id: 'string',
  attestation_name: 'string',
  attestation_type: 'string',
  created_at: 'number',
  description: 'string',
  has_audit_package: 'boolean',
  html_url: 'string',
  is_compliant: 'boolean',
  origin_url: 'string',
  reported_by: 'string',
  schema_version: 'integer',
  user_data: 'object | array',
};

export const artifact = {
  'id*': 'string',
  'fingerprint*': 'string',
  'filename*': 'string',
  'created_at*': 'string',
  'last_modified_at*': 'string',
  'evidence*': 'object',
  trail_name: 'string | null',
  template_reference_name: 'string | null',
  git_commit: 'string | null',
  git_commit_info: commit,
  repo_info: repo,
  commit_url: 'string | null',
  build_url: 'string | null',
  repo_url: 'string | null',
  html_url: 'string | null',
  api_url: 'string | null',
  user_data: 'any',
  external_urls: 'object | null',
  annotations: 'object | null',
  state: [...states, 'null'],
  'deployments[]': 'integer',
  'releases[]': 'integer',
};

export const rule = {
  'name*': 'string',
  'type*': 'string',
  'number*': 'integer',
  'environments*[]': 'string',
  'created_by*': 'string',
  'triggers*[]': triggers,
  'targets*[]': 'object',
  'is_created_from_slack_app*': 'boolean',
  'last_modified_at*': 'number',
  is_failing: 'boolean | null',
  last_success_timestamp: 'number | null',
  last_failure_timestamp: 'number | null',
  created_at: 'number | null',
};

export const approval = {
  'release_number*': 'integer',
  'base_artifact*': 'string',
  'artifact_name*': 'string',
  'target_artifact*': 'string',
  'description*': 'string',
  'src_commit_list*[]': 'string',
  'created_at*': 'number',
  'last_modified_at*': 'number',
  'state*': ['APPROVED', 'UNAPPROVED', 'PENDING'],
  'approvals*[]': { state: 'string', comment: 'string', approved_by: 'string', approval_url: 'string', timestamp: 'number' },
  environment: 'string | null',
  user_data: 'any',
};

const matches = { type: 'string', count: 'integer', 'matches[]': 'string' };
export const found = {
  'artifacts*[]': {
    fingerprint: 'string',
    name: 'string',
    git_commit: 'string',
    pipeline: 'string',
    flow: 'string',
    trail: 'string',
    template_reference_name: 'string',
    build_url: 'string',
    commit_url: 'string',
    compliance_state: 'string',
    html_url: 'string',
    api_url: 'string',
    has_provenance: 'boolean',
    'running_in[]': 'string',
    'exited_from[]': 'string',
    'history[]': 'any',
  },
  resolved_to: { type: 'string', full_match: 'string', fingerprints: matches, commits: matches },
};

export const junit = {
  attestation_name: 'string',
  origin_url: 'string | null',
  description: 'string | null',
  artifact_fingerprint: 'string | null',
  'junit_results[]': {
    name: 'string',
    failures: 'integer',
    errors: 'integer',
    skipped: 'integer',
    total: 'integer',
    duration: 'number',
    timestamp: 'number | null',
  },
  'target_artifacts[]': 'string | null',
  git_commit_info: commit,
  repo_info: repo,
  external_urls: 'object | null',
  annotations: 'object | null',
  user_data: 'object | array | null',
};
