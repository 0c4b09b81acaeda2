import { append, genesis, writing, type Appended, type Author, type Chain } from '../../log/chain.ts';
import { column, nullable, number, readAll, readOne, reader, text } from '../../sql/row.ts';
import { insertNew, send, sql, update, where, type Row, type Steps } from '../../sql/sql.ts';
import type { ListedOrganization } from '../../../contract/index.ts';
import { operators } from '../../../contract/limits.ts';
import type { ArchiveContent, DefaultContent } from './record.ts';

export function* setDefaultOrganization(chain: Chain): Steps<void> {
  const { userName } = chain.author;
  const user = yield* userId(userName);
  if (user === undefined) throw new Error(`The user ${userName} is gone.`);
  const content: DefaultContent = { kind: 'default_organization_set', user_id: user };
  yield* applyDefault(yield* append(chain, content));
}

/** Updates the tables with a default organization: the latest one of a user counts. */
export function* applyDefault({ record }: Appended<DefaultContent>): Steps<void> {
  const { created_at, org_id, user_id } = record;
  yield* send(sql`update memberships set default_since = ${created_at} where org_id = ${org_id} and user_id = ${user_id}`);
}

/** When an organization began, and when something was last recorded in it; `undefined` if there is none. */
export const findOrganization = (orgId: string) =>
  readOne(
    organization,
    sql`select organizations.name, organizations.latest, records.created_at
      from organizations join records on records.org_id = organizations.id and records.sequence = 1 where organizations.id = ${orgId}`,
  );

const organization = reader({ name: text, createdAt: number, lastModifiedAt: column('latest', number) });

/** The names of the organizations that a user made the default one, the last of them first. */
export const defaultOrganizations = (userId: string) =>
  readAll(
    column('name', text),
    sql`select organizations.name from memberships join organizations on organizations.id = memberships.org_id
      where memberships.user_id = ${userId} and memberships.default_since is not null
      order by memberships.default_since desc, organizations.id`,
  );

/** Makes an organization without records, unless there is one of that name. */
export function* addOrganization(id: string, name: string): Steps<void> {
  const counts = { attestation_count: 0, artifact_count: 0, trail_count: 0 };
  yield* send(insertNew('organizations', { id, name, sequence: 0, head: genesis, latest: 0, ...counts }, 'name'));
}

/** The name of a command on the machine that holds the data, whose user no token tells; or the holder of an operator's token. */
export type Operator = string | Pick<Author, 'userName' | 'credential'>;

/** The id of the user with that name, who is one in all organizations. */
export const userId = (name: string) => readOne(column('id', text), sql`select id from users where name = ${name}`);

/** The id of the organization with that name, if there is one. */
export const organizationId = (name: string) => readOne(column('id', text), sql`select id from organizations where name = ${name}`);

export function* operatorOf(orgName: string, by: Operator): Steps<Author> {
  const orgId = yield* organizationId(orgName);
  if (orgId === undefined) throw new Error(`The organization ${orgName} is gone.`);
  const operator = typeof by === 'string' ? { userName: 'operator', credential: { kind: 'operator', id: by } } : by;
  return { orgId, orgName, ...operator };
}

const orNull = (row: Row, name: string): number | null => nullable(number)(row, name) ?? null;
const counts = { members: number, flows: number, trails: column('trail_count', number), records: column('sequence', number) };
const sizes = { log_bytes: number, attachment_bytes: column('file_bytes', number) };
const uses = { last_record_at: column('latest', number), last_used_at: orNull };
const listed = reader({ name: text, created_at: number, archived_at: orNull, ...counts, ...sizes, ...uses });

/** All of them, or one. All that grows with their trails was counted with each record. */
export const listOrganizations = (name?: string): Steps<readonly ListedOrganization[]> =>
  readAll(
    listed,
    sql`select organizations.*, records.created_at, (select count(*) from flows where flows.org_id = organizations.id) as flows,
        (select count(distinct user_id) from grants join tokens on tokens.id = token_id where org_id = organizations.id) as members,
        (select max(used_at) from grants join token_uses on token_uses.token_id = grants.token_id
          where org_id = organizations.id) as last_used_at
      from organizations join records on records.org_id = organizations.id and records.sequence = 1
      ${where({ 'organizations.name': name }, sql`organizations.name <> ${operators}`)} order by organizations.name`,
  );

/** Archives an organization, or restores it, unless that is so already. Answers it; `undefined` if there is none of that name. */
export function* changeOrganization(by: Operator, name: string, archived: boolean, now: number) {
  if ((yield* listOrganizations(name)).length === 0) return undefined;
  yield* writing(yield* operatorOf(name, by), now, function* (chain) {
    const content: ArchiveContent = { kind: archived ? 'organization_archived' : 'organization_restored' };
    if (chain.isArchived !== archived) yield* applyArchived(yield* append(chain, content));
  });
  return (yield* listOrganizations(name))[0];
}

export function* applyArchived({ record: { created_at, kind, org_id } }: Appended<ArchiveContent>): Steps<void> {
  yield* send(update('organizations', { id: org_id }, { archived_at: kind === 'organization_archived' ? created_at : null }));
}
