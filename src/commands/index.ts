export { actionCommands, actionNameOf } from './action-commands.ts';
export {
  endingOf,
  exitCodeOf,
  type ActionResult,
  type Audited,
  type CollectedResults,
  type Explained,
  type Judged,
  type Recorded,
  type RecordedEvidence,
  type Reported,
  type Result,
  type Stopped,
} from './run/result.ts';
export { awaitedRun, awaiting, openAnnouncement, type Announcement } from './status/announcement.ts';
export { checkoutOf } from './run/commit.ts';
export { givesVerdict, outputTable, type Command, type OutputName } from './run/command.ts';
export { contextOf, jobOfRun, type CiFacts, type Event, type Report, type RunContext } from './run/context.ts';
export { flowApplyCommand } from './resources/flows.ts';
export { noSecretsError } from './fork/collect.ts';
export { wouldFail } from './run/question.ts';
export { httpLoaded } from '../client/index.ts';
export { commands } from './registry.ts';
export { run, stoppedBy } from './run/run.ts';
export type { Shown, ShownPart, View, Viewed, ViewFinding } from './run/result.ts';
export { shortNames } from './run/short-names.ts';
export { userAgent, version } from '../text/index.ts';
