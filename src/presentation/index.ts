export { auditOutcome, auditRows, auditTones, contradiction, endingWords, populationWords, togetherOutcome } from './audit.ts';
export type { AuditNumbers, AuditOutcome } from './audit.ts';
export { badgeOf, cellTone, entryBadge, flagBadge, letThroughWords, pendingWords, requiredWords, rowWords } from './verdicts.ts';
export { stateBadge, toneColours, trailEntries, wordsOfRecord, wordsOfVerdict } from './verdicts.ts';
export type { Badge, LetThrough, PendingFacts, TrailEntry } from './verdicts.ts';
export { stateWords, gateSays, gateSentence } from './verdicts.ts';
export {
  claimWords,
  claimedHeadings,
  collectedWords,
  failuresOf,
  longestRecorded,
  placed,
  recordedPath,
  saidLine,
  saidLines,
} from './tests.ts';
export { suitePath, testName, testPath, totalWords, unlistedWords } from './tests.ts';
export type { ClaimedBy, RecordedFailures, Totals } from './tests.ts';
export { carriedWords, entryWords, issuesLines, rulesInNumbers, unaskedHeading, unaskedLines, untestedLines } from './findings.ts';
export { untestedRules, untestedWords } from './findings.ts';
export type { LookedAt, UntestedRule } from './findings.ts';
export { objectionWords, publishedWords, questionWords, recordedWords, reportedParts, reportedWords, sendingWords } from './sent.ts';
export { sentWords, stoppedFix, stoppedWords } from './sent.ts';
export type { PublishedFacts, ReportedFacts, Sent, StoppedFacts } from './sent.ts';
export { isArtifactOverridden, isOverridden, isOverride, overriddenRows, overriddenWord, overrideLines } from './verdicts.ts';
export { overridesAmong, overrideSentence, overridesOf, overrideWords, standsByOverride, yesOrNo } from './verdicts.ts';
export { failedWords, fixParts, fixedOnce, reasonDetails, runWords } from './reasons.ts';
export { sharedContextText, statusText, type NamedFlow } from './status.ts';
export { createdWords, localTime, minuteOf, utcTime } from './time.ts';
