import {
  auditBranchOption,
  auditFlowOption,
  auditPeriodOptions,
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
    description: 'Organization or user on GitHub whose repositories are audited. The one in the evidence service is `org`.',
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
    description: 'The shard of the plan to audit; 0 is the first one.',
  },
  {
    name: 'part-file',
    flag: 'part',
    kind: 'file',
    example: 'audit/part-${{ matrix.shard }}.json',
    description: 'Write the result of the shard into this file, for `audit-merge`.',
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
  ...appOptions
] = organizationOnlyOptions;
const [baseUrlOption, , , allowHttpOption, , orgOption] = connectionOptions;
const [sinceOption, untilOption, timeZoneOption] = auditPeriodOptions;

/** A plan asks GitHub alone, and says which service its parts ask. */
export const auditPlanOptions = [
  baseUrlOption,
  allowHttpOption,
  orgOption,
  organizationOption,
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

export const requiredForPlan = ['base-url', 'org', 'organization', 'plan-file'] as const satisfies readonly NamesOf<
  typeof auditPlanOptions
>[];

export const partFileOptions = [planFileOption, indexOption, partFileOption, partReportsOption, previousReportsOption] as const;

export const auditPartOptions = [
  ...connectionOptions,
  ...partFileOptions,
  githubTokenOption,
  ...appOptions,
] as const satisfies readonly OptionSpec[];

export const requiredForPart = ['base-url', 'org', 'plan-file', 'shard-index', 'part-file'] as const satisfies readonly NamesOf<
  typeof auditPartOptions
>[];

export const auditMergeOptions = [planFileOption, partsOption, ...sharedReportOptions] as const satisfies readonly OptionSpec[];

export const requiredForMerge = ['plan-file', 'parts'] as const satisfies readonly NamesOf<typeof auditMergeOptions>[];
