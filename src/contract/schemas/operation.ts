import { Type, type TProperties, type TSchema } from 'typebox';
import { environmentTypes, type Permission } from '../limits.ts';
import {
  CommitSha,
  EnvironmentName,
  Fingerprint,
  FlowName,
  OrgName,
  PolicyName,
  RecordId,
  TemplateName,
  TrailName,
  TypeName,
  oneOf,
} from './fields.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * How a secret that is narrowed to flows may use an operation:
 * - `path`: where the flow that the path names is one of them;
 * - `query`: where this part of the query names one of them, and none of `without` is there;
 * - `filtered`: the answer has these flows alone;
 * - `body`: where the body names one of them;
 * - `shared`: always, because nothing in it is of a flow;
 * - `none`: not at all.
 */
export type Reach =
  | 'path'
  | 'filtered'
  | 'body'
  | 'shared'
  | 'none'
  | { readonly query: 'flow' | 'flow_name'; readonly without?: readonly string[] };

/** Everything that service, client and documents know about an operation. */
export interface Operation {
  readonly method: Method;
  /** Below `{base_url}`; a `:name` is a parameter, percent-encoded as one path segment. */
  readonly path: `/${string}`;
  /** Its parameters that have another form than elsewhere. */
  readonly params?: TProperties;
  /** With `token` any token of an organization will do, with `operator` an operator's alone, and with `nothing` none is asked for. */
  readonly need?: Permission | 'token' | 'operator' | 'nothing';
  /** By default `path` where the path names a flow, and else `none`. */
  readonly reach?: Reach;
  readonly query?: TSchema;
  /** The schema of the body: of the JSON in a form where it may carry a file, or else of the body itself. */
  readonly data?: TSchema;
  /** It takes nothing, and is sent JSON all the same: some services want a body. */
  readonly body?: 'json';
  /** The name of the JSON in a form; `data_json` by default. */
  readonly json?: string;
  readonly file?: string;
  readonly isFile?: true;
  /** Those of its answer, where it is another one than that of JSON. */
  readonly mediaTypes?: readonly string[];
  /** The command line alone asks it, so the action does not load it. */
  readonly isOnLine?: true;
  /** For the interface's description. If left out, a read answers anything, and a write that it was done. */
  readonly reply?: TSchema;
  /** The statuses of an answer that is not a refusal; 200 by default. */
  readonly success?: readonly (200 | 201)[];
  /** Its query or its body names things that may not exist: that is 404, as for those in the path. */
  readonly refers?: boolean;
  /** It may ask something that does not fit the state of things: that is 409. */
  readonly conflicts?: boolean;
  /** It takes an `Idempotency-Key`: the same request may be sent again and is recorded once. */
  readonly keyed?: boolean;
  /** The parts of the answer that a client reads, by name: each becomes a generated check. */
  readonly checks?: Readonly<Record<string, TSchema>>;
}

/** As `src/statement` writes them, bare or in the bundle that signs them. Where there is nothing to state, that is 409. */
export const statement = {
  method: 'GET',
  mediaTypes: ['application/vnd.in-toto+json', 'application/vnd.dev.sigstore.bundle.v0.3+json'],
  conflicts: true,
} as const;

/** A write always says what right it needs, and a read needs `read` where it says nothing. */
export type Needing<Need> = { readonly method: 'GET'; readonly need?: Need } | { readonly need: Need };

/** The operations of a resource, by name. */
export type Operations = Readonly<Record<string, Operation & Needing<NonNullable<Operation['need']>>>>;

/** The values that a parameter of a path may have, by its name. */
const parameters = {
  org: OrgName,
  flow_name: FlowName,
  trail_name: TrailName,
  fingerprint: Fingerprint,
  commit_sha: CommitSha,
  attestation_name: TemplateName,
  attestation_id: RecordId,
  /** A negative number counts from the latest, which is `-1`. */
  approval_number: Type.String({ pattern: '^-?[0-9]{1,9}$' }),
  env_name: EnvironmentName,
  environment_name: EnvironmentName,
  type: oneOf(...environmentTypes),
  /** A snapshot: its number, its distance from the end, or its time. */
  expression: Type.String({ maxLength: 127 }),
  /** A snapshot, on a page. */
  number: Type.String({ pattern: '^[1-9][0-9]{0,7}$' }),
  notification_number: Type.String({ pattern: '^[0-9]{1,9}$' }),
  policy_name: PolicyName,
  rule_id: RecordId,
  token_id: RecordId,
  /** The SHA-256 of the secret of a terminal. */
  terminal: Fingerprint,
  type_name: TypeName,
  search_value: Type.String({ pattern: '^[a-zA-Z0-9]{1,64}$' }),
  resource_type: Type.Union([Type.Literal('flow'), Type.Literal('env')]),
  resource_id: Type.String({ minLength: 1, maxLength: 255 }),
};

type NamesIn<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | NamesIn<More>
    : Rest
  : never;

/** The parameters of a path, checked. */
export type ParamsIn<Path extends string> = {
  readonly [Name in NamesIn<Path>]: Name extends keyof typeof parameters ? Type.Static<(typeof parameters)[Name]> : string;
};

/** The schema of what stands in a path. */
export function paramsOf({ params = {}, path }: Pick<Operation, 'path' | 'params'>) {
  const known: TProperties = { ...parameters, ...params };
  const names = Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name);
  const forms = names.map((name) => {
    const form = known[name];
    if (form === undefined) throw new RangeError(`${path} has a parameter that has no form: ${name}`);
    return [name, form] as const;
  });
  return Type.Object(Object.fromEntries(forms));
}
