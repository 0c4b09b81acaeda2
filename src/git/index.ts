export { followedRun, readEventFacts, workflowPathOf, type EventFacts, type FollowedRun, type WorkflowFile } from './event-facts.ts';
export { eventTable, subjectOf, type Subject } from './events.ts';
export { isTestMerge, parentsFromApi, parentsIn, readGitFacts, type GitFactsOptions } from './read-facts.ts';
export { checkWorkTrees, type CheckedWorkTrees } from './work-trees.ts';
export { completeFromApi, type GitFacts } from './facts.ts';
export { commitsAfter, contentsAt, readOrigin, trackedFiles } from './checkout.ts';
export { checkoutTimes, committedFiles, type CommittedFiles } from './committed-files.ts';
export {
  emptyTree,
  filesAt,
  isInRepository,
  mergesAlone,
  openObjectStore,
  present,
  readBlobs,
  treeChanges,
  treesOf,
} from './object-store.ts';
export type { Blob, Merge, ObjectStore } from './object-store.ts';
export { cloneWhole, fetchMissing, type FetchFrom } from './fetch-missing.ts';
export { commitNamed, commitOfTag, commonCommit, countCommits, defaultBranchOf, fileVersions, firstParentLine } from './history.ts';
export { landedCommits, lastChange, messagesOf, reachable, tipOf } from './history.ts';
export type { FileVersion, LineCommit } from './history.ts';
