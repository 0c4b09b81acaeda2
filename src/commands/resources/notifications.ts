import { getNotification, listNotifications, putNotification, removeNotification, updateNotification } from '../../client/index.ts';
import { UsageError } from '../../errors/index.ts';
import {
  allOrComplaints,
  connectionOptions,
  later,
  notificationFileOption,
  numberOption,
  readConnection,
  readLookup,
  requiredForConnection,
  requiredToLookUp,
  ruleNumberOption,
  uses,
  type ConnectionSettings,
  type LookupSettings,
  type OptionReader,
} from '../../options/index.ts';
import { withoutWebhooks } from '../../presentation/index.ts';
import { describeCommand } from '../run/command.ts';
import { lookUp, withService } from '../run/connect.ts';
import { readText } from '../files/read-text.ts';
import type { Applied, ListedOf, ShownOf } from '../run/result.ts';
import { notificationKeys } from '../files/template-keys.ts';

const lookup = uses(connectionOptions, requiredToLookUp);
const connection = uses(connectionOptions, requiredForConnection);

export const notificationApplyCommand = describeCommand({
  name: 'notification apply',
  summary: 'Make a rule that sends messages about environments from a YAML file, or change one.',
  examples: [
    'compliance-evidence notification apply rule.yml --org acme',
    'compliance-evidence notification apply rule.yml --number 7 --org acme',
  ],
  options: [{ use: notificationFileOption, required: true, positional: true }, ...connection, { use: ruleNumberOption }],
  outputs: [],
  async read(read) {
    const rule = await later(readRule(read));
    return allOrComplaints({ connection: () => readConnection(read), number: () => read.count('number'), rule });
  },
  run({ connection: settings, number, rule }, context): Promise<Applied> {
    return withService(settings, 0, context, async (call) => {
      const { org } = settings;
      context.sent.begin(number === 0 ? 'a notification rule' : `notification rule ${number}`);
      const kept =
        number === 0
          ? await putNotification(call, { org }, rule)
          : await updateNotification(call, { org, notification_number: String(number) }, rule);
      for (const message of kept.warnings) context.report({ kind: 'warning', message });
      const name = String(kept.number ?? (number === 0 ? '' : number));
      return { kind: 'applied', resource: 'notification', name, change: number === 0 ? 'created' : 'updated' };
    });
  },
});

export const notificationDeleteCommand = describeCommand({
  name: 'notification delete',
  summary: 'Take a rule away, with the messages that it has not sent.',
  examples: ['compliance-evidence notification delete 7 --org acme'],
  options: [{ use: numberOption, required: true, positional: true }, ...connection],
  outputs: [],
  read(read): { readonly connection: ConnectionSettings; readonly number: number } {
    return allOrComplaints({ connection: () => readConnection(read), number: () => read.count('number') });
  },
  run({ connection: settings, number }, context): Promise<Applied> {
    return withService(settings, 0, context, async (call) => {
      context.sent.begin(`notification rule ${number}`);
      await removeNotification(call, { org: settings.org, notification_number: String(number) });
      return { kind: 'applied', resource: 'notification', name: String(number), change: 'removed' };
    });
  },
});

export const notificationListCommand = describeCommand({
  name: 'notification list',
  summary: 'List the rules that send messages about environments.',
  examples: ['compliance-evidence notification list --org acme'],
  options: lookup,
  outputs: [],
  read: (read): LookupSettings => readLookup(read),
  run(settings, context): Promise<ListedOf<'notifications'>> {
    return lookUp(settings, context, async (call, org) => {
      const rules = await listNotifications(call, { org });
      return { kind: 'listed', resource: 'notifications', items: rules.map(withoutWebhooks) };
    });
  },
});

export const notificationGetCommand = describeCommand({
  name: 'notification get',
  summary: 'Show one rule, and whether its messages arrive.',
  examples: ['compliance-evidence notification get 7 --org acme'],
  options: [{ use: numberOption, required: true, positional: true }, ...lookup],
  outputs: [],
  read(read): { readonly lookup: LookupSettings; readonly number: number } {
    return allOrComplaints({ lookup: () => readLookup(read), number: () => read.count('number') });
  },
  run({ lookup: settings, number }, context): Promise<ShownOf<'notification'>> {
    return lookUp(settings, context, async (call, org) => {
      const rule = await getNotification(call, { org, notification_number: String(number) });
      return { kind: 'shown', resource: 'notification', item: withoutWebhooks(rule) };
    });
  },
});

/** Largest file of a rule, in bytes. */
const largest = 64 * 1024;

/** A rule as its file has it; what its fields must be is for the service to say. */
async function readRule(read: OptionReader<'file'>): Promise<Readonly<Record<string, unknown>>> {
  const text = await readText(read, largest, 'a rule as YAML: name, environments, triggers, targets');
  // Only commands about files read YAML.
  const { readYaml } = await import('../files/read-yaml.ts');
  const file = read.required('file');
  const value = readYaml(text, file, notificationKeys);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new UsageError('invalid-input', `${file} is not a mapping`, {
    fix: 'Write it so:\n\nname: production\nenvironments: [prod]\ntriggers: [ON_NON_COMPLIANT_ENV]\ntargets:\n  - type: WEBHOOK\n    webhook: https://hooks.example/…',
  });
}
