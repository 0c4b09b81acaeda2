import { Type } from 'typebox';
import { oneOf } from '../fields.ts';
import { notificationTriggers } from '../../patterns.ts';
import { byName, Flag, orNull, Text, Texts, Time, Whole } from './parts.ts';

/** Whether the messages to a target arrived. */
const Health = { last_success_at: orNull(Time), last_failure_at: orNull(Time), last_failure_reason: orNull(Text) };

const Target = Type.Union([
  Type.Object({
    type: Type.Literal('SLACK'),
    webhook: Text,
    context: Type.Optional(orNull(Type.Object({ channel_id: Text, channel_name: Text, team_id: Text }))),
    ...Health,
  }),
  Type.Object({ type: Type.Literal('WEBHOOK'), webhook: Text, payload_version: Type.String({ default: '1.0' }), ...Health }),
  Type.Object({ type: Type.Literal('EMAIL'), emails: Texts, ...Health }),
]);

export const GivenNotification = Type.Object({
  name: Text,
  type: Text,
  number: Whole,
  environments: Texts,
  triggers: Type.Array(oneOf(...notificationTriggers)),
  targets: Type.Array(Target),
  created_by: Text,
  is_created_from_slack_app: Flag,
  is_failing: orNull(Flag),
  last_success_timestamp: orNull(Time),
  last_failure_timestamp: orNull(Time),
  created_at: orNull(Time),
  last_modified_at: Time,
});

/** The rule is kept; a new secret to sign with is told once, by the target that it belongs to. */
export const GivenKeptNotification = Type.Object({
  message: Text,
  notification_number: Whole,
  signing_secrets: Type.Optional(byName(Text)),
});
