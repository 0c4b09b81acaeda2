import { approvalOptions } from './approvals.ts';
import { auditOnlyOptions } from './audit.ts';
import { asOfOption } from './audit-as-of.ts';
import { issuesOptions } from './audit-issues.ts';
import { organizationOnlyOptions } from './audit-organization.ts';
import { artifactOptions, artifactReportOptions } from './artifacts.ts';
import { attachmentOptions } from './attachments.ts';
import { connectionOptions } from './connection.ts';
import { evidenceOptions } from './evidence.ts';
import { forkOptions } from './fork.ts';
import { gateOptions } from './gate.ts';
import { judgedOptions } from './gate-subject.ts';
import { readingOptions } from './reading.ts';
import { legOptions } from './leg.ts';
import { recordOptions } from './record.ts';
import { resultsOptions } from './results.ts';
import { reportOption, statusContextOption, summaryOption } from './display.ts';
import { queryOptions } from './query.ts';
import type { OptionSpec } from './spec.ts';
import { subjectOptions } from './subject.ts';
import { templateFileOption } from './template-file.ts';

/** Options that are shown under one heading. */
export interface OptionGroup {
  readonly heading: string;
  readonly options: readonly OptionSpec[];
}

/** Every option, in the order in which the manifest, the table of the inputs and `--help` show them. */
export const optionGroups = [
  { heading: 'Service', options: connectionOptions },
  { heading: 'Trail', options: [...subjectOptions, templateFileOption] },
  { heading: 'Artifact', options: [...artifactOptions, ...artifactReportOptions] },
  { heading: 'Evidence', options: evidenceOptions },
  { heading: 'Test results', options: resultsOptions },
  { heading: 'How test files are read', options: readingOptions },
  { heading: 'Gate', options: [...judgedOptions, ...gateOptions] },
  { heading: 'Approval', options: approvalOptions },
  { heading: 'Query', options: queryOptions },
  { heading: 'Record', options: recordOptions },
  { heading: 'Attachments', options: attachmentOptions },
  { heading: 'Runs of one job', options: legOptions },
  { heading: 'Pull requests of forks', options: forkOptions },
  { heading: 'Audit', options: [...auditOnlyOptions, asOfOption, ...issuesOptions] },
  { heading: 'Audit of an organization', options: organizationOnlyOptions },
  { heading: 'On GitHub', options: [summaryOption, reportOption, statusContextOption] },
] as const satisfies readonly OptionGroup[];
