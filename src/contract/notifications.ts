import { Type } from 'typebox';
import { Items } from './answers.ts';
import type { Operation } from './operation.ts';
import { Anything, InOrganization, MaybeFlag, MaybeMoment, MaybeText, MaybeTexts, OrgName } from './scalars.ts';

/** What a rule can react to. */
export const notificationTriggers = [
  'ON_STARTED_ARTIFACT',
  'ON_EXITED_ARTIFACT',
  'ON_SCALED_ARTIFACT',
  'ON_ALLOWED_ARTIFACT',
  'ON_NON_COMPLIANT_ENV',
  'ON_COMPLIANT_ENV',
] as const;

/** Where a rule sends to: a chat, a webhook or an e-mail target. Its webhook is a secret. */
export const NotificationTarget = Type.Object({
  type: MaybeText,
  webhook: MaybeText,
  emails: MaybeTexts,
  last_success_at: MaybeMoment,
  last_failure_at: MaybeMoment,
  context: Anything,
});
export type NotificationTarget = Type.Static<typeof NotificationTarget>;

/** A rule that sends messages about environments; `number` identifies it within the organization. */
export const NotificationRule = Type.Object({
  number: Type.Integer(),
  name: MaybeText,
  type: MaybeText,
  environments: MaybeTexts,
  triggers: MaybeTexts,
  targets: Type.Optional(Type.Union([Type.Array(NotificationTarget), Type.Null()])),
  created_by: MaybeText,
  is_created_from_slack_app: MaybeFlag,
  last_modified_at: MaybeMoment,
  is_failing: MaybeFlag,
  last_success_timestamp: MaybeMoment,
  last_failure_timestamp: MaybeMoment,
  created_at: MaybeMoment,
});
export type NotificationRule = Type.Static<typeof NotificationRule>;

export const notificationOperations = {
  /** Interface, operation 4. */
  listNotifications: {
    method: 'GET',
    path: '/organizations/:org/environments_notifications',
    params: InOrganization,
    reply: Type.Array(NotificationRule),
    checks: { Items, NotificationRule },
  },
  /** Interface, operation 5. */
  getNotification: {
    method: 'GET',
    path: '/organizations/:org/environments_notifications/:notification_number',
    params: Type.Object({ org: OrgName, notification_number: Type.String({ pattern: '^[0-9]{1,9}$' }) }),
    reply: NotificationRule,
    checks: { NotificationRule },
  },
} as const satisfies Record<string, Operation>;
