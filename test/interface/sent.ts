/** The values that are written into the service. Every field that the interface names has a value that is not its default. */

/** All SHAs begin alike, so that one search finds them. */
export const sha = 'abababc'.padEnd(40, '1');
export const earlierSha = 'abababc'.padEnd(40, '2');
export const fingerprint = 'ab'.repeat(32);
/** The fingerprint of the artifact that is on the earlier trail, and is not complete. */
export const earlierFingerprint = 'cd'.repeat(32);
/** The fingerprint of an artifact that is not compliant. */
export const redFingerprint = 'ef'.repeat(32);
/** The fingerprint of something that runs although nobody reported it. */
export const strangeFingerprint = 'ababab0'.padEnd(64, '7');

export const commit = {
  sha1: sha,
  message: 'Sell tea',
  author: 'Ada <ada@example.com>',
  author_username: 'ada',
  branch: 'main',
  url: 'https://github.com/acme/shop/commit/c0ffee',
  timestamp: 1_790_000_000.5,
  parents: [earlierSha],
} as const;

export const repo = {
  id: '4711',
  name: 'acme/shop',
  url: 'https://github.com/acme/shop',
  description: 'The shop',
  provider: 'github',
} as const;

const links = { external_urls: { ticket: { href: 'https://tickets.example/1', fingerprint } }, annotations: { stage: 'beta' } } as const;
const userData = { 'build.number': 7, nested: { list: [1, null] } } as const;

export const tags = { team: 'basket' } as const;

export const template = `version: 1
trail:
  attestations:
    - { name: unit, type: junit }
  artifacts:
    - name: cli
      attestations:
        - { name: coverage, type: "custom:coverage" }
`;

export const parsedTemplate = {
  version: 1,
  trail: {
    attestations: [{ name: 'unit', type: 'junit' }],
    artifacts: [{ name: 'cli', attestations: [{ name: 'coverage', type: 'custom:coverage' }] }],
  },
} as const;

/** The template of the trail that is compliant. */
export const patchTemplate = 'trail: { attestations: [{ name: smoke, type: "*" }] }\n';
export const patchEvidence = { attestation_name: 'smoke', is_compliant: true } as const;

export const typeSchema = { type: 'object', required: ['percent'], properties: { percent: { type: 'number' } } } as const;
export const type = {
  name: 'coverage',
  description: 'How much of the code the tests reach',
  evaluator: { content_type: 'jq', rules: ['.percent >= 80'] },
  summary: [{ name: 'Percent', expression: '.percent' }],
} as const;

export const trail = {
  name: 'release',
  description: 'The release of tea',
  user_data: userData,
  git_commit_info: commit,
  repo_info: repo,
  external_urls: links.external_urls,
  origin_url: 'https://ci.example/runs/1',
} as const;

const pages = { build_url: 'https://ci.example/builds/1', commit_url: 'https://github.com/acme/shop/commit/c0ffee' } as const;

/** An artifact without any of the optional fields. The search for all others does not find it. */
export const bareArtifact = { fingerprint: '34'.repeat(32), filename: 'bare.tgz', build_url: '', commit_url: '' } as const;

/** The artifacts in the order in which they are reported. */
export const artifacts = [
  {
    fingerprint: earlierFingerprint,
    filename: 'old.tgz',
    ...pages,
    trail_name: 'early',
    git_commit: earlierSha,
    template_reference_name: 'cli',
  },
  { fingerprint: redFingerprint, filename: 'docs.tgz', ...pages, trail_name: 'release', git_commit: sha, template_reference_name: 'docs' },
  {
    fingerprint,
    filename: 'shop.tgz',
    ...pages,
    repo_url: 'https://github.com/acme/shop',
    git_commit: sha,
    git_commit_info: commit,
    repo_info: repo,
    template_reference_name: 'cli',
    trail_name: 'release',
    description: 'The shop, packed',
    commits_list: [commit],
    ...links,
    user_data: userData,
  },
] as const;
export const [, redArtifact, artifact] = artifacts;

const about = {
  git_commit_info: commit,
  repo_info: repo,
  description: 'What it shows',
  origin_url: 'https://ci.example/runs/2',
  user_data: userData,
  ...links,
} as const;

export const junit = {
  attestation_name: 'unit',
  ...about,
  junit_results: [
    { name: 'basket', failures: 0, errors: 0, skipped: 1, total: 5, duration: 0.25, timestamp: 1_790_000_001.5 },
    { name: 'till', failures: 0, errors: 0, skipped: 0, total: 2, duration: 1.5, timestamp: 1_790_000_002 },
  ],
} as const;

/** The file that goes along with the test results. */
export const attached = '<testsuites/>';

/** Evidence of each kind, in the order in which it is recorded. */
export const evidence = [
  { kind: 'junit', type: 'junit', compliant: true, data: junit },
  { kind: 'generic', type: 'generic', compliant: false, data: { attestation_name: 'lint', ...about, is_compliant: false } },
  {
    kind: 'custom',
    type: 'custom:coverage',
    compliant: true,
    data: {
      attestation_name: 'coverage',
      ...about,
      artifact_fingerprint: fingerprint,
      target_artifacts: ['cli'],
      type_name: 'coverage',
      attestation_data: { percent: 91 },
    },
  },
  {
    kind: 'pull_request',
    type: 'pull_request',
    compliant: true,
    data: {
      attestation_name: 'review',
      ...about,
      git_provider: 'github',
      pull_requests: [{ url: 'https://github.com/acme/shop/pull/1', state: 'MERGED', approvers: ['bob'], author: 'ada' }],
    },
  },
  {
    kind: 'snyk',
    type: 'snyk',
    compliant: false,
    data: {
      attestation_name: 'scan',
      ...about,
      artifact_fingerprint: redFingerprint,
      snyk_results: {
        schema_version: 1,
        tool: { name: 'snyk', version: '1.2' },
        results: [{ low_count: 1, medium_count: 0, high_count: 1, low: [{ id: 'L-1' }], medium: [], high: [{ id: 'H-1' }] }],
      },
    },
  },
  {
    kind: 'sonar',
    type: 'sonar',
    compliant: true,
    data: {
      attestation_name: 'quality',
      ...about,
      sonar_results: {
        analysedAt: '2026-11-21T10:00:00+0000',
        revision: sha,
        status: 'SUCCESS',
        project: { key: 'shop', url: 'https://sonar.example/shop' },
        qualityGate: { status: 'OK', conditions: [{ metric: 'bugs', status: 'OK' }] },
      },
    },
  },
  {
    kind: 'jira',
    type: 'jira',
    compliant: true,
    data: {
      attestation_name: 'ticket',
      ...about,
      jira_results: [{ issue_id: 'T-1', issue_url: 'https://tickets.example/1', issue_exists: true }],
    },
  },
  {
    kind: 'system',
    type: 'system:decision',
    compliant: true,
    data: { attestation_name: 'board', ...about, type_name: 'decision', control: 'C-1', attestation_data: { is_compliant: true } },
  },
] as const;

export const override = {
  attestation_name: 'lint',
  ...about,
  reason: 'Looked at by hand',
  new_compliance_status: true,
  original_attestation_type: 'generic',
} as const;

/** The snapshots that are reported of each environment, one after the other. */
export const reports = [
  ['staging', artifact],
  ['staging', undefined],
  ['prod', artifact],
  ['staging', { filename: 'strange', fingerprint: strangeFingerprint }],
] as const;

const asked = { artifact_fingerprint: fingerprint, description: 'Ready for customers', src_commit_list: [sha] } as const;
export const yes = { state: 'APPROVED', comment: 'Fine', approved_by: 'bob', approval_url: 'https://chat.example/1' } as const;
export const no = { state: 'UNAPPROVED', comment: 'Not yet', approved_by: 'eve', approval_url: 'https://chat.example/2' } as const;

/** The approvals in the order in which they are reported. */
export const approvals = [
  asked,
  { ...asked, approvals: [yes, no] },
  { ...asked, oldest_commit: earlierSha, environment: 'prod', approvals: [yes], user_data: { ...userData, round: 2 } },
] as const;

/** The values that the tests themselves send to the flow `sent`. The search for all other SHAs does not find these. */
export const ownSha = 'f00d'.padEnd(40, '3');
export const ownFingerprint = '12'.repeat(32);
export const ownJunit = {
  ...junit,
  git_commit_info: { ...commit, sha1: ownSha },
  artifact_fingerprint: ownFingerprint,
  target_artifacts: ['cli'],
} as const;
