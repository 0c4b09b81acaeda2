import { aText, listOf } from '../../../text/check.ts';
import { given } from '../../../text/index.ts';
import { roles, type Role } from '../model/roles.ts';
import type { LiveToken } from '../model/tokens.ts';
import { madeAt } from '../record-id.ts';
import { jsonOf, nullable, number, readAll, reader, text } from '../sql/row.ts';
import { sql, type Sql, type Steps } from '../sql/sql.ts';

/** A token in one of its organizations. */
const grantRow = reader({
  tokenId: text,
  userId: text,
  userName: text,
  orgId: text,
  orgName: text,
  role: text,
  label: nullable(text),
  flows: nullable(jsonOf(listOf(aText))),
  expiresAt: nullable(number),
  endsAt: nullable(number),
});
export type GrantRow = ReturnType<typeof grantRow>;

/** A row for each organization of each token; `rest` is the end of the statement. */
export function* grants(rest: Sql): Steps<readonly GrantRow[]> {
  return yield* readAll(
    grantRow,
    sql`select tokens.id as token_id, users.id as user_id, users.name as user_name,
        organizations.id as org_id, organizations.name as org_name,
        grants.role, grants.label, grants.flows, grants.expires_at, grants.ends_at
      from tokens join users on users.id = tokens.user_id
      join grants on grants.token_id = tokens.id
      join organizations on organizations.id = grants.org_id
      ${rest}`,
  );
}

/** When a token ends, in Unix seconds; `undefined` if it does not. */
export function endOf({ endsAt = Infinity, expiresAt = Infinity }: Pick<GrantRow, 'expiresAt' | 'endsAt'>): number | undefined {
  const end = Math.min(expiresAt, endsAt);
  return end === Infinity ? undefined : end;
}

/** One token with all its organizations, by name; `undefined` if there are no rows of it. */
export function tokenOf(rows: readonly GrantRow[]): LiveToken | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  const { endsAt, expiresAt, flows, label, tokenId, userName } = first;
  const createdAt = madeAt(tokenId);
  const places = rows.map(({ orgName, role }) => [orgName, roleOf(role)] as const);
  return {
    id: tokenId,
    user: userName,
    roles: new Map(places.toSorted(([one], [other]) => (one < other ? -1 : 1))),
    createdAt,
    isReplaced: endsAt !== undefined,
    ...given({ label, flows, expiresAt: endOf(first), lifespan: expiresAt && expiresAt - createdAt }),
  };
}

export function roleOf(name: string): Role {
  const role = roles.find((known) => known === name);
  if (role === undefined) throw new Error(`The role ${name} is not known to this version of the program.`);
  return role;
}
