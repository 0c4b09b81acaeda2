export { actionCommands, actionNameOf } from './action-commands.ts';
export type { Audited, IssuesKept, OrganizationStep, Planned, Reperformed, SeriesShown } from './audit/result.ts';
export { awaitedRun, awaiting } from './status/awaiting.ts';
export { checkoutOf } from './run/commit.ts';
export { givesVerdict, type Command } from './run/command.ts';
export { contextOf, type CiFacts, type RunContext, type Event, type Report } from './run/context.ts';
export { endingOf, exitCodeOf } from './run/exit-code.ts';
export { flowApplyCommand } from './resources/flows.ts';
export { noSecretsError } from './fork/no-secrets.ts';
export { jobOfRun } from './run/job-of-run.ts';
export { wouldFail } from './run/judged.ts';
export { outputTable, type OutputName } from './run/outputs.ts';
export { httpLoaded } from '../client/index.ts';
export { doubtsIn } from '../results/index.ts';
export { commands } from './registry.ts';
export { openAnnouncement, type Announcement } from './status/announcement.ts';
export type {
  ActionResult,
  Answered,
  ClaimedEvidence,
  CollectedResults,
  Applied,
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
} from './run/result.ts';
export { run, stoppedBy } from './run/run.ts';
export { shortNames } from './resources/whole-names.ts';
export { userAgent, version } from '../text/index.ts';
