export { approverColumns } from './approvals.ts';
export { auditWords, populationWords, untestedWords, type AuditNumbers, type AuditWords } from './audit.ts';
export { entryWords, type EntryBy } from './accepted.ts';
export { carriedWords, type LookedAt } from './carried.ts';
export { issuesWords } from './issues.ts';
export { auditMark, endingWords, untestedLines, type AuditFacts } from './audit-ending.ts';
export { entryBadge, flagBadge, stateBadge, type Badge } from './badges.ts';
export { claimedHeadings, claimWords, collectedWords, type ClaimedBy } from './claims.ts';
export type { Column } from './column.ts';
export { letThroughWords, type LetThrough } from './let-through.ts';
export { hideWebhooks, withoutWebhooks } from './notifications.ts';
export { pendingWords, type PendingFacts } from './pending.ts';
export { questionWords } from './questions.ts';
export { listColumns, shownFields, type ListedItems, type ShownItems } from './resources.ts';
export { foundColumns } from './search.ts';
export { differenceColumns, differenceRows, runningColumns } from './snapshots.ts';
export { isArtifactOverridden, isOverride, overriddenRows, overridesAmong, overridesOf, standsByOverride } from './overridden.ts';
export { overrideLines, overrideWords } from './overrides.ts';
export { fixParts } from './fix-parts.ts';
export { failedWords, fixesOnce, reasonDetails, runWords } from './reasons.ts';
export { requiredWords, rowWords } from './rows.ts';
export {
  objectionWords,
  recordedWords,
  reportedParts,
  reportedWords,
  sendingWords,
  sentWords,
  type ReportedFacts,
  type Sent,
} from './sent.ts';
export { stoppedFix, stoppedWords, type StoppedFacts } from './stopped.ts';
export { localTime, minuteOf, utcTime } from './time.ts';
export { failuresOf, type RecordedFailures } from './failures.ts';
export { recordedPath, suitePath, testName, testPath, unlistedWords } from './tests.ts';
export { totalWords, type Totals } from './totals.ts';
export { entryColumns, trailEntries, type TrailEntry } from './trails.ts';
export { verdictWords, wordsOfVerdict } from './verdicts.ts';
export { sharedContextText, statusText, type NamedFlow, type OwnStatus } from './status.ts';
