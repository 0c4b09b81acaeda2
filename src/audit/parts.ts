// All of an audit in one module: it is loaded when one runs, and then as one chunk of the bundle.
import { seriesReports } from './formats.ts';
import { readOrganizationFile } from './organization/make-plan.ts';
import { judgeSeries } from './series/judge-series.ts';
import { isElsewhere, openPackageAudit, readReportAudit } from './series/read-report.ts';
import { rowsOf } from './series/reports/reports.ts';
import { seriesOutcome, seriesWords } from './series/words.ts';
import { readHeads } from './witness/read-heads.ts';

export { accessCsv, openAccess } from './access/access.ts';
export { pastFacts, replayPast } from './collect/past.ts';
export { openAnswers } from './collect/answers.ts';
export { collectAudit } from './collect/collect.ts';
export { openLog, openSharedLog } from './collect/log.ts';
export { readScope } from './collect/scope.ts';
export { planAudit } from './collect/plan.ts';
export { readServiceFacts } from './collect/service.ts';
export { openClock } from './collect/service-ask.ts';
export { readAuditFile, readChecksFile } from './file/read-audit-file.ts';
export { judgeAudit } from './judge/judge-audit.ts';
export { readLines } from './lines/read-lines.ts';
export { lineTexts, openSpool } from './lines/write-lines.ts';
export { manifestDigest, previousPackage } from './package/open-package.ts';
export { packAudit } from './package/pack.ts';
export { readPrevious } from './previous/read-previous.ts';
export { approvalLines } from './reports/approvals.ts';
export { endingSoonWords, headLines, headWords, proposedChecks } from './reports/words.ts';
export { firstPage } from './reports/first-page/first-page.ts';
export { organizationReports, reports } from './formats.ts';
export { sampleLines } from './sample/sample-files.ts';
export { takeSample } from './sample/take-sample.ts';
export { headFile } from './witness/head-file.ts';
export { readHeads, readOrganizationFile };
export { rules } from './rules/rules.ts';
export { exclusionIn, inForce, listingOf, makePlan } from './organization/make-plan.ts';
export { mergeParts, missingIn } from './organization/merge.ts';
export { asShown, largestPart, partText, partsOf, repositoriesOf, resultOf } from './organization/part.ts';
export { largestPlan, planText, readPlan } from './organization/plan.ts';
export { sinceLines, untestedIn, untestedWords, whyWords } from './organization/reports/words.ts';
export { logHole, openLogReader } from './collect/log-reader.ts';
export { checkClone } from './reperform/check-clone.ts';
export { compareFacts, compareFindings, compareLog } from './reperform/compare-facts.ts';
export { openPackage } from './reperform/open-package.ts';

/** They share much with the parts of an audit. The check of packages is left out: it needs a service, which is not everywhere. */
export const seriesParts = {
  judgeSeries,
  isElsewhere,
  openPackageAudit,
  readHeads,
  readOrganizationFile,
  readReportAudit,
  reports: seriesReports,
  rowsOf,
  seriesOutcome,
  seriesWords,
};
