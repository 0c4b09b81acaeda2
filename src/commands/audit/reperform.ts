import { mkdtempDisposable } from 'node:fs/promises';
import { join } from 'node:path';
import type { Audit, ComparedFacts, FindingDifference, Header, Line, OpenedPackage, ReportedChange } from '../../audit/index.ts';
import { EvidenceError, UsageError, wrongUse } from '../../errors/index.ts';
import type { AuditSources, ConnectionSettings, ReperformSettings } from '../../options/index.ts';
import { given, oneLine } from '../../text/index.ts';
import type { RunContext } from '../run/context.ts';
import type { Viewed } from '../run/result.ts';
import { sourcesIn, withSources, type Settled } from './collect.ts';
import { endingLines } from './ending-lines.ts';
import type { EntryParts } from './entry-parts.ts';
import { filesIn, keptHeads, pathIn, pathsOf, writeWhole } from './named-files.ts';
import { keepHeapSmall, openParts } from './open.ts';
import { loadAudit, type Asked, type AuditParts, type AuditRoom } from './parts.ts';
import { viewReperformed, type ReperformedFacts } from './reperform-words.ts';

interface Question extends Pick<Asked, 'branches' | 'flows'> {
  readonly period: Pick<Asked, 'earlier' | 'since' | 'until'>;
  readonly repository: string | undefined;
}

/**
 * By the header of the package's facts.
 * @throws {UsageError} where it is about another organization or server than those that are asked
 * @throws {EvidenceError} where no audit has such a header: git and GitHub are not asked for odd names
 */
export function questionOf(header: Header, org: string, serverUrl: string): Question {
  const { branches, flows, repository, service } = header;
  if (service !== null && service.org !== org)
    throw wrongUse(
      `The package is of the organization ${oneLine(service.org, 100)}, and ${org} would be asked`,
      `Give \`org\` as in the package`,
    );
  // No other server may see the token, and no other server knows these landings.
  if (new URL(header.serverUrl).href !== new URL(serverUrl).href)
    throw wrongUse(
      `The package is of ${oneLine(header.serverUrl, 200)}, and ${serverUrl} would be asked`,
      'Set GITHUB_SERVER_URL and GITHUB_API_URL to the server of the package',
    );
  if (repository !== null && !/^[A-Za-z0-9_.-]+\/[A-Za-z0-9_.-]+$/.test(repository)) throw oddQuestion('repository', repository);
  const wrong = branches.find(({ name }) => isOdd(name));
  if (wrong !== undefined) throw oddQuestion('branch', wrong.name);
  return { branches: branches.map(({ name }) => name), flows, period: periodOf(header), repository: repository ?? undefined };
}

function periodOf({ branches, period }: Header): Question['period'] {
  const { by, since, sinceSha, until } = period;
  const [first] = branches;
  if (by === 'commits' && sinceSha !== null && first !== undefined)
    return { since: { kind: 'commit', sha: sinceSha }, until: { kind: 'commit', sha: first.tip } };
  if (since === null) throw oddQuestion('period', 'it has no beginning');
  const tips = Object.fromEntries(branches.flatMap(({ after, name }) => (after === undefined ? [] : [[name, after]])));
  return { since: { kind: 'moment', at: since }, until: { kind: 'moment', at: until }, earlier: { tips, isBegin: by === 'last-audit' } };
}

/** By the rules of git-check-ref-format, and none may look like an option. */
function isOdd(branch: string): boolean {
  return /^[-/]|^refs\/|\.\.|@\{|\/\/|[\s~^:?*[\\\p{Cc}]|[/.]$|\.lock$/u.test(branch);
}

function oddQuestion(what: string, text: string): EvidenceError {
  return new EvidenceError('broken-file', `The facts of the package have no ${what} that can be asked about: ${oneLine(text, 100)}`, {
    fix: 'Get the package again from who made it',
  });
}

/** Collects again what the audit of a package collected, and compares: fact by fact, and then the findings. */
export async function reperform(settings: ReperformSettings, context: RunContext, entry: EntryParts): Promise<Viewed> {
  keepHeapSmall();
  const { keepCollected, witness } = settings;
  const paths = pathsOf(context.directory, {
    written: filesIn({ 'keep-collected': keepCollected }),
    read: filesIn({ reperform: settings.package, witness: pathIn(witness) }),
  });
  const [parts, comparison] = await Promise.all([openParts(entry), loadAudit()]);
  const heads = await keptHeads(witness, paths.get('witness'), parts);
  await using scratch = await mkdtempDisposable(join(context.temporary, 'compliance-reperform-'));
  const folder = scratch.path;
  const before = join(folder, 'package.ndjson');
  context.report({ kind: 'info', message: 'Checking the package' });
  const opened = await unpackPackage(
    paths.get('reperform') ?? '',
    heads.map(({ link }) => link),
    before,
    comparison,
  );
  const old = await judgeFile(before, join(folder, 'before-changes.ndjson'), parts);
  const connection = serviceOf(settings, old.world.header);
  const after = paths.get('keep-collected') ?? join(folder, 'collected.ndjson');
  const clone = await cloneOf(before, old.world.header, context, parts, comparison);
  await collectAgain(after, { ...settings, connection }, old, folder, context, parts, comparison);
  context.report({ kind: 'info', message: 'Comparing' });
  const now = await judgeFile(after, join(folder, 'after-changes.ndjson'), parts);
  const facts = await comparison.compareFacts(
    (wanted) => parts.readLines(before, wanted),
    (wanted) => parts.readLines(after, wanted),
  );
  const log = comparison.compareLog(
    old.world.log,
    now.world.log,
    now.world.untold.find(({ source }) => source === 'log'),
  );
  const all = withMore(facts, [...clone.differences, ...log.differences], [...clone.notCompared, ...log.notCompared]);
  return resultOf(opened, old.world.header, now.world.header, { ...all, findings: comparison.compareFindings(old, now), clone });
}

/**
 * Checks go with the logs of GitHub, and statuses are read only as far as a landing needs: what differs today would say
 * nothing of who changed a package. @throws {UsageError} where no service can be asked again
 */
function serviceOf({ connection }: ReperformSettings, { evidence, service }: Header): ConnectionSettings {
  if (evidence === 'github')
    throw wrongUse(
      'The package goes by GitHub’s checks, which GitHub keeps for a time only: they are not asked for again',
      'Look with `verify --package` whether it fits together, and audit the same time yourself while GitHub keeps its checks',
    );
  if (connection !== undefined) return connection;
  const whose = service === null ? 'no service' : `the organization ${oneLine(service.org, 100)}`;
  throw new UsageError('missing-input', `The package is of ${whose}, and no service is named to ask again`, {
    fix: 'Give `base-url`, `api-token` and `org`',
  });
}

/** An archive that other programs would read differently counts as a package that does not hold. */
async function unpackPackage(path: string, heads: readonly string[], file: string, { openPackage }: AuditRoom): Promise<OpenedPackage> {
  try {
    return await openPackage(path, heads, file);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw wrongUse(`The package cannot be read: ${error.message}`, 'Name the file that `audit --package` wrote');
  }
}

function judgeFile(file: string, spool: string, parts: AuditParts): Promise<Audit> {
  const options = { previous: null, people: 'login', spool: parts.openSpool<ReportedChange>(spool) } as const;
  return parts.judgeAudit((wanted) => parts.readLines(file, wanted), options);
}

type Clone = Pick<ReperformedFacts['clone'], 'commits' | 'lacking'> & Pick<ComparedFacts, 'differences' | 'notCompared'>;

/** How much of the package the auditor's own clone has, before anything is fetched. The collection reports a missing clone. */
async function cloneOf(file: string, header: Header, context: RunContext, parts: AuditParts, { checkClone }: AuditRoom): Promise<Clone> {
  const shas = new Set<string>();
  for await (const line of parts.readLines(file)) if (line.kind === 'landing') for (const { sha } of line.landing.commits) shas.add(sha);
  const fix = 'Bring the clone up to date: git fetch origin. Where a commit is still missing, the branch was moved by force';
  try {
    const { commits, differences, first, lacking, unknown } = await checkClone(context.directory, header, shas);
    if (lacking > 0) {
      const message = `The clone lacks ${lacking} of the ${commits} commits of the package, the first is ${first}\n${fix}`;
      context.report({ kind: 'warning', message });
    }
    const why = 'The clone lacks the tip that it had, or has no such branch';
    return { commits, lacking, differences, notCompared: unknown.map((name) => ({ what: `history of ${name}`, why, fix, counts: true })) };
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    const notCompared = [{ what: 'clone', why: error.message, fix: error.fix ?? fix, counts: true }];
    return { commits: shas.size, lacking: shas.size, differences: [], notCompared };
  }
}

async function collectAgain(
  file: string,
  { connection, githubToken }: Pick<ReperformSettings, 'githubToken'> & { readonly connection: ConnectionSettings },
  { world }: Audit,
  folder: string,
  context: RunContext,
  parts: AuditParts,
  { logHole }: AuditRoom,
): Promise<void> {
  const { branches, flows, period, repository } = questionOf(world.header, connection.org, context.event.serverUrl);
  const chain = world.log?.chain;
  const sources: AuditSources = {
    connection,
    timeout: connection.timeout,
    githubToken,
    repository,
    flows,
    branches,
    scope: undefined,
    checks: undefined,
    rulesets: undefined,
    asOf: world.header.asOf?.at,
    period: { since: 'default', until: 'now', timeZone: 'UTC' },
    keepCollected: undefined,
    witness: undefined,
    plan: false,
    given: {},
  };
  const settled: Settled = {
    period,
    repository,
    now: new Date(),
    log: chain === undefined ? null : join(folder, 'records.ndjson'),
    answers: null,
    witnesses: chain === undefined ? [] : [{ link: chain.link, keeper: 'the package' }],
    gaps: [],
    before: null,
    ...given({ rulesets: world.exported ?? undefined }),
  };
  context.report({ kind: 'info', message: `Collecting again from ${sourcesIn({ connection, githubToken })}` });
  await withSources(sources, settled, context, parts, (asked, asking) =>
    writeWhole(file, parts.lineTexts(endingLines(withoutLogHole(parts.collect(asked, asking), logHole), [], context.report))),
  );
}

/** A log that this token may not read leaves all other facts as they are: it counts as a source that did not answer. */
async function* withoutLogHole(lines: AsyncIterable<Line>, logHole: string): AsyncGenerator<Line> {
  for await (const line of lines) if (line.kind !== 'hole' || line.what !== logHole) yield line;
}

function withMore(facts: ComparedFacts, more: ComparedFacts['differences'], gaps: ComparedFacts['notCompared']): ComparedFacts {
  const counts = { ...facts.counts };
  for (const { weight } of more) counts[weight] += 1;
  return { differences: [...more, ...facts.differences], counts, notCompared: [...gaps, ...facts.notCompared] };
}

function resultOf(
  { digest, outcome }: OpenedPackage,
  before: Header,
  after: Header,
  found: ComparedFacts & { readonly findings: readonly FindingDifference[]; readonly clone: Clone },
): Viewed {
  const { clone, counts, differences, findings, notCompared } = found;
  const { period, repository } = before;
  return viewReperformed({
    ending: endingOf(found),
    repository,
    period: { since: period.since, until: period.until },
    package: { manifest: digest, outcome, readAt: before.at },
    readAt: after.at,
    clone: { commits: clone.commits, lacking: clone.lacking },
    differences,
    counts,
    findings,
    notCompared,
  });
}

/** An altered fact decides, also where others could not be compared. */
function endingOf({
  counts,
  findings,
  notCompared,
}: ComparedFacts & { readonly findings: readonly unknown[] }): ReperformedFacts['ending'] {
  if (counts.altered > 0) return 'non-compliant';
  if (counts['not-compared'] > 0 || notCompared.some((gap) => gap.counts)) return 'unknown';
  return counts.later > 0 || findings.length > 0 ? 'incomplete' : 'audited';
}
