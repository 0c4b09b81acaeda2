import { Type } from 'typebox';
import { limits, notificationTriggers, patterns } from '../limits.ts';
import { Anything, MaybeMoment, MaybeText, MaybeTexts, closed, maybe, oneOf } from './fields.ts';
import type { Operations } from './operation.ts';
import { Flag, Text, Texts, Time, Whole, byName, heard, orNull } from './parts.ts';

const GivenHealth = { last_success_at: orNull(Time), last_failure_at: orNull(Time), last_failure_reason: orNull(Text) };

const Target = Type.Union([
  Type.Object({
    type: Type.Literal('SLACK'),
    webhook: Text,
    context: Type.Optional(orNull(Type.Object({ channel_id: Text, channel_name: Text, team_id: Text }))),
    ...GivenHealth,
  }),
  Type.Object({ type: Type.Literal('WEBHOOK'), webhook: Text, payload_version: Type.String({ default: '1.0' }), ...GivenHealth }),
  Type.Object({ type: Type.Literal('EMAIL'), emails: Texts, ...GivenHealth }),
]);

const GivenNotification = Type.Object({
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

/** A new secret to sign with is given once, by the target that it belongs to. */
const GivenKeptNotification = Type.Object({
  message: Text,
  notification_number: Whole,
  signing_secrets: Type.Optional(byName(Text)),
});

/** A chat, a webhook or an e-mail target. The address of its webhook is a secret. */
export const NotificationTarget = Type.Object({
  type: MaybeText,
  webhook: MaybeText,
  emails: MaybeTexts,
  last_success_at: MaybeMoment,
  last_failure_at: MaybeMoment,
  /** Not in the interface. */
  last_failure_reason: MaybeText,
  context: Anything,
});
export type NotificationTarget = Type.Static<typeof NotificationTarget>;

/** `number` identifies it within the organization. */
export const NotificationRule = heard(GivenNotification.properties, {
  number: Whole,
  targets: maybe(Type.Array(NotificationTarget)),
});
export type NotificationRule = Type.Static<typeof NotificationRule>;

const Webhook = Type.String({ minLength: 1, maxLength: limits.webhookLength });
/** Accepted, because clients send a target as they got it, but not used: clients do not decide whether messages arrived. */
const Health = {
  last_success_at: maybe(Type.Number()),
  last_failure_at: maybe(Type.Number()),
  last_failure_reason: maybe(Type.String()),
};

const ChatContext = closed({ channel_id: Type.String(), channel_name: Type.String(), team_id: Type.String() });

/** Each without the fields of other kinds. */
export const targetInputs = {
  SLACK: closed({
    type: Type.Literal('SLACK'),
    webhook: Webhook,
    context: maybe(ChatContext),
    ...Health,
  }),
  WEBHOOK: closed({ type: Type.Literal('WEBHOOK'), webhook: Webhook, payload_version: Type.Optional(Type.Literal('1.0')), ...Health }),
  EMAIL: closed({
    type: Type.Literal('EMAIL'),
    emails: Type.Array(Type.String({ pattern: '^[^\\s@]+@[^\\s@]+$', maxLength: 254 }), { minItems: 1, maxItems: limits.emails }),
    ...Health,
  }),
} as const;

/** A secret is kept as its SHA-256. A form that was recorded once stays valid for ever. */
export const keptTargets = {
  SLACK: Type.Object({ origin: Text, sha256: Text, context: Type.Optional(ChatContext) }),
  WEBHOOK: Type.Object({ origin: Text, sha256: Text, signing_sha256: Type.Optional(Text) }),
  EMAIL: Type.Object({ emails: Type.Array(Text) }),
} as const satisfies Readonly<Record<keyof typeof targetInputs, Type.TObject>>;

export const NotificationInput = closed({
  name: Type.String({ pattern: patterns.notificationName, maxLength: 255 }),
  type: maybe(Type.Literal('env')),
  environments: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { minItems: 1, maxItems: limits.notificationEnvironments }),
  triggers: Type.Array(oneOf(...notificationTriggers), { minItems: 1, maxItems: 12 }),
  targets: Type.Array(Type.Union([targetInputs.SLACK, targetInputs.WEBHOOK, targetInputs.EMAIL]), {
    minItems: 1,
    maxItems: limits.notificationTargets,
  }),
});
export type NotificationInput = Type.Static<typeof NotificationInput>;

export const notificationOperations = {
  /** Interface, operation 4. */
  listNotifications: {
    method: 'GET',
    path: '/organizations/:org/environments_notifications',
    reply: Type.Array(GivenNotification),
    checks: { NotificationRule },
  },
  /** Interface, operation 5. */
  getNotification: {
    method: 'GET',
    path: '/organizations/:org/environments_notifications/:notification_number',
    reply: GivenNotification,
    checks: { NotificationRule },
  },
  /** Not in the interface, as all that follow. Makes another rule each time. */
  putNotification: {
    method: 'PUT',
    path: '/organizations/:org/environments_notifications',
    need: 'define',
    data: NotificationInput,
    success: [201],
    reply: GivenKeptNotification,
  },
  updateNotification: {
    method: 'PUT',
    path: '/organizations/:org/environments_notifications/:notification_number',
    need: 'define',
    data: NotificationInput,
    reply: GivenKeptNotification,
  },
  /** The new secrets are answered once. */
  replaceSigningSecrets: {
    method: 'POST',
    path: '/organizations/:org/environments_notifications/:notification_number/signing_secrets',
    need: 'define',
    conflicts: true,
    reply: GivenKeptNotification,
  },
  removeNotification: { method: 'DELETE', path: '/organizations/:org/environments_notifications/:notification_number', need: 'define' },
} as const satisfies Operations;
