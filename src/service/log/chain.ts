import { canonical } from '../../text/index.ts';
import { Archived } from '../faults.ts';
import { newRecordId } from '../record/id.ts';
import { formatVersion, newestRule, sha256, type Credential, type FormatVersion, type Header } from '../record/kind.ts';
import { number, text } from '../sql/row.ts';
import { insert, queryAll, send, sql, update, type Row, type Sql, type Steps, type Value } from '../sql/sql.ts';
import type { Rules } from '../store-rules.ts';
import { eventOf, type Content, type LogRecord, type UnknownRecord } from './kinds.ts';

export interface Org {
  readonly orgId: string;
  readonly orgName: string;
}

export interface Author extends Org {
  readonly userName: string;
  readonly credential: Credential;
}

/** The hash that every organization's chain begins with. Each record names its organization, so this need not. */
export const genesis = '0'.repeat(64);

/**
 * An organization's log while it is being written to. The first statement of every write takes its number, and so the lock: two
 * writes to one organization cannot interleave on any engine.
 */
export interface Chain {
  /** Who writes the next record: one write may append those of several users. */
  author: Author;
  /** The time of the write, in Unix seconds. */
  now: number;
  /** Whether old records are applied again: then no messages are sent about them. */
  readonly isReplay: boolean;
  /** The number of the rules that decide: those of the last record. */
  rule: number;
  sequence: number;
  head: string;
  /** Unix seconds of the last record. */
  latest: number;
  attestations: number;
  artifacts: number;
  trails: number;
  logBytes: number;
  fileBytes: number;
  readonly isArchived: boolean;
}

/** A log whose records decide something, by these rules. */
export interface Deciding extends Chain {
  readonly rules: Rules;
}

/** A log before its first record, while its records are applied again. */
export function replayChain(author: Author, rules: Rules): Deciding {
  const counts = { attestations: 0, artifacts: 0, trails: 0, logBytes: 0, fileBytes: 0, isArchived: false };
  return { author, rules, now: 0, isReplay: true, rule: 1, sequence: 0, head: genesis, latest: 0, ...counts };
}

export interface Appended<Kind extends Content = Content> {
  readonly record: Header & Kind;
  readonly sequence: number;
  readonly hash: string;
}

/** Runs a body that writes to the log of the author's organization. */
export function writing<Result>(author: Author, now: number, body: (chain: Chain) => Steps<Result>): Steps<Result> {
  return writingWith(author, now, [], body);
}

/** The same for a body that begins with questions: they go with the statement that takes the lock. The body gets the rows of each. */
export function* writingWith<Result>(
  author: Author,
  now: number,
  questions: readonly Sql[],
  body: (chain: Chain, answers: readonly (readonly Row[])[]) => Steps<Result>,
): Steps<Result> {
  const [taken = [], ...answers] = yield* queryAll([takeNumber(author), ...questions]);
  const chain = chainOn(taken[0], author, now);
  const result = yield* body(chain, answers);
  yield* closeChain(chain);
  return result;
}

function takeNumber({ orgId }: Author): Sql {
  return sql`update organizations set sequence = sequence + 1 where id = ${orgId}
      returning sequence, head, latest, attestation_count, artifact_count, trail_count, log_bytes, file_bytes, archived_at`;
}

function chainOn(row: Row | undefined, author: Author, now: number): Chain {
  if (row === undefined) throw new Error(`The organization ${author.orgId} is gone.`);
  return {
    author,
    now,
    isReplay: false,
    rule: newestRule,
    sequence: number(row, 'sequence') - 1,
    head: text(row, 'head'),
    latest: number(row, 'latest'),
    attestations: number(row, 'attestation_count'),
    artifacts: number(row, 'artifact_count'),
    trails: number(row, 'trail_count'),
    logBytes: number(row, 'log_bytes'),
    fileBytes: number(row, 'file_bytes'),
    isArchived: row.archived_at !== null,
  };
}

export function* append<Kind extends Content>(chain: Chain, content: Kind, id = newRecordId()): Steps<Appended<Kind>> {
  const { appended, row } = linked(chain, content, id);
  yield* send(insert('records', row));
  return appended;
}

/** The next record of the chain, and its row in the log, which is still to be inserted. */
export function linked<Kind extends Content>(
  chain: Chain,
  content: Kind,
  id: string,
): { readonly appended: Appended<Kind>; readonly row: Readonly<Record<string, Value>> } {
  const { orgId, orgName, userName, credential } = chain.author;
  if (chain.isArchived && !ofArchived.has(credential.kind) && !ofArchived.has(content.kind))
    throw new Archived(`The organization '${orgName}' is archived: it is read, and nobody writes to it.`);
  const sequence = chain.sequence + 1;
  // Two records never share a time, so that time alone orders them. If the clock stands or goes back, each record is 1 µs after
  // the one before.
  const createdAt = Math.round(Math.max(chain.now, chain.latest + 1e-6) * 1e6) / 1e6;
  const record = {
    ...content,
    version: formatVersion,
    id,
    org: orgName,
    org_id: orgId,
    created_at: createdAt,
    reported_by: userName,
    credential,
    rule: newestRule,
  };
  const body = canonical(record);
  const appended: Appended<Kind> = { record, sequence, hash: linkHash(chain.head, sequence, body, formatVersion) };
  const row = logRow(appended, chain.head, body);
  moveEnd(chain, appended, body);
  return { appended, row };
}

/** The row of a record in the log, which follows the hash `previous`. */
export function logRow({ hash, record, sequence }: Appended, previous: string, body: string): Readonly<Record<string, Value>> {
  return {
    org_id: record.org_id,
    sequence,
    id: record.id,
    kind: record.kind,
    created_at: record.created_at,
    trail_id: trailIdOf(record),
    previous_hash: previous,
    hash,
    event: canonical(eventOf(record)),
    body,
  };
}

/** The chain ends with this record from now on. */
export function moveEnd(chain: Chain, { hash, record, sequence }: Appended, body: string): void {
  chain.sequence = sequence;
  chain.head = hash;
  chain.latest = record.created_at;
  chain.logBytes += Buffer.byteLength(body);
  if (record.kind === 'attestation') chain.fileBytes += record.attachment?.bytes ?? 0;
}

/** Who writes to an archived organization, and what: its people sign in to read, and take back a token that got lost. */
const ofArchived: ReadonlySet<string> = new Set(['operator', 'operator_token', 'signed_in', 'signed_out', 'token_revoked']);

/** The trail that lists this record among its events. */
export function trailIdOf(record: LogRecord | UnknownRecord): string | null {
  return 'trail_id' in record && typeof record.trail_id === 'string' ? record.trail_id : null;
}

/** Stores the chain's new end; the last statement of every write. */
export function* closeChain(chain: Chain): Steps<void> {
  yield* send(
    update(
      'organizations',
      { id: chain.author.orgId },
      {
        sequence: chain.sequence,
        head: chain.head,
        latest: chain.latest,
        attestation_count: chain.attestations,
        artifact_count: chain.artifacts,
        trail_count: chain.trails,
        log_bytes: chain.logBytes,
        file_bytes: chain.fileBytes,
      },
    ),
  );
}

/** The hash of a record, which the next one follows. It needs only the hash of the body; in version 1 it needed the body. */
export function linkHash(previous: string, sequence: number, body: string, version: FormatVersion): string {
  return sha256(`${previous}\n${sequence}\n${version === 1 ? body : sha256(body)}`);
}
