import { mkdtempDisposable } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import type { Audit, AuditHole, AuditorPick, Header, ReportedChange, TakenSample } from '../../audit/index.ts';
import { UsageError, wrongUse } from '../../errors/index.ts';
import { readNamedText } from '../../files/index.ts';
import type { AuditSettings, AuditSources } from '../../options/index.ts';
import { carriedWords, endingWords, entryWords, unaskedLines, untestedLines } from '../../presentation/index.ts';
import { given } from '../../text/index.ts';
import type { RunContext } from '../run/context.ts';
import type { Audited, Viewed } from '../run/result.ts';
import { collectInto, planOf, refuseFuture, sourcesIn, type Settled } from './collect.ts';
import { filesIn, headFileOf, keptHeads, pathIn, pathsOf, writeFiles, type WrittenFile } from './named-files.ts';
import type { AuditParts } from './parts.ts';
import { periodOf } from './period.ts';
import { placeOf, previousAudit, refuseOther } from './previous.ts';
import { withPublished } from './publish.ts';

/** As many as people read on a screen; the reports have all of them. */
const mostChanges = 500;
const mostFindings = 200;

export async function auditedOf(
  audit: Audit,
  { missing, ...shown }: Pick<Audited, 'command' | 'page' | 'reports' | 'summary'> & { readonly missing: Audited['holes'] },
): Promise<Audited> {
  const { complete, findings, rules, totals, world } = audit;
  const { period, repository, timeZone } = world.header;
  const changes: ReportedChange[] = [];
  for await (const change of audit.changes()) if (changes.push(change) >= mostChanges) break;
  const audited = {
    kind: 'audited' as const,
    ending: shown.page.verdict.ending,
    fails: shown.page.verdict.fails,
    outcome: shown.page.verdict,
    repository,
    period: { since: period.since, until: period.until, ...given({ timeZone }) },
    totals,
    changes,
    findings: findings.filter(({ status }) => status !== 'fixed').slice(0, mostFindings),
    counts: shown.page.verdict.counts,
    rules,
    complete,
    holes: [...shown.page.verdict.missing, ...missing],
    ...shown,
  };
  return { ...audited, log: logOf(audited) };
}

/** Made here, so that no other command of the action has to load these words. */
function logOf(audited: Omit<Audited, 'log'>): Audited['log'] {
  const { complete, findings, period, rules } = audited;
  const looked = { ...period, complete };
  const { icon, word } = audited.outcome;
  return {
    findings: findings.flatMap((finding) => {
      const { accepted, carried, fix, message, rule, severity, status } = finding;
      const state =
        accepted === null ? status : `accepted by ${accepted.owner} until ${accepted.until.slice(0, 10)}; ${entryWords(accepted.by)}`;
      const unseen = carried ? `, ${carriedWords(finding, looked)}` : '';
      return [`${severity} ${rule} (${state}${unseen}): ${message}`, ...(accepted === null ? [`    ${fix}`] : [])];
    }),
    untested: untestedLines(rules),
    unasked: unaskedLines(rules),
    end: `${icon} ${word}: ${endingWords(audited)}`,
  };
}

/**
 * `owner/name`; `undefined` where nothing names it, and only git is asked. The repository of a checkout counts only if it
 * is on the server whose API is asked: no other server may see the token.
 */
async function repositoryOf(
  { githubToken, repository }: Pick<AuditSources, 'githubToken' | 'repository'>,
  { directory, event }: Pick<RunContext, 'directory' | 'event'>,
  { checkoutOf }: Pick<AuditParts, 'checkoutOf'>,
): Promise<string | undefined> {
  const named = repository ?? event.repository;
  if (named !== undefined) return named;
  const found = (await checkoutOf(directory))?.repository;
  const isOfServer = found !== undefined && URL.parse(found.url)?.origin === new URL(event.serverUrl).origin;
  if (isOfServer) return found.name;
  if (githubToken === undefined) return undefined;
  throw new UsageError('missing-input', 'A token of GitHub is given, but the repository is not known', {
    fix: `Give \`repository\` as owner/name, or start in a checkout whose remote \`origin\` is at ${event.serverUrl}`,
  });
}

/** Auditors pick tens of changes; this has room for 20,000. */
const largest = 1024 * 1024;

const onPicks = 'Write one change a line: 12 to 40 digits of the SHA of one of its commits, or the number of its pull request';

/** The heads that an auditor's table may have in its first line. */
const heads = new Set(['sha', 'pull_request', 'change', 'commit']);

/** Each pick once. They are read before the first request. */
async function readPicks(path: string): Promise<readonly AuditorPick[]> {
  const text = readNamedText('sample-file', path, largest, onPicks);
  const lines = text
    .split(/\r?\n/)
    .map((line, index) => ({
      cell: line
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .toLowerCase(),
      number: index + 1,
    }))
    .filter(({ cell, number }) => cell !== '' && !(number === 1 && heads.has(cell)));
  const picks = lines.map(({ cell }) => pickIn(cell));
  const odd = lines.filter((_, index) => picks[index] === undefined).map(({ number }) => number);
  if (odd.length > 0) {
    const shown = odd.slice(0, 10).join(', ');
    throw refusePicks(`The file of sample-file has lines that are neither a SHA nor the number of a pull request: ${shown}`);
  }
  if (picks.length === 0) throw refusePicks('The file of sample-file has no picks');
  const byText = new Map(picks.flatMap((pick) => (pick === undefined ? [] : [[JSON.stringify(pick), pick] as const])));
  return [...byText.values()];
}

/** So few digits are the number of a pull request, and so many are a SHA: no text can be both. */
function pickIn(cell: string): AuditorPick | undefined {
  const [, number] = /^#?(\d{1,9})$/.exec(cell) ?? [];
  if (number !== undefined) return { kind: 'pull', number: Number(number) };
  return /^[0-9a-f]{12,40}$/.test(cell) ? { kind: 'commit', sha: cell } : undefined;
}

function refusePicks(message: string): UsageError {
  return wrongUse(message, onPicks);
}

/**
 * The sample, or why there is none. `refused`: it cannot be drawn, and the command throws that at its end, because the
 * reports are written all the same. `unknown`: the population is not known, so that the audit ends as unknown in any case,
 * and says this too.
 */
type SampleOutcome =
  | { readonly kind: 'taken'; readonly sample: TakenSample }
  | { readonly kind: 'refused'; readonly error: UsageError }
  | { readonly kind: 'unknown'; readonly hole: AuditHole };

async function sampleOf(
  audit: Audit,
  settings: NonNullable<AuditSettings['sample']>,
  picks: readonly AuditorPick[],
  parts: Pick<AuditParts, 'takeSample'>,
): Promise<SampleOutcome> {
  if (!audit.complete && !settings.incomplete) return { kind: 'unknown', hole: ofUnknown };
  try {
    return { kind: 'taken', sample: await parts.takeSample(audit, settings.kind === 'drawn' ? settings : { kind: 'picked', picks }) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const fix = 'Audit one branch at a time, with `branch`';
    return { kind: 'refused', error: wrongUse(`No sample was taken: the change ${error.message}`, fix) };
  }
}

const ofUnknown: AuditHole = {
  kind: 'hole',
  what: 'the sample',
  why: 'the population is not known, so that changes may be missing to draw from, and none was taken',
  fix: 'Look in the reports for what is missing, and audit again; `incomplete` takes a sample nevertheless, which says so',
};

const command = 'audit';

type AuditGiven = Partial<Pick<Settled, 'clone' | 'gaps' | 'log' | 'now' | 'witnesses'>>;

/**
 * Runs an audit, from its settings to its reports. The reports are written whatever it found, also when a part of it is
 * missing.
 * @param given `now`: when it is said to begin, as all repositories of an organization are audited as of one moment; known
 * gaps; and a log that several audits hold kept heads against
 */
export async function runAudit(
  settings: AuditSettings,
  context: RunContext,
  parts: AuditParts,
  { clone, gaps: missing = [], log: shared = null, now = new Date(), witnesses: kept = [] }: AuditGiven = {},
): Promise<Audited | Viewed> {
  const { from, package: packed, people, sample: wanted } = settings;
  const paths = pathsFor(settings, context.directory);
  const witnesses = from.kind === 'sources' ? [...kept, ...(await keptHeads(from.witness, paths.get('witness'), parts))] : [];
  const picks = wanted?.kind === 'picked' ? await readPicks(paths.get('sample-file') ?? '') : [];
  const repository = from.kind === 'sources' ? await repositoryOf(from, context, parts) : undefined;
  const { gaps, previous: known } = await previousAudit(settings, paths.get('previous') ?? '', repository, context, parts);
  const before = known === null ? null : { previous: known, earlierName: settings.previousRepository };
  await using scratch = await mkdtempDisposable(join(context.temporary, 'compliance-audit-'));
  const folder = scratch.path;
  const file = paths.get('collected') ?? paths.get('keep-collected') ?? join(folder, 'collected.ndjson');
  if (from.kind === 'sources') {
    if (from.asOf !== undefined) refuseFuture(from.asOf, now);
    const period = periodOf(from.period, known, from.asOf === undefined ? now : new Date(from.asOf), context.report);
    const log = packed === undefined ? shared : join(folder, 'records.ndjson');
    const answers = packed === undefined ? null : join(folder, 'answers.ndjson');
    const demand = readDemand(paths.get('checks'), parts);
    const settled = {
      ...given({ clone, demand }),
      period,
      repository,
      now,
      gaps: [...missing, ...gaps],
      log,
      answers,
      witnesses,
      before,
    };
    if (from.plan) return await planOf(command, from, settled, context, parts);
    context.report({ kind: 'info', message: `Collecting from ${sourcesIn(from)}` });
    await collectInto(file, from, settled, context, parts);
  } else if (before !== null) refuseOther(before.previous, placeOf(await headerIn(file, parts)), before.earlierName, context.report);
  context.report({ kind: 'info', message: 'Judging what was collected' });
  const spool = parts.openSpool<ReportedChange>(join(folder, 'changes.ndjson'));
  const audit = await parts.judgeAudit((wanted) => parts.readLines(file, wanted), { previous: known, people, spool });
  // A package is made again from its facts alone, by the severity that they were collected for.
  const shown = { ...audit, failOn: settings.failOn };
  reportRead(audit, context.report, parts);
  const sampled = wanted === undefined ? undefined : await sampleOf(audit, wanted, picks, parts);
  const sample = sampled?.kind === 'taken' ? sampled.sample : undefined;
  const written = await writeReports({ file, folder, paths, sample, shown }, settings, context, parts);
  if (sampled?.kind === 'refused') throw sampled.error;
  if (sample !== undefined) for (const message of parts.sampleLines(sample)) context.report({ kind: 'info', message });
  const ended = await auditedOf(audit, {
    command,
    missing: sampled?.kind === 'unknown' ? [sampled.hole] : [],
    page: await parts.firstPage(shown),
    reports: written,
    summary: await text(Readable.from(parts.reports.summary(shown))),
  });
  return await withPublished(audit, ended, settings, join(folder, 'published'), context, parts);
}

interface Written {
  readonly shown: Audit;
  readonly sample: TakenSample | undefined;
  /** The collected facts. */
  readonly file: string;
  readonly folder: string;
  readonly paths: ReturnType<typeof pathsOf>;
}

function writeReports(
  { file, folder, paths, sample, shown }: Written,
  { headFile, package: packed, reports }: AuditSettings,
  context: RunContext,
  parts: AuditParts,
): Promise<Audited['reports']> {
  const files: readonly WrittenFile[] = reports.map(({ form, option }) => ({ option, content: () => parts.reports[form](shown) }));
  const archive: WrittenFile = {
    option: 'package',
    content: () => parts.pack(file, shown, join(folder, 'package'), sample),
    by: createGzip({ level: 9 }),
  };
  const isPacked = packed !== undefined && !lacksProof(shown, context.report);
  const head: WrittenFile = { option: 'head-file', content: () => headFileOf(shown, paths.get('package') ?? '', parts) };
  const proof = isPacked ? [archive, ...(headFile === undefined ? [] : [head])] : [];
  return writeFiles([...files, ...proof], paths, context);
}

function pathsFor({ from, headFile, package: packed, previous, reports, sample }: AuditSettings, directory: string) {
  const sources = from.kind === 'sources' ? from : undefined;
  const read = { previous: pathIn(previous), collected: pathIn(from), witness: pathIn(sources?.witness), checks: sources?.checks };
  return pathsOf(directory, {
    written: [...reports, ...filesIn({ 'keep-collected': sources?.keepCollected, package: packed, 'head-file': headFile })],
    read: filesIn({ ...read, 'sample-file': pathIn(sample) }),
  });
}

/** Tells the head of the log, who approved a single artifact, and which acceptances end soon. */
function reportRead(audit: Audit, report: RunContext['report'], parts: AuditParts): void {
  const { header, log } = audit.world;
  if (log !== null) for (const message of parts.headLines(log, header.asOf?.readAt ?? header.at)) report({ kind: 'info', message });
  if (header.scope?.kind === 'artifact') for (const message of parts.approvalLines(audit.world)) report({ kind: 'info', message });
  for (const message of parts.endingSoonWords(audit)) report({ kind: 'notice', message });
  const proposed = parts.proposedChecks(audit.world);
  if (proposed !== undefined) {
    const lines = proposed.ran.map(({ about, line }) => `${line} # ${about}`);
    report({ kind: 'notice', message: [proposed.sentence, ...(lines.length === 0 ? [] : ['checks:', ...lines])].join('\n') });
  }
}

async function headerIn(file: string, parts: AuditParts): Promise<Header> {
  for await (const line of parts.readLines(file, { landings: false })) if (line.kind === 'audit') return line;
  throw new TypeError('A collected file begins with its header');
}

/** Reports why there is no package. The audit ends as it is: not complete, because the log or the history could not be read. */
function lacksProof({ complete, world: { header, isLogCollected, untold } }: Audit, report: RunContext['report']): boolean {
  const isOfGitHub = header.evidence === 'github';
  // GitHub is asked for the rules of each branch.
  if (complete || isLogCollected || (isOfGitHub && header.branches.length > 0)) return false;
  const { fix, why } = untold.find(({ source }) => source === 'log') ?? cutOff;
  const what = isOfGitHub ? 'history of the repository' : 'log of the service';
  report({ kind: 'warning', message: `No package was written, because the ${what} is missing: ${why}\n${fix}` });
  return true;
}

const cutOff = { why: 'it was not read', fix: 'Run the audit again' };

/** The text of the file of `checks`, which is refused before the first request where it cannot be used. */
function readDemand(path: string | undefined, { readChecksFile }: Pick<AuditParts, 'readChecksFile'>): string | undefined {
  if (path === undefined) return undefined;
  const fix = 'Name a YAML file with `checks`, as in .github/compliance-audit.yml';
  const demand = readNamedText('checks', path, largest, fix);
  const read = readChecksFile(demand);
  if ('fault' in read) throw wrongUse(read.fault, fix);
  return demand;
}
