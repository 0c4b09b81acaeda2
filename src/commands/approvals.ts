import { listApprovals } from '../client/index.ts';
import {
  allOrComplaints,
  connectionOptions,
  fingerprintOption,
  flowOption,
  readFingerprint,
  readLookup,
  readName,
  requiredToLookUp,
  uses,
  type LookupSettings,
} from '../options/index.ts';
import { describeCommand } from './command.ts';
import { lookUp } from './connect.ts';
import type { ListedOf } from './result.ts';

interface Settings {
  readonly lookup: LookupSettings;
  readonly flow: string;
  readonly fingerprint: string;
}

export const approvalListCommand = describeCommand({
  name: 'approval list',
  summary: 'List the approvals of an artifact.',
  examples: ['compliance-evidence approval list --org acme --flow checkout-service --fingerprint "$SHA256"'],
  options: uses([...connectionOptions, flowOption, fingerprintOption], [...requiredToLookUp, 'flow', 'fingerprint']),
  outputs: [],
  read(read): Settings {
    return allOrComplaints<Settings>({
      lookup: () => readLookup(read),
      flow: () => readName(read, 'flow', 'flowName'),
      fingerprint: () => readFingerprint(read, 'fingerprint'),
    });
  },
  run({ fingerprint, flow, lookup }: Settings, context): Promise<ListedOf<'approvals'>> {
    return lookUp(lookup, context, async (call, org) => {
      const items = await listApprovals(call, { org, flow_name: flow, fingerprint });
      return { kind: 'listed', resource: 'approvals', items };
    });
  },
});
