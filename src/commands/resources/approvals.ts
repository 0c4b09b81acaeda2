import { everyItem, getApproval, listApprovals, listFlowApprovals } from '../../client/index.ts';
import {
  approvalNumberOption,
  argument,
  flowOption,
  limitOption,
  readApprovalNumber,
  readFingerprint,
  readName,
  shortFingerprintOption,
  uses,
} from '../../options/index.ts';
import { listAll } from '../run/list-all.ts';
import { getCommand, listCommand } from './resource-command.ts';
import { wholeSha } from './short-names.ts';

export const approvalListCommand = listCommand({
  name: 'approval list',
  summary: 'List the approvals of a flow, the latest first; or those of one artifact.',
  examples: ['compliance-evidence approval list --org acme --flow checkout-service --fingerprint "$SHA256"'],
  resource: 'approvals',
  options: uses([flowOption, shortFingerprintOption, limitOption], ['flow']),
  fields: (read) => ({
    flow: () => readName(read, 'flow', 'flowName'),
    fingerprint: () => (read.text('fingerprint') === undefined ? undefined : readFingerprint(read, 'fingerprint', 'short')),
    limit: () => read.count('limit'),
  }),
  async items(call, { fingerprint, flow, limit, org }, context) {
    if (fingerprint !== undefined) {
      const whole = await wholeSha(call, org, 'fingerprint', fingerprint);
      const items = await listApprovals(call, { org, flow_name: flow, fingerprint: whole });
      const latest = items.toSorted((one, other) => other.release_number - one.release_number);
      return limit === 0 ? latest : latest.slice(0, limit);
    }
    const pages = everyItem(
      call,
      (page, per_page) => listFlowApprovals(call, { org, flow_name: flow }, { page, per_page }),
      ({ release_number: number }) => String(number),
    );
    return listAll(pages, limit, context);
  },
});

export const approvalGetCommand = getCommand({
  name: 'approval get',
  summary: 'Show an approval, and who is said to have decided.',
  examples: ['compliance-evidence approval get 12 --org acme --flow checkout-service'],
  resource: 'approval',
  options: [argument(approvalNumberOption), ...uses([flowOption], ['flow'])],
  fields: (read) => ({ flow_name: () => readName(read, 'flow', 'flowName'), approval_number: () => readApprovalNumber(read) }),
  item: (call, params) => getApproval(call, params),
});
