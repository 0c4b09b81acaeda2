import type { Records } from '../../contract/index.ts';
import { permissionsOf } from '../../contract/limits.ts';
import { aFlag, aNumber, aText, ifThere, listOf, passes, shape, type Check, type Checked } from '../../text/check.ts';
import { given, parseJson, stringAt, valueAt } from '../../text/index.ts';
import { madeAt } from '../facts/log.ts';
import { row } from '../reports/csv.ts';
import { openRecordChain } from '../witness/record-chain.ts';

/* Who could do what in an organization of a service at a moment, by the records of its log alone. */

/** A token of a user, or a rule that lets jobs in. */
export interface Access {
  readonly kind: 'token' | 'job-rule';
  /** The id by which records name it as their credential. */
  readonly id: string;
  /** The user, or the jobs: the repository, and what else the rule asks for. */
  readonly who: string;
  readonly label: string | null;
  /** Whether a machine has the token: whoever granted it holds it. */
  readonly machine: boolean;
  readonly role: string;
  /** Null: this program does not know the role. */
  readonly may: readonly string[] | null;
  /** Null: all of the organization. */
  readonly flows: readonly string[] | null;
  /** ISO 8601 in UTC. */
  readonly grantedAt: string;
  /** As the record names who said it, with the command or the credential. */
  readonly grantedBy: string;
  /** Its end, as it was said up to the moment; null: none. */
  readonly until: string | null;
  /** Whether it let anybody in at the moment. */
  readonly inForce: boolean;
  /** Null where it was not taken back. */
  readonly takenBackAt: string | null;
  readonly takenBackBy: string | null;
  /** The token that it stands in for. */
  readonly replaces: string | null;
  /** Jobs that a rule let in up to the moment; null of a token: the log does not say how often it was used. */
  readonly jobs: number | null;
}

export interface AccessAt {
  readonly org: string;
  /** The moment, ISO 8601 in UTC. */
  readonly at: string;
  /** The last record up to the moment; null: there is none. */
  readonly head: { readonly sequence: number; readonly link: string } | null;
  /** Also those that ended before. */
  readonly access: readonly Access[];
  /** Why somebody may be missing, or wrong: empty where the log holds and all of it is understood. */
  readonly problems: readonly string[];
}

const header = {
  kind: aText,
  created_at: aNumber,
  reported_by: aText,
  credential: shape({ kind: aText, id: aText }),
};
const user = { user: aText };
const made = shape({
  ...header,
  ...user,
  token_id: aText,
  role: aText,
  label: ifThere(aText),
  replaces: ifThere(aText),
  flows: ifThere(listOf(aText)),
  expires_at: ifThere(aNumber),
  machine: ifThere(aFlag),
});
const members = shape({ ...header, ...user, role: aText, tokens: listOf(shape({ id: aText })) });
const ended = shape({ ...header, token_id: aText, ends_at: aNumber });
const revoked = shape({ ...header, token_id: aText });
const revokedAll = shape({ ...header, tokens: listOf(aText) });
const ruleAdded = shape({
  ...header,
  rule_id: aText,
  issuer: aText,
  audience: aText,
  repository: aText,
  role: aText,
  workflow: ifThere(aText),
  ref: ifThere(aText),
  environment: ifThere(aText),
  events: ifThere(listOf(aText)),
  flows: ifThere(listOf(aText)),
});
const ruleRemoved = shape({ ...header, rule_id: aText });
const anyRecord = shape(header);
type Said = Checked<typeof anyRecord>;

/** Kinds that grant nothing to anybody. One that is neither these nor known may. */
const ofOthers =
  /^(?:attestation$|job_access_ended$|default_organization_set$|signed_out$|(?:organization|flow|tags|trail|artifact|approval|type|environment|snapshot|policy|notification)_)/;

/** `expires` was said with the grant, and `ends` later: the earlier one counts. */
type Growing = Omit<{ -readonly [Name in keyof Access]: Access[Name] }, 'until' | 'inForce'> & Record<'expires' | 'ends', number | null>;

/** Takes all records of a log in their order, and says what was so at the moment. */
export function openAccess(org: string, orgId: string, at: string) {
  const chain = openRecordChain({ org, orgId });
  const all = new Map<string, Growing>();
  const problems: string[] = [];
  let head: AccessAt['head'] = null;
  const apply = (kind: string, record: unknown): boolean => {
    const read = <Value>(check: Check<Value>, change: (value: Value) => void): boolean => {
      if (!passes(check, record)) return false;
      change(record);
      return true;
    };
    switch (kind) {
      case 'token_made':
      case 'token_granted':
        return read(made, (one) => grant(all, one));
      case 'member_reported':
        return read(members, (one) => one.tokens.forEach(({ id }) => grant(all, { ...one, token_id: id })));
      case 'token_end_set':
        return read(ended, (one) => changeOf(all, one.token_id, { ends: one.ends_at }));
      case 'token_revoked':
        return read(revoked, (one) => takeBack(all, [one.token_id], one));
      case 'tokens_revoked':
        return read(revokedAll, (one) => takeBack(all, one.tokens, one));
      case 'oidc_rule_added':
      case 'oidc_owner_rule_added':
        return read(ruleAdded, (one) => letIn(all, one));
      case 'oidc_rule_removed':
        return read(ruleRemoved, (one) => takeBack(all, [one.rule_id], one));
      case 'job_let_in':
        return read(anyRecord, ({ credential: { id } }) => changeOf(all, id, { jobs: (all.get(id)?.jobs ?? 0) + 1 }));
      default:
        // Who signs in without a token has a role by groups, which no record names.
        return ofOthers.test(kind) || (kind === 'signed_in' && stringAt(valueAt(record, 'credential'), 'kind') === 'token');
    }
  };
  return {
    add({ body, link, sequence }: Records['records'][number]): void {
      chain.add({ kind: 'record', sequence, link, body });
      const record = parseJson(body);
      if (!passes(anyRecord, record)) problems.push(`Record ${sequence} cannot be read, and may be about access`);
      else if (record.created_at * 1000 <= Date.parse(at)) {
        head = { sequence, link };
        if (!apply(record.kind, record))
          problems.push(
            `Record ${sequence} is of the kind ${stringAt(record, 'kind') ?? ''}, which this program cannot read: it may be about access`,
          );
      }
    },
    /** @param said the end of the log by the service */
    result(said: { readonly sequence: number; readonly link: string }): AccessAt {
      const access = [...all.values()].map((one) => accessOf(one, at));
      return { org, at, head, access, problems: [...chain.result(said).problems, ...problems] };
    },
  };
}

function accessOf({ ends, expires, ...known }: Growing, at: string): Access {
  const end = Math.min(ends ?? Infinity, expires ?? Infinity);
  const until = end === Infinity ? null : momentOf(end);
  return { ...known, until, inForce: known.takenBackAt === null && Date.parse(at) < end * 1000 };
}

function momentOf(seconds: number): string {
  return madeAt(seconds) ?? 'a moment that cannot be read';
}

function saidBy({ credential: { id, kind }, reported_by: by }: Said): string {
  return kind === 'operator' ? `${by}, with the command ${id}` : `${by}, with ${kind} ${id}`;
}

const nothing = { label: null, flows: null, expires: null, ends: null, takenBackAt: null, takenBackBy: null, replaces: null, jobs: null };

function begun(one: Said & { readonly role: string }) {
  const known: Readonly<Record<string, readonly string[]>> = permissionsOf;
  const may = Object.hasOwn(known, one.role) ? (known[one.role] ?? null) : null;
  return { role: one.role, may, grantedAt: momentOf(one.created_at), grantedBy: saidBy(one) };
}

/** A token that is granted anew keeps what the record does not say, unless it was taken back. */
function grant(all: Map<string, Growing>, one: Checked<typeof made>): void {
  const before = all.get(one.token_id);
  const { flows, label, machine = false, replaces } = one;
  const said = given({ flows, label, replaces, expires: one.expires_at });
  const kept = before === undefined || before.takenBackAt !== null ? nothing : before;
  all.set(one.token_id, { ...kept, kind: 'token', id: one.token_id, who: one.user, machine, ...begun(one), ...said });
}

function letIn(all: Map<string, Growing>, one: Checked<typeof ruleAdded>): void {
  const { audience, environment, events, issuer, ref, repository, rule_id: id, workflow } = one;
  const asked = Object.entries({ workflow, ref, environment, event: events?.join(' or '), issuer, audience });
  const words = asked.flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]));
  all.set(id, {
    kind: 'job-rule',
    id,
    who: `jobs of ${repository}: ${words.join(', ')}`,
    machine: false,
    ...nothing,
    ...begun(one),
    flows: one.flows ?? null,
    jobs: 0,
  });
}

function changeOf(all: ReadonlyMap<string, Growing>, id: string, change: Partial<Growing>): void {
  const known = all.get(id);
  if (known !== undefined) Object.assign(known, change);
}

function takeBack(all: ReadonlyMap<string, Growing>, ids: readonly string[], one: Said): void {
  for (const id of ids) changeOf(all, id, { takenBackAt: momentOf(one.created_at), takenBackBy: saidBy(one) });
}

const columns =
  'kind id who label role may flows in_force granted_at granted_by until taken_back_at taken_back_by replaces jobs as_of organization machine';

/** A row each, also of those that had ended, and of each problem one of the kind `not-known`. */
export function* accessCsv({ access, at, org, problems }: AccessAt): Generator<string> {
  yield `\uFEFF${row(columns.split(' '))}`;
  for (const one of access) {
    const { flows, grantedAt, grantedBy, id, inForce, jobs, kind, label, may, replaces, role, takenBackAt, takenBackBy, until, who } = one;
    const asked = [at, org, one.machine ? 'yes' : 'no'];
    const what = [kind, id, who, label, role, may?.join(' ') ?? 'not known', flows?.join('; ') ?? 'all', inForce ? 'yes' : 'no'];
    yield row(
      [...what, grantedAt, grantedBy, until, takenBackAt, takenBackBy, replaces, jobs?.toString(), ...asked].map((cell) => cell ?? ''),
    );
  }
  for (const problem of problems) yield row(['not-known', '', problem, ...Array.from({ length: 12 }, () => ''), at, org, '']);
}
