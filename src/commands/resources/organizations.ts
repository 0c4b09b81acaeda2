import { getDefaultOrganization, setDefaultOrganization } from '../../client/index.ts';
import { addressOptions, allOrComplaints, argument, nameOption, readAddress, readName, uses } from '../../options/index.ts';
import { describeCommand } from '../run/command.ts';
import { withService } from '../run/connect.ts';
import type { Applied, ShownOf } from '../run/result.ts';

const address = uses(addressOptions, ['base-url', 'api-token']);

export const defaultOrgSetCommand = describeCommand({
  name: 'default-org set',
  summary: 'Say which organization you mean when a command that looks something up names none.',
  examples: ['compliance-evidence default-org set acme'],
  options: [argument(nameOption), ...address],
  outputs: [],
  read: (read) => allOrComplaints({ service: () => readAddress(read), name: () => readName(read, 'name', 'orgName') }),
  run({ name, service }, context): Promise<Applied> {
    return withService(service, 0, context, async (call) => {
      context.sent.begin(`default organization ${name}`);
      await setDefaultOrganization(call, { org: name });
      return { kind: 'applied', resource: 'default organization', name, change: 'set' };
    });
  },
});

export const defaultOrgGetCommand = describeCommand({
  name: 'default-org get',
  summary: 'Show which organization you mean when a command that looks something up names none.',
  examples: ['compliance-evidence default-org get'],
  options: address,
  outputs: [],
  read: (read) => readAddress(read),
  run(settings, context): Promise<ShownOf<'default organization'>> {
    return withService(settings, 0, context, async (call) => {
      const name = await getDefaultOrganization(call);
      return { kind: 'shown', resource: 'default organization', item: { name } };
    });
  },
});
