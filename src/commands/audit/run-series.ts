import { resolve } from 'node:path';
import type { BrokenFile, CheckPackageAudit, Series, SeriesAudit, SeriesRows } from '../../audit/index.ts';
import { wrongUse } from '../../errors/index.ts';
import { discover, readNamedText, readRegularFile, refusalWords, type DiscoveredFile, type SearchFinding } from '../../files/index.ts';
import type { SeriesSettings } from '../../options/index.ts';
import type { AuditOutcome } from '../../presentation/index.ts';
import { count, given, list, oneLine, userAgent } from '../../text/index.ts';
import { searchRootOf, type RunContext } from '../run/context.ts';
import type { View, Viewed } from '../run/result.ts';
import { filesIn, keptHeads, pathIn, pathsOf, writeFiles } from './named-files.ts';
import type { AuditRoom } from './parts.ts';
import { isPackage } from './previous.ts';
import { openReplayedPort, programDigest } from './verifying.ts';

/** Twenty years of weekly audits, each as a package and as a report. */
const mostFiles = 2_000;

interface SeriesFile extends Pick<DiscoveredFile, 'path' | 'name'> {
  /** It was named itself, and not found in a folder or by a glob. */
  readonly isNamed: boolean;
}

/**
 * The packages and reports that the paths name, by their names. In a folder, and by a glob, only files with their endings
 * count.
 * @throws {UsageError} where a path names nothing: a typing mistake must not make a year look shorter
 */
async function seriesFiles(paths: readonly string[], context: RunContext): Promise<readonly SeriesFile[]> {
  const { files: found, findings } = await discover(paths, { ...searchRootOf(context), inDirectories: ['*'] });
  if (findings.length > 0)
    throw wrongUse(
      `series: ${list(findings.map(faultOf))}`,
      'Name files that are there: packages (.tgz) and JSON reports (.json) of audits, or their folder',
    );
  const files = found
    .map(({ name, path, pattern }) => ({ path, name, isNamed: resolve(context.directory, pattern) === path }))
    .filter(({ isNamed, name }) => isNamed || /\.(?:tgz|tar\.gz|json)$/i.test(name));
  if (files.length === 0)
    throw wrongUse(
      'series: no package and no JSON report of an audit is there',
      'Name the folder that has the files that `audit` wrote with --package or --json-file',
    );
  if (files.length <= mostFiles) return files;
  throw wrongUse(`series: ${files.length} files are more than the ${mostFiles} that one series takes`, 'Make a series of each year');
}

function faultOf(finding: SearchFinding): string {
  switch (finding.kind) {
    case 'no-pattern':
      return 'no path is named';
    case 'no-match':
      return finding.is === 'directory' ? `${finding.pattern} has no file in it` : `${finding.pattern} names no file that is there`;
    case 'excluded':
    case 'useless-exclude':
      return `${finding.pattern} is of no use next to the other paths`;
    case 'search-failed':
      return `${finding.pattern} could not be searched: ${finding.reason}`;
    case 'pattern-outside':
      return `${finding.pattern} leads out of the workspace`;
    case 'dead-link':
    case 'directory-link':
    case 'link-outside':
      return `${finding.name} is a symbolic link that is not followed`;
  }
}

export interface SeriesShown extends Viewed {
  readonly ending: AuditOutcome['ending'];
  readonly series: Series;
}

type SeriesParts = AuditRoom['seriesParts'];

/** As large as the report of the audit before may be. */
const largest = 256 * 1024 * 1024;

/** Reads and checks packages and reports of earlier audits, and asks no other source. */
export async function runSeries(settings: SeriesSettings, context: RunContext, parts: SeriesParts): Promise<SeriesShown> {
  const { failOn, reports, repository, since, until, witness } = settings;
  const found = await seriesFiles(settings.series, context);
  const read = filesIn({ witness: pathIn(witness), teams: settings.teams });
  const paths = pathsOf(context.directory, { written: reports, read });
  const teams = teamsIn(paths.get('teams'), parts);
  const written = new Set(paths.values());
  const files = found.filter(({ path }) => !written.has(path));
  const kept = await keptHeads(witness, paths.get('witness'), parts);
  context.report({ kind: 'info', message: `Checking ${count(files.length, 'file')}` });
  const { audits, broken } = await readFiles(files, new Set(kept.map(({ link }) => link)), context, parts);
  const series = parts.judgeSeries({ audits, broken, kept, period: given({ since, until }), repository, teams });
  const outcome = parts.seriesOutcome(series, failOn);
  const left = await writeFiles(
    reports.map(({ option }) => ({
      option,
      // One part: a series is small next to its audits.
      content: async function* () {
        yield parts.reports[option](series, failOn);
      },
    })),
    paths,
    context,
  );
  return viewSeries(series, outcome, parts.rowsOf(series), parts.seriesWords(series), left, parts.reports.summary(series, failOn));
}

/** As large as the file of an organization may be. */
const largestTeams = 256 * 1024;

/** @throws {UsageError} where the file is not that of an organization, or names no team */
function teamsIn(path: string | undefined, { readOrganizationFile }: SeriesParts): ReadonlyMap<string, readonly string[]> {
  if (path === undefined) return new Map();
  const fix = 'Name a file with `teams:` in it, and below it the repositories of each team: shop: [shop, shop-*]';
  const read = readOrganizationFile(readNamedText('teams', path, largestTeams, fix), path);
  if ('fault' in read) throw wrongUse(read.fault, fix);
  if (read.file.teams.size === 0) throw wrongUse(`${path} names no team`, fix);
  return read.file.teams;
}

export function viewSeries(
  series: Series,
  outcome: AuditOutcome,
  tables: SeriesRows,
  words: string,
  reports: NonNullable<View['reports']>,
  summary: string,
): SeriesShown {
  const { ending, fails } = outcome;
  const open = series.episodes.filter(({ state }) => state !== 'closed' && state !== 'covered').length;
  return {
    kind: 'viewed',
    command: 'audit',
    ending,
    fails,
    series,
    view: {
      tables,
      findings: series.findings,
      reports,
      end: { outcome, words },
      summary,
    },
    outputs: { findings: String(open), 'audit-report': reports[0]?.path ?? '' },
  };
}

/** All reports first, then each package is verified as a whole: the others say which places of its log to look up. */
async function readFiles(
  files: readonly SeriesFile[],
  heads: ReadonlySet<string>,
  context: RunContext,
  parts: SeriesParts,
): Promise<{ readonly audits: readonly SeriesAudit[]; readonly broken: readonly BrokenFile[] }> {
  const opened: (SeriesAudit | BrokenFile | Opened)[] = [];
  for (const [index, file] of files.entries()) {
    context.report({
      kind: 'progress',
      message: `${index + 1} of ${count(files.length, 'file')} read`,
      steps: { done: index, of: files.length },
    });
    const read = await openFile(file, parts);
    if (read === undefined)
      context.report({ kind: 'notice', message: `${oneLine(file.name, 200)} is no audit of a period: it is passed over` });
    else opened.push(read);
    context.interrupt.throwIfAborted();
  }
  const sequences = new Set(opened.flatMap((one) => ('manifest' in one && one.manifest.log !== null ? one.manifest.log.to.sequence : [])));
  const audits: SeriesAudit[] = [];
  const broken: BrokenFile[] = [];
  let check: ((one: Opened) => Promise<SeriesAudit | BrokenFile>) | undefined;
  for (const one of opened) {
    const read = 'manifest' in one ? await (check ??= await openCheck(context, { sequences, heads }, one.file))(one) : one;
    if ('why' in read) broken.push(read);
    else audits.push(read);
    context.interrupt.throwIfAborted();
  }
  const copies = new Set(broken.map(({ report }) => report));
  return { audits: audits.filter(({ digest }) => !copies.has(digest)), broken };
}

/** @throws {UsageError} where no service is at hand, as in the action, to work out what the records of a package say */
async function openCheck(
  { interrupt, loadPackageCheck, openReplay, program, report, temporary }: RunContext,
  wanted: Parameters<CheckPackageAudit>[1],
  file: string,
): Promise<(one: Opened) => Promise<SeriesAudit | BrokenFile>> {
  if (openReplay === undefined || loadPackageCheck === undefined)
    throw wrongUse(
      `${oneLine(file, 200)} is a package, and no service is at hand here to verify it`,
      'Run the series on the command line, where one is: compliance-evidence audit --series …; or name the JSON reports alone',
    );
  const checkPackageAudit = await loadPackageCheck();
  const verifying = {
    temporary,
    program: { name: userAgent, digest: await programDigest(program) },
    openReplay,
    openGitHub: openReplayedPort,
    interrupt,
    report: (message: string) => report({ kind: 'progress', message }),
  };
  return (one) => checkPackageAudit(one, wanted, verifying);
}

type Opened = Extract<Awaited<ReturnType<SeriesParts['openPackageAudit']>>, { readonly kind: 'opened' }>;

/**
 * `undefined`: a file of another kind next to the audits, such as a badge, or the package of a trail. One that is named
 * must be an audit.
 */
async function openFile({ isNamed, name, path }: SeriesFile, parts: SeriesParts): Promise<SeriesAudit | BrokenFile | Opened | undefined> {
  try {
    if (isPackage(path) || /\.(?:tgz|gz)$/i.test(name)) {
      const read = await parts.openPackageAudit(path, name);
      if (!('kind' in read) || read.kind === 'opened') return read;
      return isNamed ? { file: name, why: [read.why] } : undefined;
    }
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return { file: name, why: [`It cannot be read: ${oneLine(error.message, 200)}`] };
    throw error;
  }
  const file = readRegularFile(path, largest);
  if (Buffer.isBuffer(file)) return !isNamed && parts.isElsewhere(file) ? undefined : parts.readReportAudit(file, name);
  return { file: name, why: [`It cannot be read: ${refusalWords(file, largest)}`] };
}
