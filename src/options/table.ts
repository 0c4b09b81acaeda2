import { approvalOptions, artifactOptions, artifactReportOptions } from './artifacts.ts';
import { organizationOnlyOptions } from './audit-organization.ts';
import { asOfOption, auditOnlyOptions, issuesOptions } from './audit.ts';
import { reportOption, statusContextOption, summaryOption } from './display.ts';
import { attachmentOptions, evidenceOptions } from './evidence.ts';
import { forkOptions } from './fork.ts';
import { gateOptions, judgedOptions } from './gate.ts';
import { recordOptions } from './record.ts';
import { queryOptions } from './resources.ts';
import { legOptions, readingOptions, resultsOptions, statementFolderOption } from './results.ts';
import { connectionOptions, subjectOptions, templateFileOption } from './service.ts';
import type { OptionSpec } from './spec.ts';

/** In the order in which the manifest, the table of the inputs and `--help` show them. */
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
  { heading: 'Statements', options: [statementFolderOption] },
  { heading: 'Pull requests of forks', options: forkOptions },
  { heading: 'Audit', options: [...auditOnlyOptions, asOfOption, ...issuesOptions] },
  { heading: 'Audit of an organization', options: organizationOnlyOptions },
  { heading: 'On GitHub', options: [summaryOption, reportOption, statusContextOption] },
] as const satisfies readonly { readonly heading: string; readonly options: readonly OptionSpec[] }[];
