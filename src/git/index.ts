export { readEventFacts, workflowPathOf, type EventFacts, type WorkflowFile } from './event-facts.ts';
export { eventTable } from './events.ts';
export { followedRun, type FollowedRun } from './followed-run.ts';
export { subjectOf, type Subject } from './subject.ts';
export { readGitFacts, type GitFactsOptions } from './read-facts.ts';
export { checkWorkTrees, type CheckedWorkTrees } from './work-trees.ts';
export { completeFromApi, type GitFacts } from './facts.ts';
export { commitsAfter } from './commits-after.ts';
export { isTestMerge, parentsFromApi, parentsIn } from './test-merge.ts';
export { checkoutTimes } from './checkout-time.ts';
export { committedFiles, type CommittedFiles } from './committed-files.ts';
export { contentsAt, trackedFiles } from './tracked.ts';
export { filesAt, present, readBlobs, treesOf, type Blob } from './objects.ts';
export { cloneWhole } from './clone.ts';
export { fetchMissing, type FetchFrom } from './fetch-missing.ts';
export {
  commitNamed,
  commitOfTag,
  commonCommit,
  countCommits,
  defaultBranchOf,
  fileVersions,
  firstParentLine,
  landedCommits,
  lastChange,
  reachable,
  tipOf,
  type CommitSignature,
  type FileVersion,
  type LandedCommit,
  type LineCommit,
} from './history.ts';
export { mergesAlone, type Merge } from './merge-again.ts';
export { openObjectStore, type ObjectStore } from './object-store.ts';
export { emptyTree, treeChanges } from './tree-changes.ts';
