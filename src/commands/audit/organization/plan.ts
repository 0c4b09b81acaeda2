import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { NamedRepository, OrganizationListing, OrganizationPlan } from '../../../audit/index.ts';
import { ResponseError, UsageError, wrongUse } from '../../../errors/index.ts';
import type { AuditPlanSettings } from '../../../options/index.ts';
import { count, decodeText, docsPage, list, userAgent, version } from '../../../text/index.ts';
import { withGitHub } from '../../run/connect.ts';
import type { RunContext } from '../../run/context.ts';
import type { Viewed } from '../../run/result.ts';
import { filesIn, keptHeads, pathIn, pathsOf, writeWhole } from '../named-files.ts';
import { loadAudit, type AuditRoom } from '../parts.ts';
import { periodOf } from '../period.ts';
import { namedRepositories, readTextOf, withOrganizationWays, type OrganizationWays } from './sources.ts';

/** Name of the artifact that `audit.yml` keeps its plan in, and of the plan in it. */
const artifactName = 'compliance-audit-plan';
const planName = 'plan.json';

/** In milliseconds. */
const timeLimit = 60_000;

/** The id is of the run of GitHub Actions that left the plan; null where it was handed in as a file. */
interface PlanBefore {
  readonly plan: OrganizationPlan;
  readonly run: string | null;
}

/** The plan before, by which renamed and missing repositories are known; null where there is none. */
export async function previousPlan(
  path: string | undefined,
  settings: Pick<AuditPlanSettings, 'github' | 'previousPlan' | 'service'> & Pick<OrganizationPlan, 'organization'>,
  context: RunContext,
  { largestPlan, readPlan }: Pick<AuditRoom, 'largestPlan' | 'readPlan'>,
): Promise<PlanBefore | null> {
  const place = { ...settings, serverUrl: context.event.serverUrl };
  if (path !== undefined) return ofOrganization(readPlan(readTextOf('previous-plan', path, largestPlan), path), null, place);
  if (settings.previousPlan?.kind !== 'last-run') return null;
  const none = (why: string): null => {
    context.report({ kind: 'warning', message: `${why}: nobody knows which repositories have another name now, or are gone` });
    return null;
  };
  const { event } = context;
  const { token } = settings.github;
  if (token === undefined || event.workflowFile === undefined || event.repository !== event.workflowFile.repository)
    return none('The plan before is looked for among the runs of this workflow file, with a github-token');
  try {
    const found = await lastPlan(token, event.repository, event.workflowFile.path, largestPlan, context);
    if (found === undefined) return none(`No run of ${event.workflowFile.path} on the default branch has left a plan`);
    context.report({ kind: 'info', message: `The plan before is that of ${found.url}` });
    return ofOrganization(readPlan(found.text, found.url), /\/runs\/(\d+)$/.exec(found.url)?.[1] ?? null, place);
  } catch (error) {
    // A permission is missing, the workflow was never on the default branch, or the plan is of another form or organization.
    const isRefused = error instanceof ResponseError && ['unauthorized', 'forbidden', 'not-found'].includes(error.code);
    if (isRefused || error instanceof UsageError) return none(`${error.message}\n${error.fix ?? ''}\nThe plan before cannot be read`);
    throw error;
  }
}

/** The plan before decides where this one begins: it must be of the same organization, on GitHub and in the service. */
function ofOrganization(
  plan: OrganizationPlan,
  run: string | null,
  { organization, serverUrl, service }: Pick<AuditPlanSettings, 'service'> & Pick<OrganizationPlan, 'organization' | 'serverUrl'>,
): PlanBefore {
  const org = service?.org;
  const named = (name: string, of: string, inService: string | undefined): string =>
    `${name} on ${of}, and ${inService === undefined ? 'goes by GitHub’s checks' : `of ${inService} in the service`}`;
  const isSame = plan.organization.toLowerCase() === organization.toLowerCase() && plan.serverUrl === serverUrl && plan.audit.org === org;
  if (isSame) return { plan, run };
  const [before, now] = [named(plan.organization, plan.serverUrl, plan.audit.org), named(organization, serverUrl, org)];
  throw wrongUse(
    `The plan of previous-plan is of ${before}; this one is of ${now}`,
    'Name the plan of the same organization, or leave it out',
  );
}

async function lastPlan(
  token: string,
  repository: string,
  workflow: string,
  largest: number,
  context: RunContext,
): Promise<{ readonly url: string; readonly text: string } | undefined> {
  const [{ artifactsOfRuns }, { readZipEntry }] = await Promise.all([
    import('../../../github/previous-run.ts'),
    import('../../../files/zip-entry.ts'),
  ]);
  const wanted = { workflow, runId: context.event.runId, name: artifactName, largest };
  return withGitHub(token, repository, context, async (access) => {
    for await (const { url, zip } of artifactsOfRuns({ ...access, signal: context.interrupt, timeLimit }, wanted)) {
      const file = readZipEntry(zip, planName, largest);
      if (Buffer.isBuffer(file)) return { url, text: decodeText(file) };
    }
    return undefined;
  });
}

const usualFile = '.github/compliance-audit-organization.yml';
const largest = 256 * 1024;

/** The digest is of the file; null where there is none. */
interface Exclusions {
  readonly digest: string | null;
  readonly exclusionOf: ReturnType<AuditRoom['exclusionIn']>;
}

/** Reads the named file, else the usual one where it exists. An expired entry leaves nothing out. */
async function exclusionsOf(
  named: string | undefined,
  at: string,
  { directory, report }: Pick<RunContext, 'directory' | 'report'>,
  { exclusionIn, inForce, readOrganizationFile }: AuditRoom,
): Promise<Exclusions> {
  const path = resolve(directory, named ?? usualFile);
  if (named === undefined && !existsSync(path)) return { digest: null, exclusionOf: exclusionIn([]) };
  const text = readTextOf('exclusions', path, largest);
  const read = readOrganizationFile(text, named ?? usualFile);
  if ('fault' in read) throw wrongUse(read.fault, `Correct the file: ${docsPage('audit-organization.md')} shows how it is written`);
  const { active, over } = inForce(read.file.exclude, at);
  for (const { repositories, until } of over)
    report({ kind: 'warning', message: `An exclusion ended on ${until}, and leaves nothing out any more: ${repositories.join(', ')}` });
  return { digest: hash('sha256', text), exclusionOf: exclusionIn(active) };
}

/** In milliseconds: with 100,000 repositories GitHub is asked 2,000 times. */
const listingLimit = 30 * 60_000;

export async function planOrganization(settings: AuditPlanSettings, context: RunContext): Promise<Viewed> {
  const audit = auditOf(settings);
  const paths = pathsOf(context.directory, {
    written: filesIn({ 'plan-file': settings.planFile }),
    read: filesIn({
      'previous-plan': pathIn(settings.previousPlan),
      repositories: settings.repositories,
      witness: pathIn(settings.witness),
    }),
  });
  const parts = await loadAudit();
  const now = new Date();
  const at = now.toISOString();
  const { digest, exclusionOf } = await exclusionsOf(settings.exclusions, at, context, parts);
  const witnesses = await keptHeads(settings.witness, paths.get('witness'), parts);
  const { app, token } = settings.github;
  const isByGit = app === undefined && token === undefined;
  const path = paths.get('repositories');
  const named = path === undefined ? undefined : await namedRepositories(path, isByGit, context);
  const organization = settings.organization ?? ownerOf(named ?? [], path ?? '');
  const before = await previousPlan(paths.get('previous-plan'), { ...settings, organization }, context, parts);
  const period = periodAfter(before, settings, now, context);
  context.report({ kind: 'info', message: `Listing the repositories of ${organization}` });
  const listing =
    named !== undefined && isByGit
      ? parts.listingOf(organization, named, null)
      : await withOrganizationWays(settings.github, organization, context, async (ways) =>
          named === undefined
            ? listRepositories(organization, ways, context)
            : parts.listingOf(organization, named, await lookUp(named, ways, context)),
        );
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

function auditOf({ branches, failOn, flows, people, period: { timeZone }, service }: AuditPlanSettings): OrganizationPlan['audit'] {
  const of = service === undefined ? { evidence: 'github' as const } : { baseUrl: service.baseUrl.href, org: service.org };
  return { ...of, flows, branches, failOn, people, ...(timeZone === 'UTC' ? {} : { timeZone }) };
}

/** The owner that all of them have, else the name of the file. */
function ownerOf(named: readonly NamedRepository[], path: string): string {
  const [owner = '', ...others] = new Set(named.map(({ name }) => name.split('/')[0] ?? ''));
  return others.length === 0 ? owner : basename(path);
}

/** This audit begins where the one before ended: a gap between two audits would be in neither. */
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

function asking({ access }: OrganizationWays, { report }: RunContext) {
  return { ...access, timeLimit: listingLimit, report: (message: string): void => report({ kind: 'progress', message }) };
}

/** A clone without a name on the server is not asked about. */
async function lookUp(
  named: readonly NamedRepository[],
  ways: OrganizationWays,
  context: RunContext,
): Promise<Parameters<AuditRoom['listingOf']>[2]> {
  const { lookUpRepositories } = await import('../../../github/audit/index.ts');
  const names = named.filter(({ fault }) => fault === undefined).map(({ name }) => name);
  return lookUpRepositories(names, { ...asking(ways, context), token: ways.token });
}

async function listRepositories(organization: string, ways: OrganizationWays, context: RunContext): Promise<OrganizationListing> {
  const { listOrganization } = await import('../../../github/audit/index.ts');
  const own = asking(ways, context);
  const { other, token } = ways;
  return listOrganization(organization, { audit: { ...own, token }, other: other === undefined ? undefined : { ...own, token: other } });
}

function stepOf(plan: OrganizationPlan, before: PlanBefore | null, { missingIn }: AuditRoom): Viewed {
  const { digest, organization, repositories, seenBy, shards } = plan;
  const audited = repositories.filter((one) => one.audited).length;
  const states = [...Map.groupBy(repositories, ({ state }) => state)].map(([state, some]) => `${some.length} ${state}`);
  const seen = { installation: 'the installation of the App', token: 'the given token', git: 'git alone: there is no token' }[seenBy];
  const left = repositories.filter((one) => !one.audited).map(({ name, reason, state }) => `${name}: ${state}: ${reason ?? ''}`);
  return {
    kind: 'viewed',
    command: 'audit-plan',
    ending: 'planned',
    fails: false,
    view: {
      holes: missingIn(plan),
      lines: [
        ...left,
        `Seen by ${seen}; plan ${digest}`,
        `${organization}: ${count(repositories.length, 'repository', 'repositories')} (${list(states.toSorted())}); ${audited} to audit, in ${count(shards.length, 'shard')}`,
      ],
      summary: '',
    },
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
