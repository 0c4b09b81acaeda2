import { append, writing } from '../../log/chain.ts';
import type { Principal } from '../../roles.ts';
import { column, number, readOne, reader, text } from '../../sql/row.ts';
import { insert, query, send, sql, type Steps } from '../../sql/sql.ts';
import type { SessionContent } from './record.ts';

/** A session ends so long after its last use, in seconds. */
const idle = 3600;

/** And so long after its beginning, however much it is used. */
const longest = 8 * 3600;

/** The uses of a session are kept this often at most, so that a page is read without a write. */
const between = 60;

const found = reader({ tokenHash: text, usedAt: number });

/** The token of a session that is going on, by the SHA-256 of its id, and whether its use is to be noted. */
export function* findSession(hash: string, now: number): Steps<{ readonly tokenHash: string; readonly isToBeNoted: boolean } | undefined> {
  const session = yield* readOne(
    found,
    sql`select tokens.hash as token_hash, sessions.used_at from sessions join tokens on tokens.id = sessions.token_id
      where sessions.hash = ${hash} and sessions.used_at > ${now - idle} and sessions.made_at > ${now - longest}`,
  );
  return session && { tokenHash: session.tokenHash, isToBeNoted: session.usedAt <= now - between };
}

/** Notes that a session was used. It never brings back one that has ended, and never goes back. */
export function* noteSessionUse(hash: string, now: number): Steps<void> {
  yield* send(sql`update sessions set used_at = ${now} where hash = ${hash} and used_at < ${now}`);
}

/** Begins a session, says so in the log of each organization of its token, and forgets those that have ended. */
export function* beginSession(hash: string, principal: Principal, now: number): Steps<void> {
  yield* send(sql`delete from sessions where used_at <= ${now - idle}`);
  yield* send(insert('sessions', { hash, token_id: principal.credential.id, made_at: now, used_at: now }));
  yield* tell('signed_in', principal, now);
}

/** Ends a session; one that is not there any more is left at that. */
export function* endSession(hash: string, principal: Principal, now: number): Steps<void> {
  const ended = yield* query(sql`delete from sessions where hash = ${hash} returning hash`);
  if (ended.map(column('hash', text)).length > 0) yield* tell('signed_out', principal, now);
}

/** In one order, so that two writes do not wait for each other's organizations. */
function* tell(kind: SessionContent['kind'], { credential, grants, userId, userName }: Principal, now: number): Steps<void> {
  const content: SessionContent = { kind, user: userName, user_id: userId };
  for (const [orgName, { orgId }] of [...grants].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    yield* writing({ orgId, orgName, userName, credential }, now, function* (chain) {
      yield* append(chain, content);
    });
}
