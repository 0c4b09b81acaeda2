import { canonical, sha256 } from './canonical.ts';
import { number, text } from '../sql/row.ts';
import { query, queryOne, type Steps } from '../sql/statement.ts';

/** Who writes. */
export interface Author {
  readonly orgId: string;
  readonly orgName: string;
  readonly userId: string;
  readonly userName: string;
  readonly tokenId: string;
}

/** What every organization's chain begins with. */
export const genesis = '0'.repeat(64);

/**
 * An organization's log while it is being written to. Taking its number is the first statement of every write, and so
 * is the lock: two writes to one organization cannot interleave on any engine.
 */
export interface Chain {
  readonly author: Author;
  readonly idempotencyKey: string | undefined;
  sequence: number;
  head: string;
  /** Unix seconds of the last record. */
  latest: number;
}

export interface Entry {
  readonly id: string;
  readonly kind: string;
  readonly trailId?: string;
  /** What the trail's list of events shows; the whole record is not needed for that. */
  readonly event: Readonly<Record<string, unknown>>;
  /** What was said, and what it was said about. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Appended {
  readonly sequence: number;
  readonly createdAt: number;
}

export function* openChain(author: Author, idempotencyKey?: string): Steps<Chain> {
  const row = yield* queryOne(
    'update organizations set sequence = sequence + 1 where id = $1 returning sequence, head, latest',
    author.orgId,
  );
  if (row === undefined) throw new Error(`The organization ${author.orgName} is gone.`);
  return { author, idempotencyKey, sequence: number(row, 'sequence') - 1, head: text(row, 'head'), latest: number(row, 'latest') };
}

/** Adds one record: `hash` is SHA-256 over `<previous hash>\n<sequence>\n<canonical record>`. */
export function* append(chain: Chain, now: number, entry: Entry): Steps<Appended> {
  const sequence = chain.sequence + 1;
  // Two records never share a time, so that time alone orders them; a clock that stands or goes back is led by 1 µs.
  const createdAt = Math.round(Math.max(now, chain.latest + 1e-6) * 1e6) / 1e6;
  const body = canonical({
    ...entry.data,
    id: entry.id,
    kind: entry.kind,
    org: chain.author.orgName,
    created_at: createdAt,
    reported_by: chain.author.userName,
    token_id: chain.author.tokenId,
    idempotency_key: chain.idempotencyKey ?? null,
  });
  const hash = linkHash(chain.head, sequence, body);
  yield* query(
    `insert into records (org_id, sequence, id, kind, created_at, token_id, idempotency_key, trail_id, previous_hash, hash, event, body)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    chain.author.orgId,
    sequence,
    entry.id,
    entry.kind,
    createdAt,
    chain.author.tokenId,
    chain.idempotencyKey ?? null,
    entry.trailId ?? null,
    chain.head,
    hash,
    canonical({ ...entry.event, timestamp: createdAt }),
    body,
  );
  chain.sequence = sequence;
  chain.head = hash;
  chain.latest = createdAt;
  return { sequence, createdAt };
}

/** Puts the chain's new end in place; the last statement of every write. */
export function* closeChain(chain: Chain): Steps<void> {
  yield* query(
    'update organizations set sequence = $2, head = $3, latest = $4 where id = $1',
    chain.author.orgId,
    chain.sequence,
    chain.head,
    chain.latest,
  );
}

export function linkHash(previous: string, sequence: number, body: string): string {
  return sha256(`${previous}\n${sequence}\n${body}`);
}
