import type { Permission } from '../../contract/index.ts';
import { Fault, type FaultOptions } from '../../errors/index.ts';
import { isBlank, list } from '../../text/index.ts';
import { may, type Caller } from '../roles.ts';

export type RefusalCode =
  | 'unauthorized'
  /** The caller is known, and may not come in any more. */
  | 'ended'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'invalid-request'
  | 'key-reused'
  | 'rate-limited'
  | 'too-large'
  | 'wrong-media-type'
  | 'internal'
  | 'unavailable';

interface RefusalOptions extends FaultOptions {
  /** A sentence for each wrong field. */
  readonly errors?: Readonly<Record<string, string>>;
  /** Seconds after which the same request may be sent again. */
  readonly retryAfter?: number;
}

/** The service says no to a request; `problems.ts` makes the answer from it. */
export class Refusal extends Fault<RefusalCode> {
  override readonly name = 'Refusal';
  readonly errors: Readonly<Record<string, string>> | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: RefusalCode, message: string, options: RefusalOptions = {}) {
    super(code, message, options);
    this.errors = options.errors;
    this.retryAfter = options.retryAfter;
  }
}

export function notFound(message: string, fix: string): Refusal {
  return new Refusal('not-found', message, { fix });
}

export function noSuch(what: 'flow' | 'environment' | 'policy', org: string, name: string): Refusal {
  return notFound(`There is no ${what} '${name}' in the organization '${org}'.`, 'Check its name, or create it.');
}

export function noArtifact(org: string, flow: string | undefined, fingerprint: string): Refusal {
  const where = flow === undefined ? `the organization '${org}'` : `the flow '${flow}' of the organization '${org}'`;
  return notFound(`There is no artifact ${fingerprint} in ${where}.`, 'Check its fingerprint, or report it.');
}

export function noTrail(org: string, flow: string, trail: string): Refusal {
  const fix = 'Check its name; a trail begins with its first attestation or when it is begun.';
  return notFound(`There is no trail '${trail}' in the flow '${flow}' of the organization '${org}'.`, fix);
}

export function noAttestation(org: string, flow: string, trail: string, id: string): Refusal {
  const fix = 'Check the id, and on which trail the record is.';
  return notFound(`The trail '${trail}' of the flow '${flow}' in the organization '${org}' has no attestation ${id}.`, fix);
}

/** Refuses a text without a visible character. `expected`: what must stand there. */
export function refuseBlank(field: string, text: string, expected: string): void {
  if (!isBlank(text)) return;
  throw new Refusal('invalid-request', `${field} is blank: nothing in it can be seen.`, {
    errors: { [field]: `must not be blank: write ${expected}.` },
    fix: `Write ${expected}.`,
  });
}

export function refuseWithout(caller: Pick<Caller, 'role' | 'orgName'>, need: Permission, does?: string): void {
  if (!may(caller, need)) throw lacks(caller, need, does);
}

/** The refusal of a caller whose role lacks a right; `does` says what the request does if that is not what the right says. */
export function lacks({ orgName, role }: Pick<Caller, 'role' | 'orgName'>, need: Permission, does = needs[need][0]): Refusal {
  return new Refusal('forbidden', `The role ${role} in the organization '${orgName}' may not ${does}.`, {
    fix: `Use the token of ${needs[need][1]}.`,
  });
}

/** The words for each right, and for the roles that have it. */
const needs: Readonly<Record<Permission, readonly [string, string]>> = {
  administer: ['administer it', 'an administrator'],
  evidence: ['record evidence', 'a recorder, a member or an administrator'],
  override: ['override what evidence says', 'an approver, a member or an administrator'],
  approve: ['approve an artifact', 'an approver, a member or an administrator'],
  define: ['change what is required there or how it is set up', 'a member or an administrator'],
  snapshot: ['report what runs in an environment', 'a snapshotter, a member or an administrator'],
  log: ['read its records', 'an auditor or an administrator'],
  read: ['read', 'a user of the organization'],
};

export function reachesFlow({ flows }: Pick<Caller, 'flows'>, name: string): boolean {
  return flows === undefined || flows.has(name);
}

/** Refuses a flow that a narrowed secret does not reach, in the same words whether there is one of that name or not. */
export function refuseOtherFlow(caller: Pick<Caller, 'flows' | 'orgName'>, name: string): void {
  if (reachesFlow(caller, name)) return;
  throw new Refusal('forbidden', `${reachOfToken(caller)}, and not for '${name.slice(0, 100)}'.`, {
    fix: 'Check the name of the flow, or use a token that is for it.',
  });
}

export function beyondFlows(caller: Pick<Caller, 'flows' | 'orgName'>, fix: string): Refusal {
  return new Refusal('forbidden', `${reachOfToken(caller)}, and this is about more than that.`, { fix });
}

function reachOfToken({ flows = new Set(), orgName }: Pick<Caller, 'flows' | 'orgName'>): string {
  const named = list([...flows].map((flow) => `'${flow}'`));
  return `This token is only for the ${flows.size === 1 ? 'flow' : 'flows'} ${named} of the organization '${orgName}'`;
}
