import type { OrganizationPlan } from '../../../audit/index.ts';
import { ResponseError, UsageError } from '../../../errors/index.ts';
import type { AuditPlanSettings } from '../../../options/index.ts';
import { decodeText } from '../../../text/index.ts';
import { withGitHub } from '../../run/connect.ts';
import type { RunContext } from '../../run/context.ts';
import { textOfFile } from './files.ts';
import type { OrganizationParts } from './parts.ts';

/** Name of the artifact that `audit.yml` keeps its plan in, and of the plan in it. */
const artifactName = 'compliance-audit-plan';
const planName = 'plan.json';

/** In milliseconds. */
const timeLimit = 60_000;

/** The plan before, and the id of the run of GitHub Actions that left it; null where it was handed in as a file. */
export interface PlanBefore {
  readonly plan: OrganizationPlan;
  readonly run: string | null;
}

/** The plan before, by which renamed repositories are known, and those that are gone; null where there is none. */
export async function previousPlan(
  path: string | undefined,
  settings: Pick<AuditPlanSettings, 'github' | 'org' | 'organization' | 'previousPlan'>,
  context: RunContext,
  { largestPlan, readPlan }: Pick<OrganizationParts, 'largestPlan' | 'readPlan'>,
): Promise<PlanBefore | null> {
  const place = { ...settings, serverUrl: context.event.serverUrl };
  if (path !== undefined) return ofOrganization(readPlan(await textOfFile(path, 'previous-plan', largestPlan), path), null, place);
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
    return ofOrganization(readPlan(found.text, found.url), runOf(found.url), place);
  } catch (error) {
    // A permission is missing, the workflow was never on the default branch, or the plan is of another form or organization.
    const isRefused = error instanceof ResponseError && ['unauthorized', 'forbidden', 'not-found'].includes(error.code);
    if (isRefused || error instanceof UsageError) return none(`${error.message}\n${error.fix ?? ''}\nThe plan before cannot be read`);
    throw error;
  }
}

/** The id at the end of the page of a run. */
function runOf(url: string): string | null {
  return /\/runs\/(\d+)$/.exec(url)?.[1] ?? null;
}

/** The plan before decides where this one begins: it must be of the same organization, on GitHub and in the service. */
function ofOrganization(
  plan: OrganizationPlan,
  run: string | null,
  { org, organization, serverUrl }: Pick<AuditPlanSettings, 'org' | 'organization'> & Pick<RunContext['event'], 'serverUrl'>,
): PlanBefore {
  const named = (name: string, of: string, inService: string): string => `${name} on ${of}, and of ${inService} in the service`;
  const isSame = plan.organization.toLowerCase() === organization.toLowerCase() && plan.serverUrl === serverUrl && plan.audit.org === org;
  if (isSame) return { plan, run };
  const [before, now] = [named(plan.organization, plan.serverUrl, plan.audit.org), named(organization, serverUrl, org)];
  throw new UsageError('invalid-input', `The plan of previous-plan is of ${before}; this one is of ${now}`, {
    fix: 'Name the plan of the same organization, or leave it out',
  });
}

/** The plan of the newest run that left one. */
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
