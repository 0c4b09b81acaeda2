import type { NotificationInput, NotificationRule, NotificationTarget } from '../../contract/index.ts';
import { targets as kinds } from '../notify/targets.ts';
import type { Author, Org } from '../store/log/chain.ts';
import type { Notification } from '../store/model/notifications.ts';
import type { Role } from '../store/model/roles.ts';
import { mostNotifications } from '../store/tables/notifications.ts';
import type { Evidence } from './context.ts';
import { notFound } from './not-found.ts';
import { Refusal } from './refusal.ts';
import type { View } from './view.ts';
import { given } from '../../text/index.ts';

/** A rule as it is kept now, and hints for its maker: a sentence for each field. */
export interface KeptNotification {
  readonly number: number;
  readonly warnings: Readonly<Record<string, string>>;
}

/** Makes a rule, or changes the rule with that number. */
export async function putNotification(
  { store, webhookHosts }: Evidence,
  author: Author,
  input: NotificationInput,
  number?: number,
): Promise<KeptNotification> {
  const { environments, name, triggers } = input;
  const checks = input.targets.map((each) => kinds[each.type].check(each, webhookHosts));
  const faults = ofTargets(checks.map((each) => each.faults));
  if (Object.keys(faults).length > 0) throw invalidNotification(faults);
  const targets = input.targets.map((each) => kinds[each.type].keep(each));
  const kept = await store.putNotification({ author, name, environments, triggers, targets, ...given({ number }) });
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
      return { number: kept.number, warnings: ofTargets(checks.map((each) => each.warnings)) };
  }
}

/** The sentences about the fields of each target, by their paths in the rule. */
function ofTargets(said: readonly (Readonly<Record<string, string>> | undefined)[]): Readonly<Record<string, string>> {
  const all = said.flatMap((fields = {}, index) =>
    Object.entries(fields).map(([name, text]) => [`targets[${index}].${name}`, text] as const),
  );
  return Object.fromEntries(all);
}

export async function removeNotification({ store }: Evidence, author: Author, number: number): Promise<void> {
  if (!(await store.removeNotification(author, number))) throw noNotification(author.orgName, number);
}

/** Every rule of the organization, by number. */
export async function listNotifications({ store }: Evidence, org: Org, role: Role): Promise<readonly View<NotificationRule>[]> {
  return (await store.notifications(org.orgId)).map((each) => notificationView(each, role));
}

export async function getNotification({ store }: Evidence, org: Org, role: Role, number: number): Promise<View<NotificationRule>> {
  const found = await store.findNotification(org.orgId, number);
  if (found === undefined) throw noNotification(org.orgName, number);
  return notificationView(found, role);
}

/** The refusal of a rule whose fields are wrong. */
export function invalidNotification(errors: Readonly<Record<string, string>>): Refusal {
  return new Refusal('invalid-request', 'Invalid notification payload: `errors` says what is wrong, field by field.', { errors });
}

function noNotification(org: string, number: number | undefined): Refusal {
  return notFound(`There is no notification rule ${number} in the organization '${org}'.`, 'List the rules to see their numbers.');
}

/**
 * Whether a role sees the whole addresses of webhooks. Roles that may change a rule do. The others see the host alone, because
 * everyone who knows the whole address can send there.
 */
const seesSecrets: Readonly<Record<Role, boolean>> = { admin: true, member: true, snapshotter: false, auditor: false, reader: false };

function notificationView(rule: Notification, role: Role): View<NotificationRule> {
  const { createdAt, createdBy, environments, lastModifiedAt, name, number, targets, triggers } = rule;
  const known = targets.flatMap(({ health }) => health ?? []);
  return {
    name,
    type: 'env',
    number,
    environments,
    triggers,
    targets: targets.map((each) => targetView(each, role)),
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
  role: Role,
): View<NotificationTarget, 'webhook' | 'emails' | 'context'> {
  const last = { last_success_at: health?.lastSuccessAt ?? null, last_failure_at: health?.lastFailureAt ?? null };
  return { type: target.type, ...kinds[target.type].show(target, seesSecrets[role] ? secret : undefined), ...last };
}

function latest(moments: readonly (number | undefined)[]): number | null {
  const known = moments.filter((moment) => moment !== undefined);
  return known.length === 0 ? null : Math.max(...known);
}
