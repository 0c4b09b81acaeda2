/**
 * Every operation: its method and its path below `{base_url}`. Plain strings without a schema library, so that the
 * action can carry them. A `:name` is a parameter, percent-encoded as one path segment.
 */
export const paths = {
  /** Interface, operation 1. */
  listTrails: { method: 'GET', path: '/trails/:org/:flow_name' },
  /** Interface, operation 2: by commit. */
  findAttestations: { method: 'GET', path: '/attestations/:org' },
  /** Where some services answer the by-commit search of operation 2. */
  findAttestationsForCriteria: { method: 'GET', path: '/attestations/:org/list_attestations_for_criteria' },
  /** Interface, operation 6. */
  attestJunit: { method: 'POST', path: '/attestations/:org/:flow_name/trail/:trail_name/junit' },
  /** Beside the interface: one trail. */
  getTrail: { method: 'GET', path: '/trails/:org/:flow_name/:trail_name' },
  /** Beside the interface: the trails of all flows, or of one. */
  listOrgTrails: { method: 'GET', path: '/trails/:org' },
  /** Beside the interface: all records of one name on a trail. */
  attestationsOfName: { method: 'GET', path: '/attestations/:org/:flow_name/trail/:trail_name/:attestation_name' },
  /** Beside the interface: begin or update a trail. */
  putTrail: { method: 'PUT', path: '/trails/:org/:flow_name' },
  /** Beside the interface: create or update a flow with its template. */
  putFlow: { method: 'PUT', path: '/flows/:org/template_file' },
  /** Beside the interface: one flow. */
  getFlow: { method: 'GET', path: '/flows/:org/:flow_name' },
} as const satisfies Record<string, { method: 'GET' | 'POST' | 'PUT'; path: `/${string}` }>;

export type OperationName = keyof typeof paths;

/** Names of the parameters in an operation's path. */
export type PathParameters<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParameters<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The path of an operation with its parameters filled in. */
export function pathOf<Name extends OperationName>(
  operation: Name,
  parameters: Readonly<Record<PathParameters<(typeof paths)[Name]['path']>, string>>,
): string {
  const values: Readonly<Record<string, string>> = parameters;
  return paths[operation].path.replace(/:([a-z_]+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}
