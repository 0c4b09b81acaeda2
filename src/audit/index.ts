export type { AccessAt } from './access/access.ts';
export type { OpenReplay, Past, PastAccess, ReplayedService } from './collect/past.ts';
export type { Answers } from './collect/answers.ts';
export type { PlannedAudit } from './collect/plan.ts';
export type { SharedLog } from './collect/log.ts';
export type { CommitAccounts, GitHubPort, Listed, PullTexts, PullsOfCommits, RefUpdate, RulesPeriod, TagUpdates } from './collect/port.ts';
export type { Earlier } from './collect/settings.ts';
export type { Account, Signature } from './facts/account.ts';
export type { AnswerFact, AuditScope, Header, Hole as AuditHole, Line, Query } from './facts/line.ts';
export type {
  BranchRule,
  BranchRules,
  Bypass,
  Bypasses,
  CheckRun,
  CheckSuite,
  CommitChecks,
  CommitStatus,
  Ruleset,
  RulesetExport,
  RulesetVersion,
} from './facts/check.ts';
export type { Commit, LandingKind, PullRequest, Review } from './facts/landing.ts';
export type { Previous, ReportedHead } from './facts/previous.ts';
export type { Deployment, Release, Tag } from './facts/shipped.ts';
export type { Severity } from './facts/finding.ts';
export type { CheckedPackage } from './package/check-package.ts';
export type { PackedAbout } from './package/manifest.ts';
export type { PackageOutcome } from './package/outcome.ts';
export type { Recomputed } from './recompute/check-account.ts';
export type { ComparedFacts, FindingDifference } from './reperform/compare-facts.ts';
export type { Difference } from './reperform/compare-items.ts';
export type { NotCompared } from './reperform/gaps.ts';
export type { OpenedPackage } from './reperform/open-package.ts';
export type { AuditorPick, SampleRequest, TakenSample } from './sample/take-sample.ts';
export type { FirstPage } from './reports/first-page/page.ts';
export type { SeriesRows } from './series/reports/reports.ts';
export type { BrokenFile, Episode, Series, SeriesAudit, SeriesFinding, SeriesWeek } from './series/series.ts';
export type { CheckPackageAudit } from './series/check-package-audit.ts';
export type { WrittenPackage } from './witness/head-file.ts';
export type { KeptHead } from './witness/read-heads.ts';
export type { Audit, JudgedFinding, Report, ReportedChange } from './judge/audit.ts';
export type { NamedRepository, OrganizationListing } from './organization/make-plan.ts';
export type { OrganizationAudit } from './organization/merge.ts';
export type { ListedRepository, OrganizationHole, OrganizationPlan, PlannedRepository } from './organization/plan.ts';
export type { RepositoryResult } from './organization/part.ts';
