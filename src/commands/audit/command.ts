import {
  auditIssuesOptions,
  auditMergeOptions,
  auditOnLineOptions,
  auditOptions,
  auditPartOptions,
  auditPlanOptions,
  requiredForIssues,
  requiredForMerge,
  requiredForPart,
  requiredForPlan,
  uses,
} from '../../options/index.ts';
import type { AuditSettings, ReperformSettings, SeriesSettings } from '../../options/index.ts';
import { describeCommand } from '../run/command.ts';
import type { Audited, Viewed } from '../run/result.ts';
import { entryParts } from './entry-parts.ts';

const readers = () => import('../../options/read-audits.ts');
const lazy = () => import('./lazy.ts');

export const auditIssuesCommand = describeCommand({
  name: 'audit-issues',
  summary: 'Open, update and close the issues about the findings of an audit, by its JSON report.',
  examples: ['compliance-evidence audit-issues --json-file audit.json --issues each --github-token "$GITHUB_TOKEN"'],
  options: uses(auditIssuesOptions, requiredForIssues),
  outputs: ['verdict', 'compliant', 'reasons'],
  read: async (read) => (await readers()).readAuditIssues(read),
  run: async (settings, context) => (await import('./keep-issues.ts')).keepAuditIssues(settings, context),
});

export const auditPlanCommand = describeCommand({
  name: 'audit-plan',
  summary: 'Plan the audit of all repositories of an organization: which are audited, which are not and why, shared out to shards.',
  examples: [
    'compliance-evidence audit-plan --organization acme --org acme --since 2026-11-01 --shards 8 --plan plan.json --github-token "$GITHUB_TOKEN"',
    'compliance-evidence audit-plan --repositories list.txt --since last-month --plan plan.json',
  ],
  options: uses(auditPlanOptions, requiredForPlan),
  outputs: ['verdict', 'compliant', 'reasons', 'shards', 'plan-digest', 'previous-run', 'previous-plan-digest'],
  read: async (read) => (await readers()).readAuditPlan(read),
  run: async (settings, context) => (await lazy()).planOrganization(settings, context),
});

export const auditPartCommand = describeCommand({
  name: 'audit-part',
  summary: 'Audit the repositories of one shard of a plan, each in a clone of its own; or those of all shards, and report on them.',
  examples: [
    'compliance-evidence audit-part --plan plan.json --index 0 --part part-0.json --org acme --github-token "$GITHUB_TOKEN"',
    'compliance-evidence audit-part --plan plan.json --html organization.html',
  ],
  options: uses(auditPartOptions, requiredForPart),
  outputs: ['verdict', 'compliant', 'reasons', 'would-fail', 'findings', 'audit-report'],
  read: async (read) => (await readers()).readAuditPart(read),
  run: async (settings, context) => (await lazy()).auditShard(settings, context, entryParts),
});

export const auditMergeCommand = describeCommand({
  name: 'audit-merge',
  summary: 'Put the parts of an organization’s audit together, and report on all of its repositories.',
  examples: ['compliance-evidence audit-merge --plan plan.json --parts parts --html organization.html --json-file organization.json'],
  options: uses(auditMergeOptions, requiredForMerge),
  outputs: ['verdict', 'compliant', 'reasons', 'would-fail', 'findings', 'audit-report'],
  read: async (read) => (await readers()).readAuditMerge(read),
  run: async (settings, context) => (await lazy()).mergeOrganization(settings, context),
});

export const auditCommand = describeCommand({
  name: 'audit',
  summary: 'Ask of every change that landed, and of what was shipped, whether evidence covers it, and report who decided otherwise.',
  examples: [
    'compliance-evidence audit --org acme --since 2026-11-01 --html audit.html',
    'compliance-evidence audit --org acme --previous last-week.json --json-file audit.json --fail-on-severity critical',
    'compliance-evidence audit --collected audit.ndjson --csv audit.csv',
    'compliance-evidence audit --series audits-of-2026/ --html series.html',
    'compliance-evidence audit --org acme --reperform audit.tgz --witness heads.txt',
  ],
  options: uses(auditOptions),
  outputs: ['verdict', 'compliant', 'reasons', 'would-fail', 'findings', 'audit-report', 'trail', 'attestation-name', 'attestation-id'],
  async read(read): Promise<AuditSettings | ReperformSettings | SeriesSettings> {
    const { readAudit, readReperform, readSeries } = await readers();
    if (read.text('reperform') !== undefined) return readReperform(read);
    return read.text('series') === undefined ? readAudit(read) : readSeries(read);
  },
  async run(settings, context): Promise<Audited | Viewed> {
    const { audit, reperform, series } = await lazy();
    if ('kind' in settings) return reperform(settings, context, entryParts);
    return 'series' in settings ? series(settings, context) : audit(settings, context, entryParts);
  },
});

/** For the command line, which has a service at hand to replay records of a past moment. */
export const auditOnLineCommand = describeCommand({
  ...auditCommand,
  examples: [
    ...auditCommand.examples,
    'compliance-evidence audit --org acme --since 2026-06-01 --as-of 2026-07-01T00:00:00Z --html june.html',
  ],
  options: uses(auditOnLineOptions),
  async read(read): Promise<AuditSettings | ReperformSettings | SeriesSettings> {
    const other = (['series', 'reperform'] as const).find((name) => read.text(name) !== undefined);
    if (other === undefined) return (await readers()).readAudit(read, read);
    if (read.text('as-of') === undefined) return auditCommand.read(read);
    const what = `does nothing with ${other}, which is about audits that were made already`;
    throw read.invalid('as-of', what, `Leave it out, or leave ${other} out`);
  },
});
