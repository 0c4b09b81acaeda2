import type { NotificationInput, NotificationRule, NotificationTarget } from '../../../contract/index.ts';
import { given } from '../../../text/index.ts';
import type { Evidence } from '../../context.ts';
import type { View } from '../../evidence/links.ts';
import { Refusal, notFound } from '../../evidence/refusal.ts';
import type { Author } from '../../log/chain.ts';
import { newSigningSecret, targets as kinds } from '../../notify/targets.ts';
import { may, type Caller } from '../../roles.ts';
import { mostNotifications, type Notification } from './tables.ts';

export interface KeptNotification {
  readonly number: number;
  /** The secrets that messages to some targets are signed with, by the path of the target. They cannot be read later. */
  readonly signingSecrets: Readonly<Record<string, string>>;
}

export async function putNotification(
  evidence: Evidence,
  author: Author,
  input: NotificationInput,
  number?: number,
): Promise<KeptNotification> {
  const { environments, name, triggers } = input;
  const faults = ofTargets(await Promise.all(input.targets.map((each) => kinds[each.type].check(each, evidence))));
  if (Object.keys(faults).length > 0) throw invalidNotification(faults);
  const targets = input.targets.map((each) => kinds[each.type].keep(each));
  const kept = await evidence.store.putNotification({ author, name, environments, triggers, targets, ...given({ number }) });
  switch (kept.outcome) {
    case 'no-notification':
      throw noNotification(author.orgName, number);
    case 'no-environment':
      throw invalidNotification({
        [`environments[${kept.index}]`]: 'is no environment of the organization: check its name, or create it.',
      });
    case 'too-many':
      throw new Refusal(
        'conflict',
        `The organization '${author.orgName}' has ${mostNotifications} notification rules, as many as it may have.`,
        { fix: 'Remove one, or put more environments into one.' },
      );
    case 'created':
    case 'updated':
      return {
        number: kept.number,
        signingSecrets: secretsAt(new Map(kept.newlySigned.map((each) => [each, targets[each]?.signingSecret ?? '']))),
      };
  }
}

function ofTargets(said: readonly Readonly<Record<string, string>>[]): Readonly<Record<string, string>> {
  const all = said.flatMap((fields, index) => Object.entries(fields).map(([name, text]) => [`targets[${index}].${name}`, text] as const));
  return Object.fromEntries(all);
}

function secretsAt(positions: ReadonlyMap<number, string>): KeptNotification['signingSecrets'] {
  return Object.fromEntries([...positions].map(([position, secret]) => [`targets[${position}]`, secret]));
}

/** Makes new secrets for the webhooks of a rule. For a day messages are signed with the earlier ones too. */
export async function replaceSigningSecrets({ store }: Evidence, author: Author, number: number): Promise<KeptNotification> {
  const replaced = await store.replaceSecrets(author, number, newSigningSecret);
  if (replaced === undefined) throw noNotification(author.orgName, number);
  if (replaced.size > 0) return { number, signingSecrets: secretsAt(replaced) };
  throw new Refusal('conflict', `The notification rule ${number} of the organization '${author.orgName}' has no webhook.`, {
    fix: 'Only messages to targets of the type WEBHOOK are signed.',
  });
}

export async function removeNotification({ store }: Evidence, author: Author, number: number): Promise<void> {
  if (!(await store.removeNotification(author, number))) throw noNotification(author.orgName, number);
}

export async function listNotifications({ store }: Evidence, caller: Caller): Promise<readonly View<NotificationRule>[]> {
  return (await store.notifications(caller.orgId)).map((each) => notificationView(each, caller));
}

export async function getNotification({ store }: Evidence, caller: Caller, number: number): Promise<View<NotificationRule>> {
  const found = await store.findNotification(caller.orgId, number);
  if (found === undefined) throw noNotification(caller.orgName, number);
  return notificationView(found, caller);
}

export function invalidNotification(errors: Readonly<Record<string, string>>): Refusal {
  return new Refusal('invalid-request', 'Invalid notification payload: `errors` says what is wrong, field by field.', { errors });
}

function noNotification(org: string, number: number | undefined): Refusal {
  return notFound(`There is no notification rule ${number} in the organization '${org}'.`, 'List the rules to see their numbers.');
}

function notificationView(rule: Notification, caller: Caller): View<NotificationRule> {
  const { createdAt, createdBy, environments, lastModifiedAt, name, number, targets, triggers } = rule;
  const known = targets.flatMap(({ health }) => health ?? []);
  return {
    name,
    type: 'env',
    number,
    environments,
    triggers,
    targets: targets.map((each) => targetView(each, caller)),
    created_by: createdBy,
    is_created_from_slack_app: false,
    is_failing: known.length === 0 ? null : known.some(({ isFailing }) => isFailing),
    last_success_timestamp: latest(known.map(({ lastSuccessAt }) => lastSuccessAt)),
    last_failure_timestamp: latest(known.map(({ lastFailureAt }) => lastFailureAt)),
    created_at: createdAt,
    last_modified_at: lastModifiedAt,
  };
}

function targetView(
  { health, secret, target }: Notification['targets'][number],
  caller: Caller,
): View<NotificationTarget, 'webhook' | 'emails' | 'context'> {
  const last = {
    last_success_at: health?.lastSuccessAt ?? null,
    last_failure_at: health?.lastFailureAt ?? null,
    last_failure_reason: health?.reason ?? null,
  };
  // Who may change a rule sees the whole address. The others see the host alone: everyone who knows the whole address can send there.
  return { type: target.type, ...kinds[target.type].show(target, may(caller, 'define') ? secret : undefined), ...last };
}

function latest(moments: readonly (number | undefined)[]): number | null {
  const known = moments.filter((moment) => moment !== undefined);
  return known.length === 0 ? null : Math.max(...known);
}
