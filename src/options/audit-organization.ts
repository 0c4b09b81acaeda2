import {
  auditBranchOption,
  auditFlowOption,
  auditPeriodOptions,
  evidenceOption,
  sharedReportOptions,
  failOnSeverityOption,
  peopleOption,
  witnessOption,
} from './audit.ts';
import { githubTokenOption } from './display.ts';
import { connectionOptions } from './service.ts';
import type { NamesOf, OptionSpec } from './spec.ts';

export const organizationOnlyOptions = [
  {
    name: 'organization',
    kind: 'text',
    example: 'acme',
    placeholder: 'NAME',
    description:
      'Organization or user on GitHub whose repositories are audited. The one in the evidence service is `org`. With `repositories` it is the name in reports, by default the owner that all of them have.',
  },
  {
    name: 'shards',
    kind: 'count',
    default: '1',
    whenEmpty: 'error',
    description: 'How many parts the repositories are shared out to, 1 to 256: each can be audited on a machine of its own.',
  },
  {
    name: 'exclusions',
    kind: 'file',
    description:
      'File that says which repositories are left out, why and until when. Default: `.github/compliance-audit-organization.yml`, where it exists.',
  },
  {
    name: 'previous-plan',
    kind: 'file',
    description:
      'Plan of the audit before: it shows which repositories have another name now, and which are gone, and where the audited time begins. `last-run`: that of the newest run of this very workflow file on the default branch.',
  },
  {
    name: 'plan-file',
    flag: 'plan',
    kind: 'file',
    example: 'audit/plan.json',
    description: 'The plan of an organization’s audit (JSON): `audit-plan` writes it, `audit-part` and `audit-merge` read it.',
  },
  {
    name: 'shard-index',
    setting: 'index',
    flag: 'index',
    kind: 'count',
    example: '${{ matrix.shard }}',
    description: 'The shard of the plan to audit; 0 is the first one. Default: all of them, and the reports are about the whole plan.',
  },
  {
    name: 'part-file',
    flag: 'part',
    kind: 'file',
    example: 'audit/part-${{ matrix.shard }}.json',
    description: 'Write the result of the one shard into this file, for `audit-merge`.',
  },
  {
    name: 'part-reports',
    kind: 'folder',
    description:
      'Write the reports of each repository of the shard, as `audit` does, into a folder of its own in this folder: HTML, CSV and JSON.',
  },
  {
    name: 'previous-reports',
    kind: 'folder',
    description:
      'The folder that `part-reports` named in the audit before, with those of all shards: each repository takes its own JSON report in it, by which it knows what is new, what is fixed, and whether time was left out.',
  },
  {
    name: 'parts',
    kind: 'lines',
    example: 'audit/parts',
    description: 'The parts that `audit-part` wrote, one a line: files, or folders in which each `.json` file is one.',
  },
  {
    name: 'app-id',
    kind: 'text',
    placeholder: 'ID',
    description: 'App id or client id of a GitHub App that is installed on the organization: its tokens are renewed before they end.',
  },
  {
    name: 'app-private-key',
    kind: 'text',
    secret: true,
    placeholder: 'PEM',
    description: 'Private key of that App, as GitHub gave it. Take it from a secret.',
  },
  {
    name: 'repositories',
    kind: 'file',
    description:
      'File with the repositories to audit, in place of the list that GitHub has: a line each, `owner/name`, or the path of a clone, which begins with `.` or `/`; `#` begins a comment. Without a token of GitHub they are audited by git alone.',
  },
] as const satisfies readonly OptionSpec[];

export const [
  organizationOption,
  shardsOption,
  exclusionsOption,
  previousPlanOption,
  planFileOption,
  indexOption,
  partFileOption,
  partReportsOption,
  previousReportsOption,
  partsOption,
  appIdOption,
  appKeyOption,
  repositoriesOption,
] = organizationOnlyOptions;
const appOptions = [appIdOption, appKeyOption] as const;
const [baseUrlOption, , , allowHttpOption, , orgOption] = connectionOptions;
const [sinceOption, untilOption, timeZoneOption] = auditPeriodOptions;

/** A plan asks GitHub alone, and says which evidence its parts go by. */
export const auditPlanOptions = [
  evidenceOption,
  baseUrlOption,
  allowHttpOption,
  orgOption,
  organizationOption,
  repositoriesOption,
  planFileOption,
  shardsOption,
  exclusionsOption,
  previousPlanOption,
  sinceOption,
  untilOption,
  timeZoneOption,
  auditFlowOption,
  auditBranchOption,
  failOnSeverityOption,
  peopleOption,
  witnessOption,
  githubTokenOption,
  ...appOptions,
] as const satisfies readonly OptionSpec[];

export const requiredForPlan = ['plan-file'] as const satisfies readonly NamesOf<typeof auditPlanOptions>[];

export const partFolderOptions = [planFileOption, partReportsOption, previousReportsOption] as const;

export const auditPartOptions = [
  evidenceOption,
  ...connectionOptions,
  planFileOption,
  indexOption,
  partFileOption,
  partReportsOption,
  previousReportsOption,
  ...sharedReportOptions,
  githubTokenOption,
  ...appOptions,
] as const satisfies readonly OptionSpec[];

export const requiredForPart = ['plan-file'] as const satisfies readonly NamesOf<typeof auditPartOptions>[];

export const auditMergeOptions = [planFileOption, partsOption, ...sharedReportOptions] as const satisfies readonly OptionSpec[];

export const requiredForMerge = ['plan-file', 'parts'] as const satisfies readonly NamesOf<typeof auditMergeOptions>[];
