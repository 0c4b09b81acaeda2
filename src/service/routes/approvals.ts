import { operations } from '../../contract/index.ts';
import * as approvals from '../evidence/approvals.ts';
import { checked } from '../http/check.ts';
import { readJsonBody } from '../http/form.ts';
import { boundedPage } from '../http/page.ts';
import { queryRoute, route, type Route } from '../http/route.ts';
import { listJson, sendJson } from '../http/send.ts';
import { withApprovalAddress } from '../http/web-address.ts';

/** The default page size of approvals. */
const usualPage = 20;

/** Operation 8: all approvals at once, the oldest first. */
const listApprovals = route(operations.listApprovals, 'read', async ({ reply, evidence, author, params }) =>
  sendJson(reply, listJson(await approvals.approvalsOfArtifact(evidence, author, params.flow_name, params.fingerprint))),
);

/** The approvals of a flow, the latest first; past the end the list is empty. */
const listFlowApprovals = queryRoute(operations.listFlowApprovals, 'read', async ({ reply, evidence, author, params, query }) => {
  const page = boundedPage(query, usualPage);
  return await sendJson(reply, listJson(await approvals.listApprovals(evidence, author, params.flow_name, page)));
});

const reportApproval = route(operations.reportApproval, 'evidence', async ({ request, reply, evidence, author, params }) => {
  const input = await readJsonBody(request, (value) => withApprovalAddress(checked(operations.reportApproval.data, value)));
  return await reply.code(201).send(await approvals.reportApproval(evidence, author, params.flow_name, input));
});

const getApproval = route(operations.getApproval, 'read', ({ evidence, author, params }) =>
  approvals.getApproval(evidence, author, params.flow_name, Number(params.approval_number)),
);

const getRunningCommit = route(operations.getRunningCommit, 'read', ({ evidence, author, params }) =>
  approvals.getRunningCommit(evidence, author, params.flow_name, params.environment_name),
);

export const approvalRoutes: readonly Route[] = [listApprovals, listFlowApprovals, reportApproval, getApproval, getRunningCommit];
