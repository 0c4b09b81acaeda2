export { actionCommands, actionNameOf } from './action-commands.ts';
export type { Audited, IssuesKept, Planned } from './audit/result.ts';
export { awaitedRun, awaiting } from './awaiting.ts';
export { checkoutOf } from './checkout.ts';
export { judges, type Command } from './command.ts';
export { contextOf, type CiFacts, type RunContext } from './context.ts';
export { endingOf, exitCodeOf } from './exit-code.ts';
export { flowApplyCommand } from './flows.ts';
export { noSecretsError } from './fork/no-secrets.ts';
export { wouldFail } from './judged.ts';
export { outputTable, type OutputName } from './outputs.ts';
export { httpLoaded } from '../client/index.ts';
export { commands } from './registry.ts';
export type { Event, Report } from './report.ts';
export { openReports, type Reports } from './reports.ts';
export type {
  Answered,
  Applied,
  ClaimedEvidence,
  CollectedResults,
  Compared,
  Counted,
  Explained,
  Judged,
  Listed,
  ListedOf,
  Pending,
  Recorded,
  RecordedEvidence,
  Reported,
  Result,
  Shown,
  ShownOf,
  Stopped,
} from './result.ts';
export { run } from './run.ts';
export { shortNames } from './short-subject.ts';
export { stoppedBy } from './stopped.ts';
export { userAgent, version } from './version.ts';
