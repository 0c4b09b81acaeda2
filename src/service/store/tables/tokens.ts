import { append, closeChain, openChain } from '../log/chain.ts';
import type { RevokedContent } from '../log/kinds/members.ts';
import { newRecordId } from '../record-id.ts';
import { text } from '../sql/row.ts';
import { query, queryOne, type Steps } from '../sql/statement.ts';
import { applyRevoked, membershipsOf, operatorOf } from './members.ts';

/** A token that lets its user in, and where. */
export interface LiveToken {
  readonly id: string;
  readonly user: string;
  /** By the organization's name: the role there. */
  readonly roles: ReadonlyMap<string, string>;
}

/** Every token that lets somebody in, by user. */
export function* listTokens(): Steps<readonly LiveToken[]> {
  const rows = yield* query(
    `select tokens.id, users.name as user_name, organizations.name as org_name, memberships.role
     from tokens join users on users.id = tokens.user_id
     join memberships on memberships.user_id = users.id
     join organizations on organizations.id = memberships.org_id
     order by users.name, tokens.id, organizations.name`,
  );
  const byId = Map.groupBy(rows, (row) => text(row, 'id'));
  return [...byId].map(([id, places]) => ({
    id,
    user: text(places[0] ?? {}, 'user_name'),
    roles: new Map(places.map((row) => [text(row, 'org_name'), text(row, 'role')])),
  }));
}

/**
 * Takes back a token, by its identifier; `undefined` where there is none, and else the name of its user. It is recorded
 * in every organization of the user, because the token was valid in all of them.
 */
export function* revokeToken(id: string, now: number): Steps<string | undefined> {
  const owner = yield* queryOne('select users.id, users.name from tokens join users on users.id = tokens.user_id where tokens.id = $1', id);
  if (owner === undefined) return undefined;
  const [userId, user] = [text(owner, 'id'), text(owner, 'name')];
  for (const org of (yield* membershipsOf(userId)).keys()) {
    const chain = yield* openChain(yield* operatorOf(org, 'token revoke'));
    const content: RevokedContent = { kind: 'tokens_revoked', user, user_id: userId, tokens: [id] };
    yield* applyRevoked(yield* append(chain, now, newRecordId(), content));
    yield* closeChain(chain);
  }
  return user;
}
