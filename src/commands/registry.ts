import type { Command } from './command.ts';
import { actionCommands } from './action-commands.ts';
import { approvalRequestCommand } from './approval-report.ts';
import { approvalGetCommand, approvalListCommand } from './approvals.ts';
import { artifactGetCommand, artifactListCommand } from './artifacts.ts';
import { attestationDownloadCommand } from './attestation-download.ts';
import { attestationFindCommand, attestationGetCommand } from './attestations.ts';
import { environmentApplyCommand, environmentGetCommand, environmentListCommand, environmentSnapshotCommand } from './environments.ts';
import { flowApplyCommand, flowGetCommand, flowListCommand } from './flows.ts';
import { flowArchiveCommand, flowRenameCommand, flowTagCommand } from './flow-changes.ts';
import { junitCommand } from './junit.ts';
import { notificationApplyCommand, notificationDeleteCommand, notificationGetCommand, notificationListCommand } from './notifications.ts';
import { defaultOrgGetCommand, defaultOrgSetCommand } from './organizations.ts';
import { policyApplyCommand, policyAttachCommand, policyDetachCommand, policyGetCommand, policyListCommand } from './policies.ts';
import { searchCommand } from './search.ts';
import { snapshotDiffCommand, snapshotGetCommand, snapshotListCommand } from './snapshots.ts';
import { trailGetCommand, trailListCommand } from './trails.ts';
import { typeApplyCommand, typeArchiveCommand, typeGetCommand, typeListCommand } from './types.ts';

/** Every command that is about the service of a base URL, or about files; the command line has all of them. */
export const commands: readonly Command[] = [
  ...actionCommands,
  junitCommand,
  flowApplyCommand,
  flowListCommand,
  flowGetCommand,
  flowRenameCommand,
  flowArchiveCommand,
  flowTagCommand,
  trailListCommand,
  trailGetCommand,
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
  notificationDeleteCommand,
  defaultOrgSetCommand,
  defaultOrgGetCommand,
];
