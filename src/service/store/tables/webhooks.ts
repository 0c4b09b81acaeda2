import { healthFields, type TargetHealth } from '../model/notifications.ts';
import { text, number } from '../sql/row.ts';
import { sql } from '../sql/sql.ts';
import { query, type Steps } from '../sql/statement.ts';

/** The addresses of a rule's webhooks, by the place of their target. They are secrets, and in no record. */
export function* webhooksOf(orgId: string, notificationId: string): Steps<ReadonlyMap<number, string>> {
  const rows = yield* query(sql`select position, address from webhooks where org_id = ${orgId} and notification_id = ${notificationId}`);
  return new Map(rows.map((row) => [number(row, 'position'), text(row, 'address')]));
}

/** The results of the last messages to each target of a rule, by its place. */
export function* healthOf(orgId: string, notificationId: string): Steps<ReadonlyMap<number, TargetHealth>> {
  const rows = yield* query(
    sql`select position, is_failing, last_success_at, last_failure_at from notification_health
      where org_id = ${orgId} and notification_id = ${notificationId}`,
  );
  return new Map(rows.map((row) => [number(row, 'position'), healthFields(row)]));
}
