export { readEventFacts, workflowPathOf, type EventFacts, type WorkflowFile } from './event-facts.ts';
export { eventTable } from './events.ts';
export type { CommitFacts, SubjectSource } from './head.ts';
export { followedRun, type FollowedRun } from './followed-run.ts';
export { subjectOf, type Subject } from './subject.ts';
export { collectGit, type CollectOptions } from './collect.ts';
export { holdWorkTrees, type Held } from './hold.ts';
export { completeFromApi } from './complete.ts';
export { type GitFacts, type MissingField } from './facts.ts';
export { blame } from './blame.ts';
export { commitsAfter } from './commits-after.ts';
export { isTestMerge, parentsFromApi, parentsIn } from './test-merge.ts';
export { contentsAt, trackedFiles, type TrackedFiles } from './tracked.ts';
export { readBlobs, type Blob } from './blobs.ts';
export { fetchMissing, type FetchFrom } from './fetch-missing.ts';
export {
  commonCommit,
  countCommits,
  firstParentLine,
  landedCommits,
  present,
  reachable,
  type CommitSignature,
  type LandedCommit,
  type LineCommit,
} from './landed.ts';
export { lastChange } from './last-change.ts';
export { mergesAlone, type Merge } from './merge-again.ts';
export { commitNamed, commitOfTag, defaultBranchOf, tipOf } from './names.ts';
export { openObjectStore, type ObjectStore } from './object-store.ts';
export { treesOf } from './trees.ts';
export { emptyTree, treeChanges, type TreeChange, type TreePair } from './tree-changes.ts';
