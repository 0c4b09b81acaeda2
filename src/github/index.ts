export type { GitHubAccess } from './api.ts';
export { fetchCommit, keepComment, openPullRequests } from './pull-requests.ts';
export type { IssueFinding } from './issue-text.ts';
export type { IssueCounts, IssuesPlan, WantedIssue } from './issues.ts';
export { renderCollected, renderEnding, renderPending, renderReported, renderSummary } from './summary.ts';
export type { ClaimedFacts, EvidenceFacts, JudgedFacts } from './summary-tests.ts';
export { isGoingOver, isSlotOver, longestDescription, markOf, postStatus, readStatuses, slotKey, type FileAt } from './commit-status.ts';
