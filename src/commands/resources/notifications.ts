import {
  getNotification,
  listNotifications,
  putNotification,
  removeNotification,
  replaceSigningSecrets,
  updateNotification,
  type KeptNotification,
} from '../../client/index.ts';
import { argument, later, notificationFileOption, numberOption, ruleNumberOption, uses } from '../../options/index.ts';
import { withoutWebhooks } from '../../text/index.ts';
import { readYamlFile } from '../files/read-text.ts';
import type { Applied } from '../run/result.ts';
import { applyCommand, getCommand, listCommand } from './resource-command.ts';

export const notificationApplyCommand = applyCommand({
  name: 'notification apply',
  summary: 'Make a rule that sends messages about environments from a YAML file, or change one.',
  examples: [
    'compliance-evidence notification apply rule.yml --org acme',
    'compliance-evidence notification apply rule.yml --number 7 --org acme',
  ],
  resource: 'notification',
  options: [argument(notificationFileOption), ...uses([ruleNumberOption])],
  fields: async (read) => ({ number: () => read.count('number'), file: await later(readYamlFile(read, ruleKind)) }),
  sends: ({ number }) => (number === 0 ? 'a notification rule' : `notification rule ${number}`),
  async apply(call, { file: { fields: rule }, number, org }, context) {
    // The service checks the fields of a rule.
    const kept =
      number === 0
        ? await putNotification(call, { org }, rule)
        : await updateNotification(call, { org, notification_number: String(number) }, rule);
    for (const message of kept.warnings) context.report({ kind: 'warning', message });
    const name = String(kept.number ?? (number === 0 ? '' : number));
    return { name, change: number === 0 ? 'created' : 'updated', ...secretsOf(kept) };
  },
});

export const notificationRotateCommand = applyCommand({
  name: 'notification rotate',
  summary: 'Give the webhooks of a rule new signing secrets. They are shown once; the earlier ones sign for another day.',
  examples: ['compliance-evidence notification rotate 7 --org acme'],
  resource: 'notification',
  options: [argument(numberOption)],
  fields: (read) => ({ number: () => read.count('number') }),
  sends: ({ number }) => `new signing secrets of notification rule ${number}`,
  async apply(call, { number, org }) {
    const kept = await replaceSigningSecrets(call, { org, notification_number: String(number) });
    return { name: String(number), change: 'given new signing secrets', ...secretsOf(kept) };
  },
});

function secretsOf({ signingSecrets }: KeptNotification): Pick<Applied, 'secrets'> {
  return signingSecrets.length === 0 ? {} : { secrets: signingSecrets };
}

export const notificationDeleteCommand = applyCommand({
  name: 'notification delete',
  summary: 'Take a rule away, with the messages that it has not sent.',
  examples: ['compliance-evidence notification delete 7 --org acme'],
  resource: 'notification',
  options: [argument(numberOption)],
  fields: (read) => ({ number: () => read.count('number') }),
  sends: ({ number }) => `notification rule ${number}`,
  async apply(call, { number, org }) {
    await removeNotification(call, { org, notification_number: String(number) });
    return { name: String(number), change: 'removed' };
  },
});

export const notificationListCommand = listCommand({
  name: 'notification list',
  summary: 'List the rules that send messages about environments.',
  examples: ['compliance-evidence notification list --org acme'],
  resource: 'notifications',
  fields: () => ({}),
  items: async (call, params) => (await listNotifications(call, params)).map(withoutWebhooks),
});

export const notificationGetCommand = getCommand({
  name: 'notification get',
  summary: 'Show one rule, and whether its messages arrive.',
  examples: ['compliance-evidence notification get 7 --org acme'],
  resource: 'notification',
  options: [argument(numberOption)],
  fields: (read) => ({ number: () => read.count('number') }),
  item: async (call, { number, org }) => withoutWebhooks(await getNotification(call, { org, notification_number: String(number) })),
});

const ruleKind = {
  largest: 64 * 1024,
  holds: 'a rule as YAML: name, environments, triggers, targets',
  // The keys that a service adds to a target are not checked.
  keys: {
    name: undefined,
    type: undefined,
    environments: undefined,
    triggers: undefined,
    targets: {
      type: undefined,
      webhook: undefined,
      payload_version: undefined,
      emails: undefined,
      context: { channel_id: undefined, channel_name: undefined, team_id: undefined },
      last_success_at: undefined,
      last_failure_at: undefined,
      last_failure_reason: undefined,
    },
  },
  example:
    'name: production\nenvironments: [prod]\ntriggers: [ON_NON_COMPLIANT_ENV]\ntargets:\n  - type: WEBHOOK\n    webhook: https://hooks.example/…',
};
