import { Type } from 'typebox';
import { limits, roles } from '../limits.ts';
import { FlowName, OrgName, Timestamp, closed, oneOf } from './fields.ts';
import type { Operations } from './operation.ts';
import { Flag, Text, Texts, Whole, orNull } from './parts.ts';

/* Not in the interface: what an administrator does for an organization. */

const Role = oneOf(...roles);
/** Before the year 10000. */
const End = Type.Number({ minimum: 0, maximum: 253_402_300_799 });
const Ending = Type.Optional(Type.Union([End, Type.Literal('never')]));
const Flows = Type.Optional(Type.Array(FlowName, { minItems: 1, maxItems: limits.flowsOfToken }));

/** A token that nobody took back, without its secret. It may have ended. */
export const ListedToken = Type.Object({
  id: Text,
  user: Text,
  /** Whether its user is a machine: no person has the name. */
  machine: Type.Boolean(),
  role: Role,
  label: orNull(Text),
  flows: orNull(Texts),
  created_at: Timestamp,
  /** `operator` is whoever holds the data; null where no record says who. */
  made_by: orNull(Text),
  expires_at: orNull(Timestamp),
  replaced: Type.Boolean(),
  last_used_at: orNull(Timestamp),
});
export type ListedToken = Type.Static<typeof ListedToken>;

export const TokenInput = closed({
  /** A machine user; the caller by default. */
  user: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  role: Role,
  label: Type.Optional(Type.String({ pattern: '^\\S[^\\u0000-\\u001F\\u007F]*$', maxLength: 100 })),
  flows: Flows,
  /** By default 365 days from now, or the end of the caller's token if that comes first. */
  expires_at: Ending,
});
export type TokenInput = Type.Static<typeof TokenInput>;

export const RotationInput = closed({
  /** Seconds for which the replaced token is still taken: a day by default. */
  overlap: Type.Optional(Type.Integer({ minimum: 0, maximum: 366 * 86_400 })),
  /** By default it lives as long as the replaced one was made for, or to the end of the caller's token if that comes first. */
  expires_at: Ending,
});
export type RotationInput = Type.Static<typeof RotationInput>;

/** `token` is the secret: it is shown this once, and kept nowhere. */
export const MadeToken = Type.Object({
  id: Type.String(),
  token: Type.String({ pattern: '^[!-~]+$' }),
  user: Text,
  expires_at: orNull(Timestamp),
  replaced_ends_at: Type.Optional(Timestamp),
});
export type MadeToken = Type.Static<typeof MadeToken>;

export const RevokedToken = Type.Object({ id: Text, user: Text });
export type RevokedToken = Type.Static<typeof RevokedToken>;

const made = { success: [201], reply: MadeToken } as const;

export const tokenOperations = {
  /** By user. */
  listTokens: { method: 'GET', path: '/tokens/:org', need: 'administer', reply: Type.Array(ListedToken), checks: { ListedToken } },
  createToken: { method: 'POST', path: '/tokens/:org', need: 'administer', data: TokenInput, ...made, checks: { MadeToken, RevokedToken } },
  rotateToken: {
    method: 'POST',
    path: '/tokens/:org/:token_id/rotation',
    need: 'administer',
    data: RotationInput,
    ...made,
  },
  /** In this organization alone. */
  revokeToken: { method: 'DELETE', path: '/tokens/:org/:token_id', need: 'administer', reply: RevokedToken },
} as const satisfies Operations;

export const Member = Type.Object({ user: Type.String(), machine: Type.Boolean(), roles: Type.Array(Role), tokens: Type.Integer() });
export type Member = Type.Static<typeof Member>;

export const memberOperations = {
  /** Everybody with a token that lets them in, by name, with the roles of these. */
  listMembers: { method: 'GET', path: '/members/:org', need: 'administer', reply: Type.Array(Member) },
} as const satisfies Operations;

const Asked = Type.Optional(Text);

const ofRule = {
  role: Role,
  audience: Text,
  /** `owner/name`, or `owner/*` for all repositories of an owner. The ids are what counts. */
  repository: Text,
  repository_id: Asked,
  owner_id: Asked,
  workflow: Asked,
  ref: Asked,
  environment: Asked,
  events: Type.Optional(Type.Array(Text, { minItems: 1, maxItems: 64 })),
};

export const JobRuleInput = closed({ ...ofRule, flows: Flows, issuer: Asked });
export type JobRuleInput = Type.Static<typeof JobRuleInput>;

export const JobRule = Type.Object({ ...ofRule, id: Text, flows: Type.Optional(Texts), issuer: Text, created_at: Timestamp });
export type JobRule = Type.Static<typeof JobRule>;

/** `warnings`: jobs that it lets in and that its author may not have meant, a sentence each. */
export const AddedJobRule = Type.Object({ id: Type.String(), was_there: Flag, warnings: Texts });
export type AddedJobRule = Type.Static<typeof AddedJobRule>;

const added = { success: [201], reply: AddedJobRule, checks: { AddedJobRule } } as const;

export const jobRuleOperations = {
  /** Those that are in force, by repository. */
  listJobRules: { method: 'GET', path: '/oidc/rules/:org', need: 'administer', reply: Type.Array(JobRule), checks: { JobRule } },
  addJobRule: { method: 'POST', path: '/oidc/rules/:org', need: 'administer', data: JobRuleInput, ...added },
  /** Access that it gave ends too. */
  removeJobRule: { method: 'DELETE', path: '/oidc/rules/:org/:rule_id', need: 'administer', reply: JobRule },
} as const satisfies Operations;

const counts = { members: Whole, flows: Whole, trails: Whole, records: Whole, log_bytes: Whole, attachment_bytes: Whole };
const times = { created_at: Timestamp, archived_at: orNull(Timestamp), last_record_at: Timestamp, last_used_at: orNull(Timestamp) };

/** `members`: users with a token. It was used then, to about a minute. */
export const ListedOrganization = Type.Object({ name: Type.String(), ...counts, ...times });
export type ListedOrganization = Type.Static<typeof ListedOrganization>;

/** `user` is its first administrator: the name of no job and of no command. `expires_at` is of its token. */
export const OrganizationInput = closed({
  name: OrgName,
  user: Type.String({ pattern: '^(?!operator$)[^\\s:][^:\\u0000-\\u001F\\u007F]*$', maxLength: 255 }),
  expires_at: Ending,
});
export type OrganizationInput = Type.Static<typeof OrganizationInput>;

const changed = { refers: true, reply: ListedOrganization, checks: { ListedOrganization } } as const;

/** For an operator's token, which opens nothing else. */
export const operatorOperations = {
  listOrganizations: { method: 'GET', path: '/organizations', need: 'operator', reply: Type.Array(ListedOrganization) },
  makeOrganization: { method: 'POST', path: '/organizations', need: 'operator', data: OrganizationInput, ...made },
  /** An archived one is read, and takes no record. */
  changeOrganization: { method: 'PATCH', path: '/organizations/:org', need: 'operator', data: closed({ archived: Flag }), ...changed },
} as const satisfies Operations;
