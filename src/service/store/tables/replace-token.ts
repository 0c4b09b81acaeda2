import { given } from '../../../text/index.ts';
import type { TokenContent, TokenEndContent } from '../kinds/members.ts';
import { append, writing } from '../log/chain.ts';
import { permissionsOf, type Role } from '../model/roles.ts';
import type { Replacement, ReplacementOutcome } from '../model/tokens.ts';
import { newRecordId } from '../record-id.ts';
import { sql, type Steps } from '../sql/sql.ts';
import { applyGrant, applyTokenEnd } from './grants.ts';
import { operatorOf } from './members.ts';
import { grants, tokenOf } from './token-rows.ts';

/**
 * Makes a token that replaces another one, and ends that one after their overlap. It has the same grants or fewer, in the same
 * organizations: the grants of a token never change.
 */
export function* replaceToken(wanted: Replacement, now: number): Steps<ReplacementOutcome> {
  const rows = yield* grants(sql`where tokens.id = ${wanted.id}`);
  const replaced = tokenOf(rows);
  const [first] = rows;
  if (replaced === undefined || first === undefined) return { outcome: 'no-token' };
  const flows = wanted.flows ?? replaced.flows;
  const beyond = flows?.find((flow) => replaced.flows !== undefined && !replaced.flows.includes(flow));
  if (beyond !== undefined) return { outcome: 'more-flows', flow: beyond };
  for (const [org, role] of replaced.roles)
    if (wanted.role !== undefined && !isWithin(wanted.role, role)) return { outcome: 'more-rights', org, role };
  const endsAt = Math.min(wanted.overlapUntil, replaced.expiresAt ?? Infinity);
  const ofUser = { user: first.userName, user_id: first.userId };
  const end: TokenEndContent = { kind: 'token_end_set', ...ofUser, token_id: wanted.id, ends_at: endsAt };
  const tokenId = newRecordId();
  for (const [org, role] of replaced.roles) {
    const made: TokenContent = {
      kind: 'token_made',
      ...ofUser,
      token_id: tokenId,
      token_hash: wanted.hash,
      role: wanted.role ?? role,
      replaces: wanted.id,
      ...given({ label: replaced.label, flows, expires_at: wanted.expiresAt }),
    };
    yield* writing(yield* operatorOf(org, wanted.command), now, function* (chain) {
      yield* applyGrant(yield* append(chain, made));
      if (endsAt !== replaced.expiresAt) yield* applyTokenEnd(yield* append(chain, end));
    });
  }
  return { outcome: 'replaced', token: replaced, endsAt };
}

/** Whether a role permits nothing that another one does not. */
function isWithin(role: Role, other: Role): boolean {
  return permissionsOf[role].every((permission) => permissionsOf[other].includes(permission));
}
