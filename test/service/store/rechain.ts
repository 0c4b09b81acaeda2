import type { DatabaseSync } from 'node:sqlite';
import { canonical, sha256 } from '../../../src/service/store/index.ts';
import { trailIdOf } from '../../../src/service/store/log/chain.ts';
import { eventOf } from '../../../src/service/store/kinds/event.ts';
import { isRecord } from '../../../src/service/store/log/record.ts';

/**
 * Writes an organization's log anew as one would who knows how: every hash, and the columns that repeat a record.
 * `change` gives the text of a record, in canonical form or not.
 */
export function rechain(database: DatabaseSync, orgName: string, change: (body: string, sequence: number) => string): void {
  const org = database.prepare('select id from organizations where name = ?').get(orgName);
  const orgId = String(org?.id);
  let [head, last] = ['0'.repeat(64), 0];
  for (const row of database.prepare('select sequence, body from records where org_id = ? order by sequence').all(orgId)) {
    last = Number(row.sequence);
    const body = change(String(row.body), last);
    const hash = sha256(`${head}\n${last}\n${body}`);
    const set = (columns: string, ...values: (string | number | null)[]) =>
      database.prepare(`update records set ${columns} where org_id = ? and sequence = ?`).run(...values, orgId, last);
    set('body = ?, previous_hash = ?, hash = ?', body, head, hash);
    const record: unknown = JSON.parse(body);
    if (isRecord(record)) set('event = ?, created_at = ?, trail_id = ?', canonical(eventOf(record)), record.created_at, trailIdOf(record));
    head = hash;
  }
  database.prepare('update organizations set head = ?, sequence = ? where id = ?').run(head, last, orgId);
}
