import type { GrantContent, GrantRevokedContent, MemberContent, RevokedContent, TokenContent, TokenEndContent } from '../kinds/members.ts';
import type { Appended } from '../log/chain.ts';
import type { Header } from '../log/header.ts';
import { insertNew, send, sql, update, upsert, type Steps } from '../sql/sql.ts';

/** Updates the tables with a token and its user, who becomes a member. */
export function* applyGrant({ record }: Appended<GrantContent | TokenContent>): Steps<void> {
  const limits = record.kind === 'token_made' ? limitsOf(record) : {};
  yield* grantAll(record, [{ id: record.token_id, hash: record.token_hash }], limits);
}

export function* applyMember({ record }: Appended<MemberContent>): Steps<void> {
  yield* grantAll(record, record.tokens, {});
}

/** Updates the tables with the moment at which a token ends. */
export function* applyTokenEnd({ record }: Appended<TokenEndContent>): Steps<void> {
  yield* send(update('grants', { org_id: record.org_id, token_id: record.token_id }, { ends_at: record.ends_at }));
}

/** Updates the tables with the revocation of a token in an organization. A token without any organization is removed. */
export function* applyGrantRevoked({ record }: Appended<GrantRevokedContent>): Steps<void> {
  yield* revokeIn(record.org_id, record.token_id);
}

export function* applyRevoked({ record }: Appended<RevokedContent>): Steps<void> {
  for (const id of record.tokens) yield* revokeIn(record.org_id, id);
}

type Limits = Readonly<Partial<Record<'label' | 'flows', string> & Record<'expires_at', number>>>;

function limitsOf({ expires_at, flows, label }: TokenContent): Limits {
  return {
    ...(label === undefined ? {} : { label }),
    ...(flows === undefined ? {} : { flows: JSON.stringify(flows) }),
    ...(expires_at === undefined ? {} : { expires_at }),
  };
}

function* grantAll(
  { org_id: orgId, role, user, user_id: userId }: Header & (GrantContent | TokenContent | MemberContent),
  tokens: MemberContent['tokens'],
  limits: Limits,
): Steps<void> {
  yield* send(insertNew('users', { id: userId, name: user }, 'name'));
  yield* send(insertNew('memberships', { org_id: orgId, user_id: userId }, 'org_id', 'user_id'));
  for (const { id, hash } of tokens) {
    yield* send(insertNew('tokens', { id, user_id: userId, hash }, 'hash'));
    yield* send(upsert('grants', { org_id: orgId, token_id: id }, { role, ...limits }));
  }
}

function* revokeIn(orgId: string, tokenId: string): Steps<void> {
  yield* send(sql`delete from grants where org_id = ${orgId} and token_id = ${tokenId}`);
  yield* send(sql`delete from tokens where id = ${tokenId} and not exists (select 1 from grants where token_id = ${tokenId})`);
}
