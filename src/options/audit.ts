import { auditPublishOptions } from './audit-publish.ts';
import { auditReportOptions } from './audit-reports.ts';
import { auditSampleOptions } from './audit-sample.ts';
import { auditPeriodOptions } from './audit-period.ts';
import { auditScopeOptions } from './audit-scope.ts';
import { connectionOptions } from './connection.ts';
import { githubTokenOption } from './display.ts';
import { dryRunOption } from './subject.ts';
import type { ChoicesOf, NamesOf, OptionSpec } from './spec.ts';

/** Like `flow` of other commands, but several may be named. */
export const auditFlowOption = {
  name: 'flow',
  kind: 'names',
  placeholder: 'NAME',
  description:
    'Flows whose trails cover a change; repeat it for several. Default: what `.github/compliance-audit.yml` says, else all of them.',
} as const satisfies OptionSpec;

/** `fork post` has an option of this name for a folder. */
const auditCollectedOption = {
  name: 'collected',
  kind: 'text',
  placeholder: 'FILE',
  description: 'Report from this file, which `keep-collected` wrote, and ask nobody: the same file gives the same report.',
} as const satisfies OptionSpec;

export const repositoryOption = {
  name: 'repository',
  kind: 'text',
  placeholder: 'OWNER/NAME',
  description: 'Repository on GitHub. Default: that of the run, or of the remote `origin`.',
} as const satisfies OptionSpec;

export const auditBranchOption = {
  name: 'branch',
  kind: 'lines',
  placeholder: 'NAME',
  description: 'Branches to audit, one a line. Default: the default branch.',
} as const satisfies OptionSpec;

export const failOnSeverityOption = {
  name: 'fail-on-severity',
  kind: 'choice',
  decides: 'asked',
  choices: ['low', 'medium', 'high', 'critical', 'none'],
  default: 'high',
  whenEmpty: 'error',
  placeholder: 'SEVERITY',
  description:
    'Findings of this severity or more fail the job. `none`: no finding does. An audit that is not complete always fails, whatever is written here.',
} as const satisfies OptionSpec;

export const peopleOption = {
  name: 'people',
  kind: 'choice',
  choices: ['login', 'pseudonym'],
  default: 'login',
  placeholder: 'HOW',
  description: 'How reports name people: by their `login` on GitHub, or by a `pseudonym`, the same for a person throughout.',
} as const satisfies OptionSpec;

export const witnessOption = {
  name: 'witness',
  kind: 'text',
  placeholder: 'HEADS',
  description:
    'Heads of the log that somebody kept: a file, or the heads themselves, a line each: 64 hexadecimal digits, then where and until when it is kept (`in:mail until:2027-02-21`) and who keeps it, where that is known. The audit says which records each of them proves. `audit` needs `package` with it, which reads the log.',
} as const satisfies OptionSpec;

/** The options that only an audit has, for the table of all options. */
export const auditOnlyOptions = [
  ...auditPeriodOptions,
  auditBranchOption,
  failOnSeverityOption,
  ...auditReportOptions,
  peopleOption,
  {
    name: 'keep-collected',
    kind: 'text',
    placeholder: 'FILE',
    description: 'Keep what was collected in this file (NDJSON), so that `collected` can report from it again.',
  },
  {
    name: 'package',
    kind: 'text',
    placeholder: 'FILE',
    description:
      'Write what an auditor takes home (`.tgz`): the reports, the facts, the records of the service with their chain, and the files that they have attached. It needs the token of an auditor or an administrator; `verify --package` checks it.',
  },
  ...auditSampleOptions,
  {
    name: 'head-file',
    kind: 'text',
    placeholder: 'FILE',
    description:
      'Write the head of the log to this file, for somebody else to keep: `witness` of a later audit and `verify --head` read it. It needs `package`, which reads the log.',
  },
  witnessOption,
  {
    name: 'reperform',
    kind: 'text',
    placeholder: 'PACKAGE',
    description:
      'Collect again what the audit of this package collected, with your own tokens and clone, and print what differs. The question is that of the package; `witness` and `keep-collected` go with it.',
  },
  {
    name: 'plan',
    kind: 'boolean',
    default: 'false',
    description:
      'Print how much there is to audit, and how many requests that takes, and stop: only GitHub is asked, about the repository and the updates of each branch.',
  },
  ...auditPublishOptions,
  {
    name: 'series',
    kind: 'lines',
    placeholder: 'PATH',
    isVariadic: true,
    description:
      'Report about earlier audits instead, and ask nobody: their packages (`.tgz`) and JSON reports, as files, folders or globs, one a line.',
  },
  repositoryOption,
] as const satisfies readonly OptionSpec[];

export const auditOptions = [
  ...connectionOptions,
  auditFlowOption,
  ...auditScopeOptions,
  auditCollectedOption,
  ...auditOnlyOptions,
  dryRunOption,
  githubTokenOption,
] as const satisfies readonly OptionSpec[];

export type AuditOption = NamesOf<typeof auditOptions>;

export type FailOnSeverity = ChoicesOf<typeof auditOptions>['fail-on-severity'];
