import { githubTokenOption } from './display.ts';
import { connectionOptions, dryRunOption } from './service.ts';
import type { NamesOf, OptionSpec } from './spec.ts';
import { fingerprintOption } from './values.ts';

export const auditPublishOptions = [
  {
    name: 'publish',
    kind: 'choice',
    choices: ['false', 'true', 'summary'],
    bare: 'true',
    default: 'false',
    whenEmpty: 'error',
    description:
      'Record the ended audit as an attestation of the custom type `compliance-audit`, on the trail `audit-DATE`: scope, digests, run, verdict and counts of findings. `true` attaches the reports and the package too, `summary` does not. It needs the token of a member or an administrator; `dry-run` shows what would be sent.',
  },
  {
    name: 'publish-flow',
    kind: 'text',
    pattern: 'flowName',
    default: 'compliance-audits',
    whenEmpty: 'error',
    description: 'Flow that `publish` records in. It is made where it is missing.',
  },
] as const satisfies readonly OptionSpec[];

export const auditReportOptions = [
  {
    name: 'html',
    kind: 'file',
    description: 'Write the report as one page that needs nothing else, for auditors: scope, population, findings, limits.',
  },
  { name: 'csv', kind: 'file', description: 'Write a row a change as CSV, safe for spreadsheets.' },
  {
    name: 'json-file',
    kind: 'file',
    example: 'audit/audit.json',
    description: 'The JSON report: `audit` writes it, as `--json` prints it, and `audit-issues` reads it.',
  },
  { name: 'sarif', kind: 'file', description: 'Write the findings as SARIF 2.1.0, for code scanning.' },
  { name: 'junit', kind: 'file', description: 'Write the rules as JUnit XML, a test case a rule and change.' },
  { name: 'markdown', kind: 'file', description: 'Write the report as Markdown.' },
  { name: 'badge', kind: 'file', description: 'Write a badge: `….svg` is a picture, `….json` is for an endpoint badge of shields.io.' },
  {
    name: 'oscal',
    kind: 'file',
    description: 'Write the assessment results of OSCAL 1.1 as JSON, for tools of governance and risk; the plan is in it.',
  },
  {
    name: 'oscal-plan',
    kind: 'file',
    description: 'Write the assessment plan that the `oscal` results belong to as a file of its own, for tools that ask for one.',
  },
  {
    name: 'registers',
    kind: 'file',
    description:
      'Write the registers as CSV: emergencies, exceptions and acceptances, an entry a row with when, who, why and until, and what of them is not known.',
  },
  {
    name: 'controls-csv',
    kind: 'file',
    description:
      "Write a conclusion for each control as CSV: those of `frameworks` in the audit's file, or those that the rules name. A control with a part that was not tested has none.",
  },
] as const satisfies readonly OptionSpec[];

export type AuditReportOption = NamesOf<typeof auditReportOptions>;

/** They go with `series` alone. */
const trendOption = {
  name: 'trend',
  kind: 'file',
  description:
    'With `series`: write the trend as CSV, a row for each repository and team and week: covered changes, exceptions, overrides, days to fix. A week without an audit is a row without numbers.',
} as const satisfies OptionSpec;

const teamsOption = {
  name: 'teams',
  kind: 'file',
  example: '.github/compliance-audit-organization.yml',
  description: 'With `series`: the YAML file whose `teams` name the repositories of each team, for the trend.',
} as const satisfies OptionSpec;

export const trendOptions = [trendOption, teamsOption] as const;

/** An organization and a series have these formats too. */
const shared = ['html', 'csv', 'json-file', 'markdown'] as const satisfies readonly AuditReportOption[];

export const sharedReportOptions = auditReportOptions.filter(
  (option): option is Extract<typeof option, { readonly name: (typeof shared)[number] }> => shared.some((name) => name === option.name),
);

export const seriesReportOptions = [...sharedReportOptions, trendOption];

export type AuditReportForm = Exclude<AuditReportOption, 'json-file' | 'badge'> | 'json' | 'badge-json' | 'badge-svg';

export interface AuditReportFile<Option extends string = AuditReportOption> {
  readonly option: Option;
  /** As it was given. */
  readonly path: string;
}

export const auditSampleOptions = [
  {
    name: 'sample',
    kind: 'text',
    default: '0',
    whenEmpty: 'error',
    placeholder: 'NUMBER',
    description:
      'Draw so many changes for tests of single changes, or all where there are no more: with `package` each has a test sheet in it, and the log shows which they are. `auto`: as many as auditors commonly test of such a population, by a table that the log shows. `0`: none.',
  },
  {
    name: 'sample-seed',
    kind: 'text',
    default: 'none',
    whenEmpty: 'error',
    description:
      'The auditor’s own seed of the sample, which nobody else knows before. With `none` it is made from the population and the period, and says so: the team can influence it.',
  },
  {
    name: 'sample-strata',
    kind: 'choice',
    choices: ['none', 'branch', 'state', 'kind'],
    default: 'none',
    whenEmpty: 'error',
    description: 'Draw `sample` changes of each branch, of each state, or of each kind of landing. `none`: of all together.',
  },
  {
    name: 'sample-file',
    kind: 'file',
    default: 'none',
    whenEmpty: 'error',
    description: 'CSV file with the auditor’s own picks in place of a draw: a SHA or the number of a pull request a line.',
  },
  {
    name: 'incomplete',
    kind: 'boolean',
    default: 'false',
    whenEmpty: 'error',
    description: 'Take the sample also of an audit that is not complete. Otherwise the command fails after its reports are written.',
  },
] as const satisfies readonly OptionSpec[];

/** The audited time, half open, and the audit before this one. */
export const auditPeriodOptions = [
  {
    name: 'since',
    kind: 'text',
    placeholder: 'WHEN',
    description:
      'The audited time: `last-month`, a month (`2026-10`) or a quarter (`2026-Q3`), with both of its ends. Or where it begins: a date, `2026-11-01`, a moment with its zone, the full SHA of a commit, or `last`: where the last complete audit ended, by `previous`. Default: with `previous` that, else 7 days ago.',
  },
  {
    name: 'until',
    kind: 'text',
    placeholder: 'WHEN',
    description:
      'Where it ends, not included: a date, which means its beginning, a moment with its zone, or the full SHA of a commit. Default: now.',
  },
  {
    name: 'time-zone',
    kind: 'text',
    example: 'Europe/Berlin',
    placeholder: 'ZONE',
    description:
      'Time zone of the dates in `since` and `until`, and of the moments on the page, in Markdown and in the terminal. The data, as CSV and JSON, are in UTC. Default: UTC.',
  },
  {
    name: 'previous',
    kind: 'file',
    description:
      'JSON report or package of the audit before, to tell what is new and what is fixed. `last-run`: that of the newest run of this very workflow file on the default branch.',
  },
  {
    name: 'previous-repository',
    kind: 'text',
    placeholder: 'OWNER/NAME',
    description:
      'Name that the repository had when the audit of `previous` was made, where it has another one now, and that audit does not have the number that GitHub gives the repository.',
  },
] as const satisfies readonly OptionSpec[];

export type PeriodOption = NamesOf<typeof auditPeriodOptions>;

export type AuditPoint = { readonly kind: 'moment'; readonly at: string } | { readonly kind: 'commit'; readonly sha: string };

export interface AuditPeriod {
  /** `last-month` is both ends. `default`: where the last complete audit ended, if there was one, else 7 days ago. */
  readonly since: AuditPoint | 'last' | 'last-month' | 'default';
  readonly until: AuditPoint | 'now';
  /** The zone of dates that are given, and of moments that are shown: `Europe/Berlin`. */
  readonly timeZone: string;
  readonly previous: { readonly kind: 'file'; readonly path: string } | { readonly kind: 'last-run' } | undefined;
}

/** They narrow an audit to the change of one trail or artifact. The table of all options has them elsewhere. */
const auditScopeOptions = [
  {
    name: 'trail',
    kind: 'text',
    pattern: 'trailName',
    description: 'Audit only what landed with the commits of this trail, of the one `flow` that is named, in place of a period.',
  },
  {
    ...fingerprintOption,
    description: 'Audit only what landed with the commits of the artifact with this SHA-256, in place of a period.',
  },
] as const satisfies readonly OptionSpec[];

/** Like `flow` of other commands, but several may be named. */
export const auditFlowOption = {
  name: 'flow',
  setting: 'flows',
  kind: 'names',
  pattern: 'flowName',
  placeholder: 'NAME',
  description:
    'Flows whose trails cover a change; repeat it for several. Default: what `.github/compliance-audit.yml` says, else all of them.',
} as const satisfies OptionSpec;

/** `fork post` has an option of this name for a folder. */
const auditCollectedOption = {
  name: 'collected',
  kind: 'file',
  description: 'Report from this file, which `keep-collected` wrote, and ask nobody: the same file gives the same report.',
} as const satisfies OptionSpec;

const repositoryOption = {
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
  setting: 'failOn',
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
  description: 'How reports name people: by their `login` on GitHub, or by a `pseudonym`, the same for a person throughout.',
} as const satisfies OptionSpec;

export const witnessOption = {
  name: 'witness',
  kind: 'text',
  placeholder: 'HEADS',
  description:
    'Heads of the log that somebody kept: a file, or the heads themselves, a line each: 64 hexadecimal digits, then where and until when it is kept (`in:mail until:2027-02-21`) and who keeps it, where that is known. The audit says which records each of them proves. `audit` needs `package` with it, which reads the log.',
} as const satisfies OptionSpec;

export const planOption = {
  name: 'plan',
  kind: 'boolean',
  default: 'false',
  description:
    'Print how much there is to audit, and how many requests that takes, and stop: only GitHub is asked, about the repository and the updates of each branch.',
} as const satisfies OptionSpec;

export const evidenceOption = {
  name: 'evidence',
  kind: 'choice',
  choices: ['auto', 'service', 'github'],
  default: 'auto',
  whenEmpty: 'error',
  placeholder: 'OF',
  description:
    'The evidence that covers a change: the records of a `service`, or the checks of `github` itself, which need no service. `auto`: of the service where an option names one, else of GitHub.',
} as const satisfies OptionSpec;

/** Changes whose own file named no check owe those of this one too. */
const checksOption = {
  name: 'checks',
  kind: 'file',
  description:
    'YAML file with `checks` as in `.github/compliance-audit.yml`, where GitHub’s checks are the evidence: they are demanded too of each change whose own file named none when it landed, and excuse nothing.',
} as const satisfies OptionSpec;

/** An administrator's word, for what the token does not see. */
const rulesetsOption = {
  name: 'rulesets',
  kind: 'file',
  description:
    'JSON file with what GitHub tells an administrator about rulesets (`gh api repos/OWNER/NAME/rulesets/ID`, one answer or a list): who may bypass them, where the token does not see it. The report names it as that person’s word. With a service it also lets the audit ask for the rules of the branches.',
} as const satisfies OptionSpec;

export const auditOnlyOptions = [
  evidenceOption,
  checksOption,
  rulesetsOption,
  ...auditPeriodOptions,
  auditBranchOption,
  failOnSeverityOption,
  ...auditReportOptions,
  peopleOption,
  {
    name: 'keep-collected',
    kind: 'file',
    description: 'Keep what was collected in this file (NDJSON), so that `collected` can report from it again.',
  },
  {
    name: 'package',
    kind: 'file',
    description:
      'Write what an auditor takes home (`.tgz`): the reports, the facts, the records of the service with their chain, and the files that they have attached; without a service, what GitHub answered. With one it needs the token of an auditor or an administrator; `verify --package` checks it.',
  },
  ...auditSampleOptions,
  {
    name: 'head-file',
    kind: 'file',
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
  planOption,
  ...auditPublishOptions,
  {
    name: 'series',
    kind: 'lines',
    isVariadic: true,
    description:
      'Report about earlier audits instead, and ask nobody: their packages (`.tgz`) and JSON reports, as files, folders or globs, one a line.',
  },
  ...trendOptions,
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

/** Only the command line has it: it needs a service of our own to say what the records of another one say. */
export const asOfOption = {
  name: 'as-of',
  kind: 'text',
  placeholder: 'WHEN',
  description:
    'A past moment, such as `2026-07-01T00:00:00Z`: the facts of the service are those that its records alone say of it, worked out again. Facts of GitHub stay as they are read now. `until` defaults to it. It reads the log, with the token of an auditor or an administrator.',
} as const satisfies OptionSpec;

const [, reportCsvOption] = auditReportOptions;

export const auditAccessOptions = [
  ...connectionOptions,
  {
    ...asOfOption,
    description:
      'A past moment, such as `2026-07-01T00:00:00Z`: who had access then, by the records up to it. A date means its beginning in UTC. Default: now.',
  },
  { ...reportCsvOption, description: 'Write a row for each token and each rule of jobs as CSV, also of those that had ended.' },
] as const satisfies readonly OptionSpec[];

export const auditOnLineOptions = [...auditOptions, asOfOption] as const satisfies readonly OptionSpec[];

export const issuesOptions = [
  {
    name: 'issues',
    kind: 'choice',
    choices: ['each', 'one', 'none'],
    default: 'one',
    whenEmpty: 'error',
    description: 'Issues about open findings: `each` has one of its own, all share `one`, or `none` is opened, changed or closed.',
  },
  {
    name: 'most-issues',
    kind: 'count',
    default: '20',
    whenEmpty: 'error',
    description:
      'How many issues of `issues: each` may be open at once, 1 to 100: the worst findings have one, and one more counts the rest.',
  },
] as const satisfies readonly OptionSpec[];

const [, , reportFileOption] = auditReportOptions;

export const auditIssuesOptions = [
  reportFileOption,
  ...issuesOptions,
  { ...dryRunOption, description: 'Send nothing: say which issues would be opened, changed and closed.' },
  repositoryOption,
  githubTokenOption,
] as const satisfies readonly OptionSpec[];

export const requiredForIssues = ['json-file', 'github-token'] as const satisfies readonly NamesOf<typeof auditIssuesOptions>[];
