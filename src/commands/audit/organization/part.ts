import { join } from 'node:path';
import type { OrganizationPlan, PlannedRepository, RepositoryResult } from '../../../audit/index.ts';
import { TransportError, UsageError } from '../../../errors/index.ts';
import type { AuditPartSettings } from '../../../options/index.ts';
import { count } from '../../../text/index.ts';
import type { RunContext } from '../../run/context.ts';
import type { EntryParts } from '../entry-parts.ts';
import { pathsOf } from '../named-files.ts';
import { openParts } from '../open.ts';
import type { OrganizationStep } from '../result.ts';
import { writeWhole } from '../write-files.ts';
import { keepHeapSmall } from '../small-heap.ts';
import { refuseOtherVersion, textOfFile } from './files.ts';
import { withOrganizationWays } from './github.ts';
import { loadOrganization, type OrganizationParts } from './parts.ts';
import { auditRepository } from './repository.ts';

/** Audits the repositories of one shard, one after the other, and writes what came of each. One that fails does not stop the others. */
export async function auditShard(settings: AuditPartSettings, context: RunContext, entry: EntryParts): Promise<OrganizationStep> {
  keepHeapSmall();
  const { github, index, partFile, partReports, planFile } = settings;
  const paths = pathsOf(context.directory, {
    written: [
      { option: 'part-file', path: partFile },
      // Whether the folder can be written to must be known before an hour of requests.
      ...(partReports === undefined ? [] : [{ option: 'part-reports', path: join(partReports, 'reports') }]),
    ],
    read: [{ option: 'plan-file', path: planFile }],
  });
  const organization = await loadOrganization();
  const plan = organization.readPlan(await textOfFile(paths.get('plan-file') ?? '', 'plan-file', organization.largestPlan), planFile);
  refuseOther(plan, settings, context);
  const repositories = repositoriesOf(plan, index, organization);
  const parts = await openParts(entry);
  const log = plan.witnesses === undefined ? null : organization.openSharedLog();
  const results = await withOrganizationWays(github, plan.organization, context, async (ways) => {
    const done: RepositoryResult[] = [];
    for (const repository of repositories) {
      context.report({ kind: 'info', message: `Auditing ${repository.name} (${done.length + 1} of ${repositories.length})` });
      const result = await auditRepository(repository, { plan, settings, ways, parts, organization, log }, context);
      if (context.interrupt.aborted)
        throw new TransportError('interrupted', 'The audit of the shard was stopped: it leaves no part', { request: '' });
      done.push(result);
    }
    return done;
  });
  // A shard that dies leaves no part, and never half of one.
  await writeWhole(paths.get('part-file') ?? '', [organization.partText(plan, index, results)]);
  const end = log?.end();
  const heads = end === undefined ? [] : [organization.headWords(end, new Date().toISOString())];
  return stepOf(results, index, plan, paths.get('part-file') ?? '', heads);
}

/** A plan is a file that somebody handed in: it must not send a token to a place that this run does not name itself. */
function refuseOther(plan: OrganizationPlan, { connection }: AuditPartSettings, { event }: RunContext): void {
  refuseOtherVersion(plan);
  const { baseUrl, org } = plan.audit;
  const fix = 'Give what the plan was made with, or plan again';
  if (connection.baseUrl.href !== baseUrl || connection.org !== org)
    throw new UsageError('invalid-input', `The plan asks the organization ${org} of ${baseUrl}, and base-url and org name another one`, {
      fix,
    });
  if (event.serverUrl !== plan.serverUrl)
    throw new UsageError('invalid-input', `The plan is of ${plan.serverUrl}, and this run is on ${event.serverUrl}`, { fix });
}

function repositoriesOf(plan: OrganizationPlan, index: number, organization: OrganizationParts): readonly PlannedRepository[] {
  const repositories = organization.repositoriesOf(plan, index);
  if (repositories !== undefined) return repositories;
  throw new UsageError(
    'invalid-input',
    `The plan has no shard ${index}: it has ${count(plan.shards.length, 'shard')}, and the first is 0`,
    {
      fix: `Give shard-index 0 to ${plan.shards.length - 1}`,
    },
  );
}

/** The merge alone judges the findings; a repository that could not be audited makes the shard one to run again. */
function stepOf(
  results: readonly RepositoryResult[],
  index: number,
  { digest, shards }: OrganizationPlan,
  path: string,
  heads: readonly string[],
): OrganizationStep {
  const holes = results.flatMap((result) => {
    if (result.kind === 'failed') return [{ what: result.name, why: result.why, fix: result.fix }];
    return result.kind === 'audited' ? result.holes.map(({ fix, what, why }) => ({ what: `${result.name}: ${what}`, why, fix })) : [];
  });
  const lines = results.map((result) =>
    result.kind === 'audited'
      ? `${result.name}: ${count(result.changes, 'change')}, ${count(result.findings.length, 'open finding')}`
      : `${result.name}: ${result.kind === 'empty' ? 'nothing was ever pushed to it' : result.why}`,
  );
  const fails = holes.length > 0;
  return {
    kind: 'organization',
    command: 'audit-part',
    ending: fails ? 'unknown' : 'collected',
    fails,
    holes,
    lines: [
      ...lines,
      ...heads,
      `part-file: ${path}`,
      `Shard ${index} of ${shards.length}: ${count(results.length, 'repository', 'repositories')}; plan ${digest}`,
    ],
    summary: '',
    outputs: {},
    json: { plan_digest: digest, index, part: path, repositories: results.map(({ kind, name }) => ({ name, result: kind })) },
  };
}
