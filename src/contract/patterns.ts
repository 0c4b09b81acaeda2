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
  /** The name of an artifact in a template. */
  artifactName: '^[a-zA-Z0-9\\-_]+$',
  /** Name of a custom attestation type. */
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

/** The hosts of pull requests, as evidence names them. */
export const gitProviders = ['github', 'gitlab', 'bitbucket', 'azure'] as const;

/** The types of environments; a logical one has others as its parts. */
export const environmentTypes = ['K8S', 'ECS', 'S3', 'lambda', 'server', 'docker', 'azure-apps', 'cloud-run', 'logical'] as const;
export type EnvironmentType = (typeof environmentTypes)[number];

/** The events that a rule can react to. */
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

/** Whether a string is of that form. */
export function matches(name: PatternName, value: string): boolean {
  let pattern = compiled.get(name);
  if (pattern === undefined) {
    pattern = new RegExp(patterns[name], 'u');
    compiled.set(name, pattern);
  }
  return pattern.test(value);
}
