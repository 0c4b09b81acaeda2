import { existsSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Audit, OrganizationPlan, PlannedRepository, RepositoryResult, SharedLog } from '../../../audit/index.ts';
import { Fault, TransportError, messageOf, wrongUse } from '../../../errors/index.ts';
import { cloneHistory } from '../../../git/index.ts';
import { auditOptions, openReader, uses, type AuditPartSettings, type AuditSettings, type RawOptions } from '../../../options/index.ts';
import { count, given, oneLine, redact } from '../../../text/index.ts';
import type { Event, RunContext } from '../../run/context.ts';
import type { Viewed } from '../../run/result.ts';
import { basicOf } from '../collect.ts';
import type { EntryParts } from '../entry-parts.ts';
import { filesIn, pathsOf, writeWhole } from '../named-files.ts';
import { keepHeapSmall, openParts } from '../open.ts';
import { loadAudit, type AuditParts, type AuditRoom } from '../parts.ts';
import { untoldPrevious } from '../previous.ts';
import { runAudit } from '../run-audit.ts';
import { writeReports } from './merge.ts';
import { gitToken, readTextOf, refuseOtherVersion, withOrganizationWays, type OrganizationWays } from './sources.ts';

interface Shard {
  readonly plan: OrganizationPlan;
  readonly settings: AuditPartSettings;
  readonly ways: OrganizationWays;
  readonly parts: AuditParts;
  readonly organization: Pick<AuditRoom, 'asShown' | 'resultOf'>;
  /** Null: no kept head was handed in. */
  readonly log: SharedLog | null;
}

/** Clones a repository, audits it by the plan's bounds as of the plan's moment, and removes the clone. It never throws. */
async function auditRepository(repository: PlannedRepository, shard: Shard, context: RunContext): Promise<RepositoryResult> {
  const { id, name } = repository;
  const secrets = new Set(context.secrets);
  try {
    const token = await gitToken(shard.ways);
    if (token !== '') secrets.add(token);
    await using scratch = await mkdtempDisposable(join(context.temporary, 'compliance-audit-clone-'));
    const clone = repository.clone ?? join(scratch.path, 'clone');
    if (repository.clone === undefined) {
      const from = { url: `${shard.plan.serverUrl}/${name}`, authorization: token === '' ? null : basicOf(token) };
      if ((await cloneHistory(from, scratch.path, clone)) === 'empty') return { kind: 'empty', id, name };
    }
    const audit = await auditOf(repository, token, clone, shard, context);
    const told = audit.world.header.repositoryId ?? id;
    if (told !== id)
      return {
        kind: 'failed',
        id,
        name,
        why: `${name} is another repository now: GitHub’s number of it was ${id}, and is ${told}`,
        fix: 'Plan again',
      };
    return shard.organization.resultOf(audit, repository);
  } catch (error) {
    const message = redact(messageOf(error), [...secrets]);
    const fix = error instanceof Fault ? error.fix : undefined;
    return { kind: 'failed', id, name, why: oneLine(message, 1_000), fix: oneLine(fix ?? 'Run its shard again', 1_000) };
  }
}

/** By the very code that audits a single repository. */
async function auditOf(repository: PlannedRepository, token: string, clone: string, shard: Shard, context: RunContext): Promise<Audit> {
  const { name } = repository;
  const { log, plan, settings, ways } = shard;
  let judged: Audit | undefined;
  const parts: AuditParts = {
    ...shard.parts,
    async judgeAudit(file, options) {
      judged = await shard.parts.judgeAudit(file, options);
      return judged;
    },
    // A long audit outlives the token that it began with.
    github: (access) => shard.parts.github({ ...access, token: ways.token }),
  };
  const report = ({ ...event }: Event): void => {
    if (event.kind === 'warning' || event.kind === 'notice') context.report({ ...event, message: `${name}: ${event.message}` });
    else if (event.kind !== 'info') context.report(event);
  };
  const before = reportBefore(repository, settings, context);
  const ofBefore =
    before.kind === 'known' ? { previous: before.path, ...given({ 'previous-repository': repository.before ?? undefined }) } : {};
  const raw = { ...rawOf(repository, token, plan, settings, context), ...ofBefore };
  const own = await settingsOf(raw, settings);
  const gaps = before.kind === 'missing' ? [untoldPrevious(before.why, before.fix)] : [];
  // By git alone the remote of a clone says what it is of, and not the job.
  const event = repository.clone === undefined ? context.event : { ...context.event, repository: undefined };
  const ended = await runAudit(own, { ...context, directory: clone, event, report }, parts, {
    now: new Date(plan.at),
    gaps,
    log,
    witnesses: plan.witnesses ?? [],
  });
  if (judged === undefined || ended.kind !== 'audited') throw new TypeError('An audit ended without a judgement');
  return shard.organization.asShown(judged, ended.outcome, plan.audit.failOn);
}

/**
 * The JSON report of the audit before, also under the former name of the repository. Where it is missing, only a
 * repository that was made since then is known to have had none.
 */
function reportBefore(
  { before, name, state }: PlannedRepository,
  { previousReports }: AuditPartSettings,
  { directory }: RunContext,
): Before {
  if (previousReports === undefined || state === 'created') return { kind: 'none' };
  const path = reportsIn(resolve(directory, previousReports), before ?? name)['json-file'];
  if (existsSync(path)) return { kind: 'known', path };
  const why = `previous-reports has no report of the audit before of ${before ?? name}`;
  return { kind: 'missing', why, fix: 'Keep the reports of every audit. The next audit will find the one of this' };
}

type Before =
  | { readonly kind: 'none' }
  | { readonly kind: 'known'; readonly path: string }
  | { readonly kind: 'missing'; readonly why: string; readonly fix: string };

/** Read by the same rules as settings that people write. */
async function settingsOf(raw: RawOptions, { connection }: AuditPartSettings): Promise<AuditSettings> {
  const { readAudit } = await import('../../../options/read-audits.ts');
  const job = typeof connection?.token === 'object' ? connection.token : undefined;
  return readAudit(openReader(uses(auditOptions), { raw, naming: (name) => name, job }));
}

function rawOf(
  { clone, name }: PlannedRepository,
  token: string,
  { audit, period }: OrganizationPlan,
  { connection, partReports, timeout }: AuditPartSettings,
  { directory }: RunContext,
): RawOptions {
  return {
    ...(connection === undefined ? { evidence: 'github' } : ofService(connection)),
    timeout: `${Math.ceil(timeout / 1000)}s`,
    flow: audit.flows.join('\n'),
    branch: audit.branches.join('\n'),
    'fail-on-severity': audit.failOn,
    people: audit.people,
    since: period.since,
    until: period.until,
    ...given({ 'time-zone': audit.timeZone }),
    ...(clone !== undefined && token === '' ? {} : { repository: name }),
    'github-token': token,
    ...(partReports === undefined ? {} : reportsIn(resolve(directory, partReports), name)),
  };
}

function ofService({ baseUrl, org, token }: NonNullable<AuditPartSettings['connection']>): RawOptions {
  return {
    'base-url': baseUrl.href,
    // The address was accepted where it was given.
    'allow-insecure-http': 'true',
    ...(typeof token === 'string' ? { 'api-token': token } : { 'oidc-audience': token.audience }),
    org,
  };
}

/**
 * The reports of one repository, in a folder of its whole name: GitHub allows no character there that leads out of it, and
 * `.github` alone would be a hidden folder, which artifacts leave out.
 */
function reportsIn(all: string, repository: string): Readonly<Record<'html' | 'csv' | 'json-file', string>> {
  const folder = join(all, repository.replace('/', '-'));
  return { html: join(folder, 'audit.html'), csv: join(folder, 'audit.csv'), 'json-file': join(folder, 'audit.json') };
}

/** One after the other. A repository that fails does not stop the others. Without a shard, all are audited, and reported on. */
export async function auditShard(settings: AuditPartSettings, context: RunContext, entry: EntryParts): Promise<Viewed> {
  keepHeapSmall();
  const { partReports, planFile, shard } = settings;
  const paths = pathsOf(context.directory, {
    written: [
      ...(shard.kind === 'one' ? [{ option: 'part-file', path: shard.partFile }] : shard.reports),
      // Whether the folder can be written to must be known before an hour of requests.
      ...filesIn({ 'part-reports': partReports && join(partReports, 'reports') }),
    ],
    read: [{ option: 'plan-file', path: planFile }],
  });
  const organization = await loadAudit();
  const plan = organization.readPlan(readTextOf('plan-file', paths.get('plan-file') ?? '', organization.largestPlan), planFile);
  refuseOther(plan, settings, context);
  const indexes = shard.kind === 'one' ? [shard.index] : [...plan.shards.keys()];
  const shards = indexes.map((index) => ({ index, repositories: repositoriesOf(plan, index, organization) }));
  const parts = await openParts(entry);
  const log = plan.witnesses === undefined ? null : organization.openSharedLog();
  const texts = new Array<{ readonly file: string; readonly text: string; readonly results: readonly RepositoryResult[] }>();
  await withOrganizationWays(settings.github, plan.organization, context, async (ways) => {
    for (const { index, repositories } of shards) {
      const results = await auditEach(repositories, { plan, settings, ways, parts, organization, log }, context);
      texts.push({ file: `shard ${index}`, text: organization.partText(plan, index, results), results });
    }
  });
  const end = log?.end();
  const heads = end === undefined ? [] : [organization.headWords(end, new Date().toISOString())];
  if (shard.kind === 'all') {
    const audit = organization.mergeParts(plan, organization.partsOf(texts, plan));
    return writeReports('audit-part', audit, shard.reports, paths, organization, context, heads);
  }
  // A shard that dies leaves no part, and never half of one.
  const path = paths.get('part-file') ?? '';
  const [{ results, text } = { results: [], text: '' }] = texts;
  await writeWhole(path, [text]);
  return stepOf(results, shard.index, plan, path, heads);
}

async function auditEach(
  repositories: readonly PlannedRepository[],
  shard: Shard,
  context: RunContext,
): Promise<readonly RepositoryResult[]> {
  const done: RepositoryResult[] = [];
  for (const repository of repositories) {
    context.report({ kind: 'info', message: `Auditing ${repository.name} (${done.length + 1} of ${repositories.length})` });
    const result = await auditRepository(repository, shard, context);
    if (context.interrupt.aborted)
      throw new TransportError('interrupted', 'The audit of the shard was stopped: it leaves no part', { request: '' });
    done.push(result);
  }
  return done;
}

/** A plan is a given file: it must not send a token to a place that this run does not name itself, nor be asked of less than it says. */
function refuseOther(plan: OrganizationPlan, { connection, github }: AuditPartSettings, { event }: RunContext): void {
  refuseOtherVersion(plan);
  const { baseUrl, evidence, org } = plan.audit;
  const refuse = (message: string): never => {
    throw wrongUse(message, 'Give what the plan was made with, or plan again');
  };
  if (evidence === 'github' && connection !== undefined)
    refuse(`The plan goes by GitHub’s checks, and this run names the service ${connection.baseUrl.href}`);
  if (evidence !== 'github' && (connection?.baseUrl.href !== baseUrl || connection?.org !== org))
    refuse(
      `The plan asks the organization ${org} of ${baseUrl}, and base-url and org name ${connection === undefined ? 'none' : 'another one'}`,
    );
  if (event.serverUrl !== plan.serverUrl) refuse(`The plan is of ${plan.serverUrl}, and this run is on ${event.serverUrl}`);
  const isByGit = github.app === undefined && github.token === undefined;
  if (isByGit !== (plan.seenBy === 'git'))
    refuse(isByGit ? 'The plan asks GitHub, and no token of it is given' : 'The plan is of git alone, and a token of GitHub is given');
}

function repositoriesOf(plan: OrganizationPlan, index: number, organization: AuditRoom): readonly PlannedRepository[] {
  const repositories = organization.repositoriesOf(plan, index);
  if (repositories !== undefined) return repositories;
  throw wrongUse(
    `The plan has no shard ${index}: it has ${count(plan.shards.length, 'shard')}, and the first is 0`,
    `Give shard-index 0 to ${plan.shards.length - 1}`,
  );
}

/** Only the merge judges the findings; a repository that could not be audited makes the shard one to run again. */
function stepOf(
  results: readonly RepositoryResult[],
  index: number,
  { digest, shards }: OrganizationPlan,
  path: string,
  heads: readonly string[],
): Viewed {
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
    kind: 'viewed',
    command: 'audit-part',
    ending: fails ? 'unknown' : 'collected',
    fails,
    view: {
      holes,
      lines: [
        ...lines,
        ...heads,
        `part-file: ${path}`,
        `Shard ${index} of ${shards.length}: ${count(results.length, 'repository', 'repositories')}; plan ${digest}`,
      ],
      summary: '',
    },
    json: { plan_digest: digest, index, part: path, repositories: results.map(({ kind, name }) => ({ name, result: kind })) },
  };
}
