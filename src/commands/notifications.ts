import { getNotification, listNotifications } from '../client/index.ts';
import {
  allOrComplaints,
  connectionOptions,
  numberOption,
  readLookup,
  requiredToLookUp,
  uses,
  type LookupSettings,
} from '../options/index.ts';
import { withoutWebhooks } from '../presentation/index.ts';
import { describeCommand } from './command.ts';
import { lookUp } from './connect.ts';
import type { ListedOf, ShownOf } from './result.ts';

const lookup = uses(connectionOptions, requiredToLookUp);

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
