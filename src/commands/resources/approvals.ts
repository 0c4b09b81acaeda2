import { everyItem, getApproval, listApprovals, listFlowApprovals } from '../../client/index.ts';
import {
  allOrComplaints,
  approvalNumberOption,
  connectionOptions,
  flowOption,
  limitOption,
  readApprovalNumber,
  readFingerprint,
  readLookup,
  readName,
  requiredToLookUp,
  shortFingerprintOption,
  uses,
  type LookupSettings,
} from '../../options/index.ts';
import { collect } from '../run/collect.ts';
import { describeCommand } from '../run/command.ts';
import { lookUp } from '../run/connect.ts';
import type { ListedOf, ShownOf } from '../run/result.ts';
import { wholeSha } from './short-names.ts';

interface ListSettings {
  readonly lookup: LookupSettings;
  readonly flow: string;
  readonly fingerprint: string | undefined;
  readonly limit: number;
}

export const approvalListCommand = describeCommand({
  name: 'approval list',
  summary: 'List the approvals of a flow, the latest first; or those of one artifact.',
  examples: ['compliance-evidence approval list --org acme --flow checkout-service --fingerprint "$SHA256"'],
  options: uses([...connectionOptions, flowOption, shortFingerprintOption, limitOption], [...requiredToLookUp, 'flow']),
  outputs: [],
  read(read): ListSettings {
    return allOrComplaints<ListSettings>({
      lookup: () => readLookup(read),
      flow: () => readName(read, 'flow', 'flowName'),
      fingerprint: () => (read.text('fingerprint') === undefined ? undefined : readFingerprint(read, 'fingerprint', 'short')),
      limit: () => read.count('limit'),
    });
  },
  run({ fingerprint, flow, limit, lookup }: ListSettings, context): Promise<ListedOf<'approvals'>> {
    return lookUp(lookup, context, async (call, org) => {
      if (fingerprint !== undefined) {
        const whole = await wholeSha(call, org, 'fingerprint', fingerprint);
        const items = await listApprovals(call, { org, flow_name: flow, fingerprint: whole });
        const latest = items.toSorted((one, other) => other.release_number - one.release_number);
        return { kind: 'listed', resource: 'approvals', items: limit === 0 ? latest : latest.slice(0, limit) };
      }
      const pages = everyItem(
        call,
        (page, per_page) => listFlowApprovals(call, { org, flow_name: flow }, { page, per_page }),
        ({ release_number: number }) => String(number),
      );
      return { kind: 'listed', resource: 'approvals', items: await collect(pages, limit, context) };
    });
  },
});

interface GetSettings {
  readonly lookup: LookupSettings;
  readonly flow: string;
  readonly number: string;
}

export const approvalGetCommand = describeCommand({
  name: 'approval get',
  summary: 'Show an approval, and who is said to have decided.',
  examples: ['compliance-evidence approval get 12 --org acme --flow checkout-service'],
  options: [
    { use: approvalNumberOption, required: true, positional: true },
    ...uses([...connectionOptions, flowOption], [...requiredToLookUp, 'flow']),
  ],
  outputs: [],
  read(read): GetSettings {
    return allOrComplaints<GetSettings>({
      lookup: () => readLookup(read),
      flow: () => readName(read, 'flow', 'flowName'),
      number: () => readApprovalNumber(read),
    });
  },
  run({ flow, lookup, number }: GetSettings, context): Promise<ShownOf<'approval'>> {
    return lookUp(lookup, context, async (call, org) => {
      const item = await getApproval(call, { org, flow_name: flow, approval_number: number });
      return { kind: 'shown', resource: 'approval', item };
    });
  },
});
