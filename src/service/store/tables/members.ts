import { genesis } from '../log/chain.ts';
import { newRecordId } from '../record-id.ts';
import { text } from '../sql/row.ts';
import { query, queryOne, type Steps } from '../sql/statement.ts';
import { roles, type Principal, type Role } from '../roles.ts';

export function* authenticate(tokenHash: string): Steps<Principal | undefined> {
  const token = yield* queryOne(
    'select tokens.id, tokens.hash, users.id as user_id, users.name from tokens join users on users.id = tokens.user_id where tokens.hash = $1',
    tokenHash,
  );
  if (token === undefined) return undefined;
  const userId = text(token, 'user_id');
  const rows = yield* query(
    'select organizations.id, organizations.name, role from memberships join organizations on organizations.id = org_id where user_id = $1',
    userId,
  );
  const memberships = new Map(rows.map((row) => [text(row, 'name'), { orgId: text(row, 'id'), role: roleOf(text(row, 'role')) }]));
  return { tokenId: text(token, 'id'), tokenHash: text(token, 'hash'), userId, userName: text(token, 'name'), memberships };
}

export function* addToken(
  token: { readonly hash: string; readonly user: string; readonly orgs: readonly string[]; readonly role: Role },
  now: number,
): Steps<boolean> {
  const owner = yield* queryOne('select users.name from tokens join users on users.id = tokens.user_id where tokens.hash = $1', token.hash);
  if (owner !== undefined && text(owner, 'name') !== token.user) return false;
  yield* query(
    'insert into users (id, name, created_at) values ($1, $2, $3) on conflict (name) do nothing',
    newRecordId(),
    token.user,
    now,
  );
  for (const org of token.orgs) {
    yield* query(
      `insert into organizations (id, name, created_at, sequence, head, latest, attestation_count, trail_count)
       values ($1, $2, $3, 0, $4, 0, 0, 0) on conflict (name) do nothing`,
      newRecordId(),
      org,
      now,
      genesis,
    );
    yield* query(
      `insert into memberships (user_id, org_id, role)
       values ((select id from users where name = $1), (select id from organizations where name = $2), $3)
       on conflict (user_id, org_id) do update set role = excluded.role`,
      token.user,
      org,
      token.role,
    );
  }
  if (owner === undefined) {
    yield* query(
      'insert into tokens (id, user_id, hash, created_at) values ($1, (select id from users where name = $2), $3, $4)',
      newRecordId(),
      token.user,
      token.hash,
      now,
    );
  }
  return true;
}

function roleOf(name: string): Role {
  const role = roles.find((known) => known === name);
  if (role === undefined) throw new Error(`The role ${name} is not known to this version of the program.`);
  return role;
}
