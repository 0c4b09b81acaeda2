/**
 * The forms of names and identifiers, as regular expression sources. They are plain strings, so that the action can carry them
 * without a schema library. Fingerprint, commit, flow, trail and template names are the interface's own patterns; the others are
 * what its best-known implementation accepts.
 */
export const patterns = {
  fingerprint: '^[a-f0-9]{64}$',
  /** The tree of a directory: the version of its form, and a SHA-256. `file` is a single file, which has none. */
  tree: '^(?:[1-9][0-9]?:[a-f0-9]{64}|file)$',
  commitSha: '^[a-f0-9]{40}$',
  orgName: '^[a-zA-Z0-9][a-zA-Z0-9\\-_.~]*$',
  flowName: '^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$',
  trailName: '^[a-zA-Z0-9][a-zA-Z0-9\\-_.~]*$',
  /** Attestation names, target artifacts, and `template_reference_name`; a comma is allowed in the first two. */
  templateName: '^[a-zA-Z0-9\\-_,]+$',
  artifactName: '^[a-zA-Z0-9\\-_]+$',
  typeName: '^[a-zA-Z0-9][a-zA-Z0-9\\-_~]*$',
  /** Without `~`, which stands between an environment and the number of a snapshot. */
  environmentName: '^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_]*$',
  notificationName: '^[a-zA-Z0-9][a-zA-Z0-9\\-_\\.~/]*$',
  policyName: '^[a-zA-Z0-9][a-zA-Z0-9\\-_\\.~]*$',
  tagName: '^[a-zA-Z0-9][a-zA-Z0-9\\-_.~]{0,254}$',
  externalUrlLabel: '^[^=.]+$',
  annotationKey: '^[A-Za-z0-9_-]+$',
  /** Identifiers of records: 8-4-4-4-8 hexadecimal digits, which is not a UUID. */
  recordId: '^[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{8}$',
  /** The beginning of a record's identifier, with seven digits or more. */
  idPrefix: '^[a-f0-9]{7}[a-f0-9-]*$',
} as const;

export const gitProviders = ['github', 'gitlab', 'bitbucket', 'azure'] as const;

/** A logical one has others as its parts. */
export const environmentTypes = ['K8S', 'ECS', 'S3', 'lambda', 'server', 'docker', 'azure-apps', 'cloud-run', 'logical'] as const;
export type EnvironmentType = (typeof environmentTypes)[number];

export const notificationTriggers = [
  'ON_STARTED_ARTIFACT',
  'ON_EXITED_ARTIFACT',
  'ON_SCALED_ARTIFACT',
  'ON_ALLOWED_ARTIFACT',
  'ON_NON_COMPLIANT_ENV',
  'ON_COMPLIANT_ENV',
] as const;

export type PatternName = keyof typeof patterns;

const compiled = new Map<PatternName, RegExp>();

export function matches(name: PatternName, value: string): boolean {
  let pattern = compiled.get(name);
  if (pattern === undefined) {
    pattern = new RegExp(patterns[name], 'u');
    compiled.set(name, pattern);
  }
  return pattern.test(value);
}

/** Ours, where no other source is named; sizes in bytes, lengths in characters. Plain numbers, so that every room may read them. */
export const limits = {
  /** Largest `attachment_file`, in bytes: "maximum size 10 MB" in the interface, measured on its service as 10 × 1024 × 1024. */
  attachmentBytes: 10 * 1024 * 1024,
  /** Largest `data_json` that our service accepts, in bytes (ours; the interface shows none). */
  dataJsonBytes: 8 * 1024 * 1024,
  /**
   * Values in one `data_json`: lists, objects, strings, numbers and words (ours). A record of 10,000 rows has 80,000 to 90,000.
   * The cost of a request depends on this number and less on its bytes.
   */
  jsonValues: 150_000,
  /** Different field names in one `data_json` (ours): a new name costs 20 times what a value does. */
  jsonNames: 20_000,
  /** Lists and objects inside of each other in one `data_json` (ours): deeper than this no evidence is nested. */
  jsonDepth: 64,
  /** Rows in one `junit_results` (ours; above it the client sums rows up). */
  junitRows: 10_000,
  /** Entries in one `target_artifacts` (ours): each is a row of the trail that every later decision reads. */
  targetArtifacts: 256,
  /** `parents` of one commit (ours): git itself merges no more at once than a few dozen. */
  parents: 256,
  externalUrls: 256,
  /** Commits in one `src_commit_list` (ours). */
  approvedCommits: 10_000,
  approvers: 256,
  /** Different artifacts in one snapshot (ours): all of them are judged in the write that asks. */
  snapshotArtifacts: 1000,
  /** Instances in one report of what runs (ours). */
  snapshotInstances: 5000,
  /** Default and largest page of a listing (ours; the interface shows no maximum). */
  pageSize: 100,
  /** Fewest characters of the beginning of a name or an identifier (ours): with fewer, too many names begin with them. */
  shortestPrefix: 7,
  typeSchemaBytes: 256 * 1024,
  /** Rules of a custom type, and lines of its summary (ours). */
  rules: 100,
  /** Characters of one of them (ours). */
  ruleCharacters: 4096,
  /** Commits that a report of an artifact lists (ours). */
  commits: 1000,
  /** Tags on one flow or environment (ours): each trail of a flow shows them. */
  tags: 100,
  tagValue: 1024,
  /** Names in a template that is a list of names (ours): as many as the other form has room for. */
  templateNames: 1000,
  templateBytes: 256 * 1024,
  /**
   * Pieces of YAML in one template: names, dashes, colons, spaces, line ends, comments (ours). An attestation on two lines has 18,
   * so that there is room for 1,000.
   */
  templatePieces: 20_000,
  /** Lists and mappings inside of each other in one template (ours); a valid one has 6. */
  templateDepth: 16,
  /** Targets of one notification rule, and e-mail addresses of one target (ours). */
  notificationTargets: 5,
  emails: 50,
  notificationEnvironments: 100,
  webhookLength: 2048,
  /** Largest body that brings an ID token, in bytes (ours): anybody may send one, and those of GitHub have 2 KiB. */
  idTokenBytes: 16 * 1024,
  /** Flows that one token is narrowed to (ours): they are part of each request's first question. */
  flowsOfToken: 100,
  expressionLength: 2000,
  /** Rules, and exceptions of a rule, in one policy (ours): each is checked for every artifact that runs. */
  policyRules: 200,
} as const;

/** Items on a page whose size is not asked for: of artifacts as the interface has it, the others ours. */
export const usualPages = {
  approvals: 20,
  artifacts: 15,
  attestations: 20,
  environments: 15,
  events: 15,
  flows: 20,
  snapshots: 15,
  trails: 20,
} as const;

export const roles = ['admin', 'member', 'recorder', 'approver', 'snapshotter', 'auditor', 'reader'] as const;
export type Role = (typeof roles)[number];

/** The log of those who run the service: a token of it is an operator's. No organization can have this name. */
export const operators = '~operators';

/** Roles whose rights are about flows. The others are for what is of a whole organization. */
export const flowRoles: readonly Role[] = ['member', 'recorder', 'approver', 'reader'];

/** The right that a request needs. Recording evidence, overriding, approving and defining what is required are for different people. */
export type Permission =
  /** Look after the organization: its tokens, its members and the rules of its jobs. */
  | 'administer'
  /** Record evidence: trails, artifacts and attestations. */
  | 'evidence'
  /** Override what evidence says, of an attestation or of an artifact in an environment. */
  | 'override'
  | 'approve'
  /** Say what is required, and of what: flows, templates, types, policies, environments, notifications, tags. */
  | 'define'
  /** Report what runs in an environment. */
  | 'snapshot'
  /** Read the log itself. */
  | 'log'
  | 'read';

export const permissionsOf: Readonly<Record<Role, readonly Permission[]>> = {
  admin: ['administer', 'evidence', 'override', 'approve', 'define', 'snapshot', 'log', 'read'],
  member: ['evidence', 'override', 'approve', 'define', 'snapshot', 'read'],
  recorder: ['evidence', 'read'],
  approver: ['override', 'approve', 'read'],
  snapshotter: ['snapshot', 'read'],
  auditor: ['log', 'read'],
  reader: ['read'],
};
