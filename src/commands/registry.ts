import { orgOption } from '../options/index.ts';
import { actionCommands } from './action-commands.ts';
import { auditAccessCommand } from './audit/access.ts';
import { auditOnLineCommand } from './audit/command.ts';
import { explainCommand, gateCommand } from './gate/command.ts';
import { trailWatchCommand } from './gate/watch.ts';
import {
  defaultOrgGetCommand,
  defaultOrgSetCommand,
  notificationApplyCommand,
  notificationDeleteCommand,
  notificationGetCommand,
  notificationListCommand,
  notificationRotateCommand,
  policyApplyCommand,
  policyAttachCommand,
  policyDetachCommand,
  policyGetCommand,
  policyListCommand,
  typeApplyCommand,
  typeArchiveCommand,
  typeGetCommand,
  typeListCommand,
} from './resources/administration.ts';
import { approvalRequestCommand } from './resources/approval-report.ts';
import {
  environmentApplyCommand,
  environmentGetCommand,
  environmentListCommand,
  environmentSnapshotCommand,
  snapshotDiffCommand,
  snapshotGetCommand,
  snapshotListCommand,
} from './resources/environments.ts';
import {
  flowApplyCommand,
  flowArchiveCommand,
  flowCreateCommand,
  flowGetCommand,
  flowListCommand,
  flowRenameCommand,
  flowTagCommand,
  testListCommand,
} from './resources/flows.ts';
import { queryCommand } from './resources/query.ts';
import {
  approvalGetCommand,
  approvalListCommand,
  artifactGetCommand,
  artifactListCommand,
  attestationDownloadCommand,
  attestationFindCommand,
  attestationGetCommand,
  searchCommand,
  trailGetCommand,
  trailListCommand,
} from './resources/records.ts';
import { junitCommand } from './results/junit.ts';
import type { Command } from './run/command.ts';

/**
 * A workflow names its organization; a person at the command line may have set a default one. An empty text is a variable that is not set,
 * and not a choice of the default.
 */
function onLine(command: Command): Command {
  if (command.name === auditOnLineCommand.name) return auditOnLineCommand;
  if (![gateCommand, explainCommand, queryCommand].some(({ name }) => name === command.name)) return command;
  const org = { use: { ...orgOption, whenEmpty: 'error' } } as const;
  return { ...command, options: command.options.map((each) => (each.use.name === orgOption.name ? org : each)) };
}

export const commands: readonly Command[] = [
  ...actionCommands.map(onLine),
  auditAccessCommand,
  junitCommand,
  flowApplyCommand,
  flowCreateCommand,
  flowListCommand,
  flowGetCommand,
  flowRenameCommand,
  flowArchiveCommand,
  flowTagCommand,
  testListCommand,
  trailListCommand,
  trailGetCommand,
  trailWatchCommand,
  attestationFindCommand,
  attestationGetCommand,
  attestationDownloadCommand,
  artifactListCommand,
  artifactGetCommand,
  approvalListCommand,
  approvalGetCommand,
  approvalRequestCommand,
  searchCommand,
  typeApplyCommand,
  typeListCommand,
  typeGetCommand,
  typeArchiveCommand,
  policyApplyCommand,
  policyListCommand,
  policyGetCommand,
  policyAttachCommand,
  policyDetachCommand,
  environmentApplyCommand,
  environmentListCommand,
  environmentGetCommand,
  environmentSnapshotCommand,
  snapshotListCommand,
  snapshotGetCommand,
  snapshotDiffCommand,
  notificationApplyCommand,
  notificationListCommand,
  notificationGetCommand,
  notificationRotateCommand,
  notificationDeleteCommand,
  defaultOrgSetCommand,
  defaultOrgGetCommand,
];
