import type { TargetHealth } from '../model/notifications.ts';
import { flag, number, text } from '../sql/row.ts';
import { query, type Row, type Steps } from '../sql/statement.ts';

/** The addresses of a rule's webhooks, by the place of their target. They are secrets, and in no record. */
export function* webhooksOf(orgId: string, notificationId: string): Steps<ReadonlyMap<number, string>> {
  const rows = yield* query('select position, address from webhooks where org_id = $1 and notification_id = $2', orgId, notificationId);
  return new Map(rows.map((row) => [number(row, 'position'), text(row, 'address')]));
}

/** The results of the last messages to each target of a rule, by its place. */
export function* healthOf(orgId: string, notificationId: string): Steps<ReadonlyMap<number, TargetHealth>> {
  const rows = yield* query(
    'select position, is_failing, last_success_at, last_failure_at from notification_health where org_id = $1 and notification_id = $2',
    orgId,
    notificationId,
  );
  return new Map(
    rows.map((row) => [
      number(row, 'position'),
      { isFailing: flag(row, 'is_failing'), lastSuccessAt: moment(row, 'last_success_at'), lastFailureAt: moment(row, 'last_failure_at') },
    ]),
  );
}

function moment(row: Row, column: string): number | undefined {
  return row[column] === null ? undefined : number(row, column);
}
