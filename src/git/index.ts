export { readEventFacts, type EventFacts } from './event-facts.ts';
export { followedRun } from './followed-run.ts';
export { subjectOf, type CommitFacts, type Subject, type SubjectSource } from './subject.ts';
export { collectGit, type CollectOptions } from './collect.ts';
export { holdWorkTrees, type Held } from './hold.ts';
export { completeFromApi } from './complete.ts';
export { type GitFacts, type MissingField } from './facts.ts';
export { commitsAfter } from './commits-after.ts';
export { trackedFiles, type TrackedFiles } from './tracked.ts';
