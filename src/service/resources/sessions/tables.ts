import { canonical } from '../../../text/index.ts';
import { aPerson, principalOfPerson, type Person } from '../../auth/people/person.ts';
import { append, writing, type Author } from '../../log/chain.ts';
import type { Principal } from '../../roles.ts';
import { flag, jsonOf, nullable, number, readAll, reader, readListed, readOne, text } from '../../sql/row.ts';
import { insert, insertNew, isFound, send, sql, where, type Steps } from '../../sql/sql.ts';
import { userId } from '../organizations/tables.ts';
import type { SessionContent } from './record.ts';

/** A session ends so long after its last use, in seconds. */
const idle = 3600;

/** And so long after its beginning, however much it is used. */
const longest = 8 * 3600;

/** The uses of a session are kept this often at most, so that a page is read without a write. */
const between = 60;

/** Sessions of one token, or of one person, at once: where another one begins, the oldest ends. */
const most = 20;

const found = reader({ tokenHash: nullable(text), person: nullable(jsonOf(aPerson)), usedAt: number });

/** A session that is going on, by the SHA-256 of its id: its person, or the SHA-256 of its token; and whether its use is to be noted. */
export function* findSession(hash: string, now: number) {
  const session = yield* readOne(
    found,
    sql`select tokens.hash as token_hash, sessions.person, sessions.used_at from sessions left join tokens on tokens.id = sessions.token_id
      where sessions.hash = ${hash} and sessions.used_at > ${now - idle} and sessions.made_at > ${now - longest}`,
  );
  if (session === undefined || (session.tokenHash ?? session.person) === undefined) return undefined;
  return { tokenHash: session.tokenHash, person: session.person, isToBeNoted: session.usedAt <= now - between };
}

const named = reader({ id: text, name: text, isArchived: flag });

/** The organizations with these names, as far as they are there. */
export const findOrganizations = (names: readonly string[]) =>
  readListed(named, names, (list) => sql`select id, name, archived_at is not null as is_archived from organizations where name in ${list}`);

/** Notes that a session was used. It never brings back one that has ended, and never goes back. */
export function* noteSessionUse(hash: string, now: number): Steps<void> {
  yield* send(sql`update sessions set used_at = ${now} where hash = ${hash} and used_at < ${now}`);
}

/** Begins a session of a token, and says so in the log of each of its organizations. */
export function* beginSession(hash: string, principal: Principal, now: number): Steps<void> {
  yield* keep(hash, { token_id: principal.credential.id }, now);
  yield* tell('signed_in', principal, now);
}

/** The same for a person, unless this very sign-in was finished before: its mark is kept like a session that nobody has. */
export function* beginPersonSession(hash: string, principal: Principal, person: Person, mark: string, now: number): Steps<boolean> {
  const row = { hash: mark, made_at: now, used_at: now };
  if (!(yield* isFound(sql`${insertNew('sessions', row, 'hash')} returning hash`))) return false;
  yield* keep(hash, { person: canonical(person) }, now);
  yield* tell('signed_in', principal, now);
  return true;
}

function* keep(hash: string, whose: Readonly<Record<string, string>>, now: number): Steps<void> {
  yield* send(sql`delete from sessions where used_at <= ${now - idle}`);
  yield* send(insert('sessions', { hash, ...whose, made_at: now, used_at: now }));
  const newest = sql`select hash from sessions ${where(whose)} order by made_at desc limit ${most}`;
  yield* send(sql`delete from sessions ${where(whose, sql`hash not in (${newest})`)}`);
}

/** Ends a session; one that is not there any more is left at that. */
export function* endSession(hash: string, principal: Principal, now: number): Steps<void> {
  if (yield* isFound(sql`delete from sessions where hash = ${hash} returning hash`)) yield* tell('signed_out', principal, now);
}

const live = reader({ hash: text, tokenId: nullable(text), person: nullable(jsonOf(aPerson)), userName: nullable(text) });

/** Those that are going on, with their users. */
export function* listSessions(now: number) {
  const kept = sql`select sessions.hash, token_id, person, users.name as user_name from sessions
    left join tokens on tokens.id = token_id left join users on users.id = user_id
    where used_at > ${now - idle} and made_at > ${now - longest} order by made_at`;
  return (yield* readAll(live, kept)).map(({ person, userName = '', ...session }) => {
    return { ...session, person, userName: person === undefined ? userName : principalOfPerson(person, new Map(), '').userName };
  });
}

/** Ends sessions of one user, wherever they reach, and says so in the log of the author. First the rows, as where a session ends itself. */
export function* endSessions(user: string, ended: readonly { readonly hash: string }[], author: Author, now: number): Steps<void> {
  for (const { hash } of ended) yield* send(sql`delete from sessions where hash = ${hash}`);
  const id = (yield* userId(user)) ?? '';
  yield* writing(author, now, function* (chain) {
    yield* append(chain, { kind: 'signed_out', user, user_id: id });
  });
}

/** In one order, so that two writes do not wait for each other's organizations. */
function* tell(kind: SessionContent['kind'], { credential, grants, userId, userName }: Principal, now: number): Steps<void> {
  const content: SessionContent = { kind, user: userName, user_id: userId };
  for (const [orgName, { orgId }] of [...grants].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    yield* writing({ orgId, orgName, userName, credential }, now, function* (chain) {
      yield* append(chain, content);
    });
}
