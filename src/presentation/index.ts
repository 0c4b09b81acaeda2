export { approverColumns } from './approvals.ts';
export { auditOutcome, auditRows, auditTones, contradiction, endingWords, populationWords, togetherOutcome } from './audit.ts';
export type { AuditNumbers, AuditOutcome } from './audit.ts';
export { badgeOf, cellTone, entryBadge, flagBadge, stateBadge, type Badge } from './badges.ts';
export { gateSays } from './gate-answers.ts';
export { claimWords, claimedHeadings, collectedWords, type ClaimedBy } from './claims.ts';
export type { Column } from './column.ts';
export { carriedWords, entryWords, issuesLines, issuesWords, type LookedAt } from './findings.ts';
export { publishedWords, type PublishedFacts } from './published.ts';
export {
  isArtifactOverridden,
  isOverride,
  overriddenRows,
  overrideLines,
  overrideWords,
  overridesAmong,
  overridesOf,
  standsByOverride,
} from './overrides.ts';
export { questionWords } from './questions.ts';
export { failedWords, fixParts, fixesOnce, reasonDetails, runWords } from './reasons.ts';
export { listColumns, shownFields, type ListedItems, type ShownItems } from './resources.ts';
export { foundColumns, foundTrailColumns } from './search.ts';
export { objectionWords, recordedWords, reportedParts, reportedWords, sendingWords, sentWords } from './sent.ts';
export type { ReportedFacts, Sent } from './sent.ts';
export { differenceColumns, differenceRows, runningColumns } from './snapshots.ts';
export { sharedContextText, statusText, type NamedFlow } from './status.ts';
export { stoppedFix, stoppedWords, type StoppedFacts } from './stopped.ts';
export {
  failuresOf,
  longestRecorded,
  recordedPath,
  saidLine,
  saidLines,
  suitePath,
  testName,
  testPath,
  totalWords,
  unlistedWords,
} from './tests.ts';
export type { RecordedFailures, Totals } from './tests.ts';
export { localTime, minuteOf, utcTime } from './time.ts';
export { entryColumns, trailEntries, type TrailEntry } from './trails.ts';
export {
  rulesInNumbers,
  unaskedHeading,
  unaskedLines,
  untestedLines,
  untestedRules,
  untestedWords,
  type UntestedRule,
} from './untested.ts';
export { letThroughWords, pendingWords, requiredWords, rowWords, toneColours, wordsOfRecord, wordsOfVerdict } from './verdicts.ts';
export type { LetThrough, PendingFacts } from './verdicts.ts';
