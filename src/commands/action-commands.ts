import { attestCommand } from './attest/command.ts';
import { auditCommand, auditIssuesCommand, auditMergeCommand, auditPartCommand, auditPlanCommand } from './audit/command.ts';
import { forkCollectCommand } from './fork/collect.ts';
import { forkPostCommand } from './fork/post.ts';
import { attestAndGateCommand } from './gate/attest-and-gate.ts';
import { explainCommand, gateCommand } from './gate/command.ts';
import { approvalReportCommand } from './resources/approval-report.ts';
import { queryCommand } from './resources/query.ts';
import { artifactReportCommand, trailBeginCommand } from './resources/reports.ts';
import type { Command } from './run/command.ts';
import type { ActionResult, Stopped } from './run/result.ts';

/** The usual one comes first. */
export const actionCommands: readonly Command<unknown, Exclude<ActionResult, Stopped>>[] = [
  attestAndGateCommand,
  attestCommand,
  gateCommand,
  explainCommand,
  trailBeginCommand,
  artifactReportCommand,
  approvalReportCommand,
  queryCommand,
  forkCollectCommand,
  forkPostCommand,
  auditCommand,
  auditIssuesCommand,
  auditPlanCommand,
  auditPartCommand,
  auditMergeCommand,
];

/** One word: `trail begin` is `trail-begin`. */
export function actionNameOf({ name }: Pick<Command, 'name'>): string {
  return name.replaceAll(' ', '-');
}
