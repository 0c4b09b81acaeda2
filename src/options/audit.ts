import { allOrComplaints } from './all-or-complaints.ts';
import { readAuditReports, auditReportOptions, type AuditReportFile } from './audit-reports.ts';
import { auditPeriodOptions, readAuditPeriod, type AuditPeriod } from './audit-period.ts';
import { connectionOptions, readConnection, type ConnectionSettings } from './connection.ts';
import { readNames } from './names.ts';
import type { OptionReader } from './reader.ts';
import { githubTokenOption } from './reports.ts';
import type { NamesOf, OptionSpec } from './spec.ts';

/** As `flow` of other commands, but several may be named. */
const auditFlowOption = {
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

/** What the table of all options has of an audit next to those that other commands have too. */
export const auditOnlyOptions = [
  ...auditPeriodOptions,
  {
    name: 'branch',
    kind: 'lines',
    placeholder: 'NAME',
    description: 'Branches to audit, one a line. Default: the default branch.',
  },
  {
    name: 'fail-on-severity',
    kind: 'choice',
    choices: ['low', 'medium', 'high', 'critical', 'none'],
    default: 'high',
    whenEmpty: 'error',
    placeholder: 'SEVERITY',
    description:
      'Findings of this severity or more fail the job. `none`: no finding does. An audit that is not complete always fails, whatever is written here.',
  },
  ...auditReportOptions,
  {
    name: 'people',
    kind: 'choice',
    choices: ['login', 'pseudonym'],
    default: 'login',
    placeholder: 'HOW',
    description: 'How reports name people: by their `login` on GitHub, or by a `pseudonym`, the same for a person throughout.',
  },
  {
    name: 'keep-collected',
    kind: 'text',
    placeholder: 'FILE',
    description: 'Keep what was collected in this file (NDJSON), so that `collected` can report from it again.',
  },
  {
    name: 'plan',
    kind: 'boolean',
    default: 'false',
    description: 'Print how much there is to audit, and how many requests that takes, and stop: only GitHub is asked, once a branch.',
  },
  repositoryOption,
] as const satisfies readonly OptionSpec[];

export const auditOptions = [
  ...connectionOptions,
  auditFlowOption,
  auditCollectedOption,
  ...auditOnlyOptions,
  githubTokenOption,
] as const satisfies readonly OptionSpec[];

type AuditOption = NamesOf<typeof auditOptions>;

export type FailOnSeverity = 'low' | 'medium' | 'high' | 'critical' | 'none';

export interface AuditSettings {
  /** Where the facts come from: a file of an audit before, or those who know. */
  readonly from: { readonly kind: 'collected'; readonly path: string } | ({ readonly kind: 'sources' } & AuditSources);
  readonly previous: AuditPeriod['previous'];
  readonly failOn: FailOnSeverity;
  readonly people: 'login' | 'pseudonym';
  readonly reports: readonly AuditReportFile[];
}

export interface AuditSources {
  readonly connection: ConnectionSettings;
  readonly githubToken: string | undefined;
  readonly repository: string | undefined;
  readonly flows: readonly string[];
  readonly branches: readonly string[];
  readonly period: Omit<AuditPeriod, 'previous'>;
  readonly keepCollected: string | undefined;
  readonly plan: boolean;
  /** All that was given, without secrets, for those who repeat it. */
  readonly given: Readonly<Record<string, string>>;
}

/** What is asked of somebody: with facts that were collected before it would do nothing. */
const asking = ['since', 'until', 'flow', 'branch', 'repository', 'keep-collected'] as const satisfies readonly AuditOption[];

export function readAudit(read: OptionReader<AuditOption>): AuditSettings {
  const path = read.text('collected');
  return allOrComplaints<AuditSettings>({
    from: () => (path === undefined ? { kind: 'sources', ...readSources(read) } : readCollected(read, path)),
    previous: () => (path === undefined ? readAuditPeriod(read).previous : readPreviousFile(read)),
    failOn: () => failOnOf(read.choice('fail-on-severity')),
    people: () => (read.choice('people') === 'pseudonym' ? 'pseudonym' : 'login'),
    reports: () => readAuditReports(read),
  });
}

function readSources(read: OptionReader<AuditOption>): AuditSources {
  return allOrComplaints<AuditSources>({
    connection: () => readConnection(read),
    githubToken: () => read.text('github-token'),
    repository: () => readRepository(read),
    flows: () => readNames(read, 'flow', 'flowName'),
    branches: () => readBranches(read),
    period: () => readAuditPeriod(read),
    keepCollected: () => readKept(read),
    plan: () => read.flag('plan'),
    given: () => givenTexts(read),
  });
}

function givenTexts(read: OptionReader<AuditOption>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    auditOptions.flatMap((option) => {
      const text = 'secret' in option ? undefined : read.text(option.name);
      return text === undefined ? [] : [[option.name, text]];
    }),
  );
}

function readCollected(read: OptionReader<AuditOption>, path: string): AuditSettings['from'] {
  allOrComplaints({
    ...Object.fromEntries(asking.map((name) => [name, (): void => refuseWithFile(read, name, read.text(name) !== undefined)])),
    plan: () => refuseWithFile(read, 'plan', read.flag('plan')),
  });
  return { kind: 'collected', path };
}

function refuseWithFile(read: OptionReader<AuditOption>, name: AuditOption, isGiven: boolean): void {
  if (isGiven)
    throw read.invalid(name, 'does nothing with collected: nobody is asked', 'Leave it out, or leave collected out to ask again');
}

function readPreviousFile(read: OptionReader<AuditOption>): AuditPeriod['previous'] {
  const path = read.text('previous');
  if (path === 'last-run') throw read.invalid('previous', 'would ask GitHub, and with collected nobody is asked', 'Name a file');
  return path === undefined ? undefined : { kind: 'file', path };
}

/** `owner/name`, where it is given. */
export function readRepository(read: OptionReader<'repository'>): string | undefined {
  const name = read.text('repository');
  if (name === undefined || /^[A-Za-z0-9_.-]+\/[A-Za-z0-9_.-]+$/.test(name)) return name;
  throw read.invalid('repository', `is not a repository: ${JSON.stringify(name)}`, 'Write owner/name');
}

/** Names of branches as git allows them (git-check-ref-format), without `refs/heads/`. */
function readBranches(read: OptionReader<AuditOption>): readonly string[] {
  const names = read.lines('branch');
  const wrong = names.find((name) => /^[-/]|^refs\/|\.\.|@\{|\/\/|[\s~^:?*[\\\p{Cc}]|[/.]$|\.lock$/u.test(name));
  if (wrong === undefined) return [...new Set(names)];
  throw read.invalid('branch', `is not the name of a branch: ${JSON.stringify(wrong)}`, 'Write main, or release/1.2, one a line');
}

function readKept(read: OptionReader<AuditOption>): string | undefined {
  const path = read.text('keep-collected');
  const other = auditReportOptions.find(({ name }) => path !== undefined && read.text(name) === path);
  if (other === undefined) return path;
  throw read.invalid('keep-collected', `names the file of ${other.name}: ${JSON.stringify(path)}`, 'Give each a file of its own');
}

function failOnOf(choice: string): FailOnSeverity {
  return choice === 'low' || choice === 'medium' || choice === 'critical' || choice === 'none' ? choice : 'high';
}
