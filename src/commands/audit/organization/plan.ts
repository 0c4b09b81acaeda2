import type { OrganizationListing, OrganizationPlan } from '../../../audit/index.ts';
import type { AuditPlanSettings } from '../../../options/index.ts';
import { count, list } from '../../../text/index.ts';
import type { RunContext } from '../../run/context.ts';
import { userAgent, version } from '../../../text/index.ts';
import { keptHeads } from '../kept-heads.ts';
import { pathsOf } from '../named-files.ts';
import { periodOf } from '../period.ts';
import type { OrganizationStep } from '../result.ts';
import { writeWhole } from '../write-files.ts';
import { exclusionsOf } from './exclusions.ts';
import { withOrganizationWays, type OrganizationWays } from './github.ts';
import { loadOrganization, type OrganizationParts } from './parts.ts';
import { previousPlan, type PlanBefore } from './previous-plan.ts';

/** In milliseconds: with 100,000 repositories GitHub is asked 2,000 times. */
const timeLimit = 30 * 60_000;

/** Plans the audit of an organization, and writes the plan. */
export async function planOrganization(settings: AuditPlanSettings, context: RunContext): Promise<OrganizationStep> {
  const audit = auditOf(settings);
  const paths = pathsOf(context.directory, {
    written: [{ option: 'plan-file', path: settings.planFile }],
    read: [
      ...(settings.previousPlan?.kind === 'file' ? [{ option: 'previous-plan', path: settings.previousPlan.path }] : []),
      ...(settings.witness?.kind === 'file' ? [{ option: 'witness', path: settings.witness.path }] : []),
    ],
  });
  const parts = await loadOrganization();
  const now = new Date();
  const at = now.toISOString();
  const { digest, exclusionOf } = await exclusionsOf(settings.exclusions, at, context, parts);
  const witnesses = await keptHeads(settings.witness, paths.get('witness'), parts);
  const before = await previousPlan(paths.get('previous-plan'), settings, context, parts);
  const period = periodAfter(before, settings, now, context);
  context.report({ kind: 'info', message: `Listing the repositories of ${settings.organization}` });
  const listing = await withOrganizationWays(settings.github, settings.organization, context, (ways) => listed(settings, ways, context));
  const tool = { name: userAgent.split('/')[0] ?? userAgent, version };
  const { serverUrl } = context.event;
  const plan = parts.makePlan(listing, {
    tool,
    serverUrl,
    at,
    period,
    audit,
    ...(witnesses.length === 0
      ? {}
      : { witnesses: witnesses.map((head) => (audit.people === 'login' ? head : { ...head, keeper: null })) }),
    exclusions: digest,
    shards: settings.shards,
    exclusionOf,
    previous: before?.plan.repositories ?? null,
  });
  await writeWhole(paths.get('plan-file') ?? '', [parts.planText(plan)]);
  return stepOf(plan, before, parts);
}

function auditOf({ baseUrl, branches, failOn, flows, org, people, period: { timeZone } }: AuditPlanSettings): OrganizationPlan['audit'] {
  return { baseUrl: baseUrl.href, org, flows, branches, failOn, people, ...(timeZone === 'UTC' ? {} : { timeZone }) };
}

/** After another audit this one begins where that one ended: nobody would look at the time in a gap between two audits. */
function periodAfter(
  before: PlanBefore | null,
  { period }: AuditPlanSettings,
  now: Date,
  { report }: RunContext,
): OrganizationPlan['period'] {
  const isAfter = before !== null && period.since === 'default';
  const since = isAfter ? ({ kind: 'moment', at: before.plan.period.until } as const) : period.since;
  const ends = periodOf({ ...period, since }, null, now, report);
  return { since: momentOf(ends.since), until: momentOf(ends.until) };
}

function momentOf(point: ReturnType<typeof periodOf>['since']): string {
  if (point.kind === 'moment') return point.at;
  throw new TypeError('The period of an organization has no commit as its end');
}

async function listed(
  { organization }: AuditPlanSettings,
  { access, other, token }: OrganizationWays,
  { report }: RunContext,
): Promise<OrganizationListing> {
  const { listOrganization } = await import('../../../github/audit/index.ts');
  const own = { ...access, timeLimit, report: (message: string): void => report({ kind: 'progress', message }) };
  return listOrganization(organization, { audit: { ...own, token }, other: other === undefined ? undefined : { ...own, token: other } });
}

function stepOf(plan: OrganizationPlan, before: PlanBefore | null, { missingIn }: OrganizationParts): OrganizationStep {
  const { digest, organization, repositories, seenBy, shards } = plan;
  const audited = repositories.filter((one) => one.audited).length;
  const states = [...Map.groupBy(repositories, ({ state }) => state)].map(([state, some]) => `${some.length} ${state}`);
  const seen = seenBy === 'installation' ? 'the installation of the App' : 'the given token';
  const left = repositories.filter((one) => !one.audited).map(({ name, reason, state }) => `${name}: ${state}: ${reason ?? ''}`);
  return {
    kind: 'organization',
    command: 'audit-plan',
    ending: 'planned',
    fails: false,
    holes: missingIn(plan),
    lines: [
      ...left,
      `Seen by ${seen}; plan ${digest}`,
      `${organization}: ${count(repositories.length, 'repository', 'repositories')} (${list(states.toSorted())}); ${audited} to audit, in ${count(shards.length, 'shard')}`,
    ],
    summary: '',
    outputs: {
      shards: JSON.stringify(shards.map((_, index) => index)),
      'plan-digest': digest,
      'previous-run': before?.run ?? '',
      'previous-plan-digest': before?.plan.digest ?? '',
    },
    json: {
      plan_digest: digest,
      organization,
      seen_by: seenBy,
      repositories: repositories.length,
      audited,
      shards: shards.map((_, index) => index),
    },
  };
}
