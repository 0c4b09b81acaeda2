export { renderEnding, renderPending, renderReported } from './ending.ts';
export type { GitHubAccess } from './api.ts';
export { keepComment } from './comment.ts';
export { fetchCommit } from './commit-from-api.ts';
export { openPrinter, type Annotation, type Printer } from './printer.ts';
export { openPullRequests } from './pull-requests.ts';
export { postStatus, type CommitStatus } from './status.ts';
export { renderSummary } from './summary.ts';
export type { EvidenceFacts, JudgedFacts, RecordedFacts, SuiteFacts, SummaryFacts } from './summary-facts.ts';
