import {
  auditMergeOptions,
  auditPartOptions,
  auditPlanOptions,
  requiredForMerge,
  requiredForPart,
  requiredForPlan,
  uses,
  type AuditMergeSettings,
  type AuditPartSettings,
  type AuditPlanSettings,
} from '../../../options/index.ts';
import { describeCommand } from '../../run/command.ts';
import { entryParts } from '../entry-parts.ts';
import type { OrganizationStep } from '../result.ts';

const readers = () => import('../../../options/read-audits.ts');

export const auditPlanCommand = describeCommand({
  name: 'audit-plan',
  summary: 'Plan the audit of all repositories of an organization: which are audited, which are not and why, shared out to shards.',
  examples: [
    'compliance-evidence audit-plan --organization acme --org acme --since 2026-11-01 --shards 8 --plan plan.json --github-token "$GITHUB_TOKEN"',
  ],
  options: uses(auditPlanOptions, requiredForPlan),
  outputs: ['verdict', 'compliant', 'reasons', 'shards', 'plan-digest', 'previous-run', 'previous-plan-digest'],
  async read(read): Promise<AuditPlanSettings> {
    return (await readers()).readAuditPlan(read);
  },
  async run(settings, context): Promise<OrganizationStep> {
    const { planOrganization } = await import('../lazy.ts');
    return planOrganization(settings, context);
  },
});

export const auditPartCommand = describeCommand({
  name: 'audit-part',
  summary: 'Audit the repositories of one shard of a plan, each in a clone of its own.',
  examples: ['compliance-evidence audit-part --plan plan.json --index 0 --part part-0.json --org acme --github-token "$GITHUB_TOKEN"'],
  options: uses(auditPartOptions, requiredForPart),
  outputs: ['verdict', 'compliant', 'reasons', 'would-fail'],
  async read(read): Promise<AuditPartSettings> {
    return (await readers()).readAuditPart(read);
  },
  async run(settings, context): Promise<OrganizationStep> {
    const { auditShard } = await import('../lazy.ts');
    return auditShard(settings, context, entryParts);
  },
});

export const auditMergeCommand = describeCommand({
  name: 'audit-merge',
  summary: 'Put the parts of an organization’s audit together, and report on all of its repositories.',
  examples: ['compliance-evidence audit-merge --plan plan.json --parts parts --html organization.html --json-file organization.json'],
  options: uses(auditMergeOptions, requiredForMerge),
  outputs: ['verdict', 'compliant', 'reasons', 'would-fail', 'findings', 'audit-report'],
  async read(read): Promise<AuditMergeSettings> {
    return (await readers()).readAuditMerge(read);
  },
  async run(settings, context): Promise<OrganizationStep> {
    const { mergeOrganization } = await import('../lazy.ts');
    return mergeOrganization(settings, context);
  },
});
