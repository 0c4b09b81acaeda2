import type { DatabaseSync } from 'node:sqlite';
import { linkHash, trailIdOf } from '../../../src/service/log/chain.ts';
import { eventOf, recordOf } from '../../../src/service/log/kinds.ts';
import { isKnown } from '../../../src/service/log/read-log.ts';
import { formatVersion } from '../../../src/service/record/kind.ts';
import { canonical } from '../../../src/text/index.ts';

/**
 * Writes an organization's log again as somebody would who knows how: every hash, and the columns that repeat a record. `change`
 * gives the text of a record, in canonical form or not.
 */
export function rechain(database: DatabaseSync, orgName: string, change: (body: string, sequence: number) => string): void {
  const org = database.prepare('select id from organizations where name = ?').get(orgName);
  const orgId = String(org?.id);
  let [head, last] = ['0'.repeat(64), 0];
  for (const row of database.prepare('select sequence, body from records where org_id = ? order by sequence').all(orgId)) {
    last = Number(row.sequence);
    const body = change(String(row.body), last);
    const record = recordOf(JSON.parse(body));
    const hash = linkHash(head, last, body, record?.version ?? formatVersion);
    const set = (columns: string, ...values: (string | number | null)[]) =>
      database.prepare(`update records set ${columns} where org_id = ? and sequence = ?`).run(...values, orgId, last);
    set('body = ?, previous_hash = ?, hash = ?', body, head, hash);
    if (record !== undefined) set('kind = ?, created_at = ?, trail_id = ?', record.kind, record.created_at, trailIdOf(record));
    const entry = record && { record, sequence: last, hash, body };
    if (entry !== undefined && isKnown(entry)) set('event = ?', canonical(eventOf(entry.record)));
    head = hash;
  }
  database.prepare('update organizations set head = ?, sequence = ? where id = ?').run(head, last, orgId);
}
