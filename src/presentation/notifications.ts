import type { NotificationRule, NotificationTarget } from '../contract/index.ts';
import { oneLine } from '../text/index.ts';
import { columnsOf, type Column } from './column.ts';
import { createdWords, localTime } from './time.ts';

const list = (texts: readonly string[] | null | undefined): string => (texts ?? []).join(', ');
const health = (failing: boolean | null | undefined): string => (failing === true ? 'failing' : failing === false ? 'good' : '');

/** The address of a target. The path of a webhook is a secret: anybody who knows it can send there. */
function targetWords({ emails, type, webhook }: NotificationTarget): string {
  const host = typeof webhook === 'string' && URL.canParse(webhook) ? new URL(webhook).host : '';
  return [type ?? '', list(emails), host].filter((part) => part !== '').join(' ');
}

/** Why the last message to a target that failed did not arrive. A later one may have. */
function reasonOf({
  last_failure_at: failed,
  last_failure_reason: reason,
  last_success_at: success,
}: NotificationTarget): readonly string[] {
  return reason === null || reason === undefined || (success ?? 0) > (failed ?? 0) ? [] : [oneLine(reason, 300)];
}

export const notificationFields = [
  { head: 'Number', cell: ({ number }) => String(number) },
  { head: 'Name', cell: ({ name }) => name ?? '' },
  { head: 'Environments', cell: ({ environments }) => list(environments) },
  { head: 'Triggers', cell: ({ triggers }) => list(triggers) },
  { head: 'Targets', cell: ({ targets }) => list(targets?.map(targetWords)) },
  { head: 'Health', cell: ({ is_failing: failing }) => health(failing) },
  { head: 'Last success', cell: ({ last_success_timestamp: at }) => localTime(at) },
  { head: 'Last failure', cell: ({ last_failure_timestamp: at }) => localTime(at) },
  { head: 'Why', cell: ({ targets }) => (targets ?? []).flatMap(reasonOf).join('; ') },
  { head: 'Created', cell: ({ created_at: at, created_by: by }) => createdWords(at, by) },
  { head: 'Last change', cell: ({ last_modified_at: at }) => localTime(at) },
] as const satisfies readonly Column<NotificationRule>[];

export const notificationColumns = columnsOf(notificationFields, 'Number', 'Name', 'Environments', 'Triggers', 'Targets', 'Health');
