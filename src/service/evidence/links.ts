/**
 * A reply as the contract has it: every named field is there, and has its type. The service may say more. The fields of `Left`
 * are excepted: they come only sometimes, or as a client sent them.
 */
export type View<Reply, Left extends PropertyKey = never> = {
  readonly [Name in Exclude<keyof Reply, Left>]-?: Shown<Exclude<Reply[Name], undefined>>;
} & Readonly<Record<string, unknown>>;

/** The same, but read-only. */
type Shown<Part> = Part extends readonly (infer Item)[]
  ? readonly Shown<Item>[]
  : Part extends object
    ? { readonly [Name in keyof Part]: Shown<Part[Name]> }
    : Part;

/** The lists of an organization, as the paths of their pages name them. */
export type List = 'audits' | 'environments' | 'policies' | 'types' | 'notifications' | 'records' | 'access' | 'job-rules';

/** Addresses of what the service shows to people, and of the same as the interface answers it. */
export type Links = ReturnType<typeof linksFrom>;

/** `base` gives the service's public address, without a slash at its end. */
export function linksFrom(base: () => string) {
  const address = (...parts: readonly (string | number)[]) => [base(), ...parts.map((part) => encodeURIComponent(part))].join('/');
  const flow = (org: string, name: string) => address(org, 'flows', name);
  const trail = (org: string, flowName: string, name: string) => address(org, 'flows', flowName, 'trails', name);
  return {
    service: base,
    page: (path: string) => `${base()}${path}`,
    home: () => `${base()}/`,
    signIn: (next?: string) => `${base()}/sign-in${next === undefined ? '' : `?next=${encodeURIComponent(next)}`}`,
    startSignIn: (next: string) => `${base()}/sign-in/start?next=${encodeURIComponent(next)}`,
    terminal: (hash: string) => address('sign-in', 'terminal', hash),
    signOut: () => `${base()}/sign-out`,
    organization: (org: string) => address(org),
    search: (org: string, words?: string) => `${address(org, 'search')}${words === undefined ? '' : `?q=${encodeURIComponent(words)}`}`,
    flows: (org: string) => address(org, 'flows'),
    flow,
    trail,
    /** `id` names the artifact on one trail, because several trails may have it. */
    artifactPage: (org: string, flowName: string, fingerprint: string, id?: string) =>
      `${flow(org, flowName)}/artifacts/${fingerprint}${id === undefined ? '' : `?artifact_id=${encodeURIComponent(id)}`}`,
    artifactApi: (org: string, flowName: string, fingerprint: string) =>
      address('api', 'v2', 'artifacts', org, flowName, 'fingerprint', fingerprint),
    attestation: (org: string, flowName: string, name: string, id: string) =>
      `${trail(org, flowName, name)}?attestation_id=${encodeURIComponent(id)}`,
    tests: (org: string, flowName: string) => `${flow(org, flowName)}/tests`,
    artifacts: (org: string, flowName: string) => `${flow(org, flowName)}/artifacts`,
    approvals: (org: string, flowName: string) => `${flow(org, flowName)}/approvals`,
    approval: (org: string, flowName: string, number: number) => `${flow(org, flowName)}/approvals/${number}`,
    /** `list` is the name of a list of the organization, and `name` one thing in it. */
    listed: (org: string, list: List, name?: string) => (name === undefined ? address(org, list) : address(org, list, name)),
    tokens: (org: string) => address(org, 'access', 'tokens'),
    token: (org: string, id: string, what: 'rotation' | 'end') => address(org, 'access', 'tokens', id, what),
    jobRule: (org: string, id: string) => address(org, 'job-rules', id, 'end'),
    /** `name` is that of an attached file. */
    audit: (org: string, id: string, name?: string) => (name === undefined ? address(org, 'audits', id) : address(org, 'audits', id, name)),
    trailStatement: (org: string, flowName: string, name: string) => `${trail(org, flowName, name)}/statement`,
    statement: (org: string, flowName: string, name: string, id: string) =>
      `${trail(org, flowName, name)}/attestations/${encodeURIComponent(id)}/statement`,
    statementKey: () => `${base()}/statement-key.pem`,
    attachment: (org: string, flowName: string, name: string, id: string) =>
      address(org, 'flows', flowName, 'trails', name, 'attestations', id, 'attachment'),
    snapshot: (org: string, environment: string, number: number) => address(org, 'environments', environment, 'snapshots', number),
    changes: (org: string, environment: string, number: number) => address(org, 'environments', environment, 'changes', number),
    snapshotApi: (org: string, environment: string, number: number) => address('api', 'v2', 'snapshots', org, environment, number),
  };
}
