import { operations, usualPages } from '../../../contract/index.ts';
import { boundedPage } from '../../http/check.ts';
import { dataRoute, route, type Route } from '../../http/route.ts';
import { listJson } from '../../http/send.ts';
import { withApprovalAddress } from '../../http/web-address.ts';
import * as approvals from './use.ts';

export const approvalRoutes: readonly Route[] = [
  /** Operation 8: all approvals at once, the oldest first. */
  route(operations.listApprovals, async ({ evidence, author, params }) =>
    listJson(await approvals.approvalsOfArtifact(evidence, author, params.flow_name, params.fingerprint)),
  ),

  /** The approvals of a flow, the latest first; past the end the list is empty. */
  route(operations.listFlowApprovals, async ({ evidence, author, params, query }) =>
    listJson(await approvals.listApprovals(evidence, author, params.flow_name, boundedPage(query, usualPages.approvals))),
  ),

  dataRoute(operations.reportApproval, ({ evidence, author, params, data }) =>
    approvals.reportApproval(evidence, author, params.flow_name, withApprovalAddress(data)),
  ),

  route(operations.getApproval, ({ evidence, author, params }) =>
    approvals.getApproval(evidence, author, params.flow_name, Number(params.approval_number)),
  ),

  route(operations.getRunningCommit, ({ evidence, author, params }) =>
    approvals.getRunningCommit(evidence, author, params.flow_name, params.environment_name),
  ),
];
