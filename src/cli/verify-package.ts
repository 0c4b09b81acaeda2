import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CheckedPackage, PackageOutcome, PackedAbout, Recomputed } from '../audit/index.ts';
import { userAgent } from '../commands/index.ts';
import { wrongUse, type UsageError } from '../errors/index.ts';
import { momentIn } from '../options/index.ts';
import { count, given, oneLine } from '../text/index.ts';
import { toldInterrupted, type Terminal } from './terminal.ts';

type ExpectedTexts = Partial<Record<'expectRepository' | 'expectSince' | 'expectUntil', string>>;
export type ExpectOptions = Readonly<ExpectedTexts & { firstAudit?: boolean }>;

/** A beginning may be the commit that the period begins after. */
export interface Expected {
  readonly repository?: string;
  readonly since?: string;
  readonly until?: string;
  readonly isFirst: boolean;
}

/** @throws {UsageError} where a text is not of its kind, before anything is read. */
function readExpected({ expectRepository: repository, expectSince, expectUntil, firstAudit = false }: ExpectOptions): Expected {
  if (repository !== undefined && !/^[^/\s]+\/[^/\s]+$/.test(repository))
    throw wrong('--expect-repository', repository, 'Write owner/name, as acme/shop');
  const isCommit = expectSince !== undefined && /^[0-9a-f]{40}$/.test(expectSince);
  const since = isCommit ? expectSince : momentOf('--expect-since', expectSince);
  return { isFirst: firstAudit, ...given({ repository, since, until: momentOf('--expect-until', expectUntil) }) };
}

/** A sentence for each difference from what the reader expects. */
function unexpected({ audit, previous = null, scope }: PackedAbout, expected: Expected): readonly string[] {
  const period = scope.kind === 'period' ? scope : undefined;
  const isMoment = (one: string | null = null, other: string): boolean => one !== null && Date.parse(one) === Date.parse(other);
  const { isFirst, repository, since, until } = expected;
  const begins = since !== undefined && (since === audit?.since_sha || isMoment(period?.since, since));
  return [
    ...(repository === undefined || audit?.repository?.toLowerCase() === repository.toLowerCase()
      ? []
      : [`The package is about the repository ${oneLine(audit?.repository ?? 'that nobody names', 200)}, and ${repository} was expected`]),
    ...(since === undefined || begins
      ? []
      : [`The time that the package is about begins ${beginning(audit?.since_sha, period?.since)}, and ${since} was expected`]),
    ...(until === undefined || isMoment(period?.until, until)
      ? []
      : [`The time that the package is about ends ${momentWords(period?.until)}, and ${until} was expected`]),
    ...(isFirst && previous !== null ? [`The package names an audit before, SHA-256 ${previous.report}, and none was expected`] : []),
  ];
}

function beginning(sha: string | null = null, since: string | null = null): string {
  return sha === null ? momentWords(since) : `after commit ${oneLine(sha, 40)}`;
}

function momentWords(moment: string | null = null): string {
  return moment === null ? 'at no moment' : `at ${oneLine(moment, 40)}`;
}

function momentOf(option: string, text: string | undefined): string | undefined {
  const date = text === undefined ? undefined : momentIn(text);
  if (text === undefined || date !== undefined) return date?.toISOString();
  throw wrong(option, text, 'Write 2026-11-01, or 2026-11-01T09:00:00+01:00');
}

function wrong(option: string, text: string, fix: string): UsageError {
  return wrongUse(`${option} cannot be compared with anything: ${JSON.stringify(oneLine(text, 200))}`, fix);
}

/**
 * - `not-recomputed`: the noted head proves all records, and not all verdicts could be worked out from them here.
 * - `unexpected`: the package is about something else than its reader expects.
 */
type VerifiedOutcome = PackageOutcome | 'not-recomputed' | 'unexpected';

interface Shown {
  readonly outcome: VerifiedOutcome;
  readonly recomputed: Recomputed | null;
  /** By the facts, else by the manifest; `undefined` where neither could be read. */
  readonly about: PackedAbout | undefined;
  /** A sentence for each difference from what the reader expects. */
  readonly unexpected: readonly string[];
  readonly first: string | undefined;
  /** The title and the sentences about the package in itself. */
  readonly words: readonly string[];
}

function showPackage(
  { answers, digest, manifest, members, problems, records }: CheckedPackage,
  { first, outcome, recomputed, unexpected, words }: Omit<Shown, 'about'>,
  terminal: Terminal,
): void {
  if (first !== undefined) terminal.out(isWorkedOut(recomputed) ? first : `By its manifest alone: ${first}`);
  for (const problem of [...problems, ...(recomputed?.problems ?? []), ...unexpected]) terminal.out(oneLine(problem, 500));
  if (manifest !== undefined) terminal.out(`${members} members, manifest ${digest}, collected ${oneLine(manifest.at, 40)}`);
  if (records !== undefined) {
    const { head, hidden, shown } = records;
    terminal.out(`${shown} records, ${hidden} as a hash, head ${head.link} (record ${head.sequence})`);
  }
  if (answers !== undefined)
    terminal.out(`${answers.count} answers of GitHub, as they were read: GitHub signs none, so that they prove nothing`);
  if (recomputed !== null) {
    terminal.out(workedOut(recomputed));
    for (const sentence of recomputed.unproven) terminal.out(`Not proved: ${oneLine(sentence, 500)}`);
    for (const sentence of recomputed.outside) terminal.out(`Not recomputed: ${oneLine(sentence, 500)}`);
  }
  const [title = '', ...sentences] = titleOf(outcome, words, recomputed);
  terminal.out(`${title}. ${sentences.join(' ')}`);
}

function isWorkedOut(recomputed: Recomputed | null): boolean {
  return recomputed !== null && recomputed.about !== null;
}

function workedOut({ facts, github, records, reports }: Recomputed): string {
  const made = reports.length === 0 ? 'no report has the same bytes again' : `the same bytes again of ${reports.join(', ')}`;
  return `Worked out again: ${count(facts, 'fact')} of the service from ${count(records, 'record')}; ${count(github, 'fact')} of GitHub from its answers; ${made}`;
}

function titleOf(outcome: VerifiedOutcome, words: readonly string[], recomputed: Recomputed | null): readonly string[] {
  if (outcome === 'broken' && (recomputed?.problems.length ?? 0) > 0) {
    return [
      'The package does not hold',
      'Its facts or its reports are not what its records and its facts give. Do not rely on any of it; get it again from who made it.',
    ];
  }
  if (outcome === 'unexpected') return ['Not the package that was expected', 'Take the package of the audit that is meant.'];
  if (outcome !== 'not-recomputed') return words;
  const [, ...sentences] = words;
  return ['Witnessed, and not all of it worked out again', ...sentences, 'Rely on nothing that is named above as not proved.'];
}

/** Every key is always present. `in_itself` is the outcome without the verdicts, as verify.html says it. */
function packageJson(
  { answers, bytes, digest, members, problems, records }: CheckedPackage,
  { about, inItself, outcome, recomputed, unexpected }: Omit<Shown, 'first' | 'words'> & { readonly inItself: PackageOutcome },
): object {
  return {
    outcome,
    in_itself: inItself,
    about: about === undefined ? null : aboutJson(about, isWorkedOut(recomputed)),
    unexpected,
    problems,
    manifest: digest ?? null,
    members,
    bytes,
    answers: answers?.count ?? null,
    records:
      records === undefined ? null : { shown: records.shown, hidden: records.hidden, head: records.head, witness: records.witness ?? null },
    recomputed:
      recomputed === null
        ? null
        : {
            agrees: recomputed.problems.length > 0 ? false : recomputed.unproven.length > 0 ? null : true,
            problems: recomputed.problems,
            not_proved: recomputed.unproven,
            not_recomputed: recomputed.outside,
            facts: recomputed.facts,
            records: recomputed.records,
            github: recomputed.github,
            reports: recomputed.reports,
          },
  };
}

function aboutJson({ audit, previous = null, scope }: PackedAbout, isProved: boolean): object {
  return { by: isProved ? 'facts' : 'manifest', scope, ...(audit ?? noAudit), previous };
}

/** For a package of version 1 whose facts could not be read. */
const noAudit = { repository: null, branches: [], basis: null, since_sha: null, verdict: null, findings: null };

export interface VerifyPackageOptions extends ExpectOptions {
  readonly package: string;
  readonly head?: string;
  readonly json?: boolean;
}

/** A package that is only consistent in itself is not a yes: whoever made it anew could have made all of it. */
const exitCodeOf: Readonly<Record<VerifiedOutcome, number>> = {
  witnessed: 0,
  broken: 1,
  unexpected: 1,
  consistent: 2,
  'partly-witnessed': 2,
  'not-recomputed': 2,
};

/** Sends no request. Ends with 130 when it was interrupted. */
export async function verifyPackage(options: VerifyPackageOptions, interrupt: AbortSignal, terminal: Terminal): Promise<number> {
  const { head, json = false, package: path } = options;
  const expected = readExpected(options);
  try {
    await using scratch = await mkdtempDisposable(join(tmpdir(), 'verify-package-'));
    const report = (sentence: string): void => terminal.progress(sentence);
    const { checked, inItself, recomputed } = await examine({ path, head, isFirst: expected.isFirst }, scratch.path, interrupt, report);
    const { aboutWords, outcomeWords } = await import('../audit/package/outcome.ts');
    const about = recomputed?.about ?? checked.manifest;
    const others = about === undefined ? [] : unexpected(about, expected);
    const outcome = outcomeOf(inItself, recomputed, others);
    const shown = { inItself, outcome, recomputed, about, unexpected: others };
    if (json) terminal.json(packageJson(checked, shown));
    else showPackage(checked, { ...shown, first: about && aboutWords(about), words: outcomeWords(checked) }, terminal);
    return exitCodeOf[outcome];
  } catch (error) {
    if (interrupt.aborted) return toldInterrupted('Interrupted before everything was read.', terminal);
    throw error;
  }
}

/** A package that does not hold in itself is not worked out again. */
async function examine(
  { head, isFirst, path }: { readonly path: string; readonly head: string | undefined; readonly isFirst: boolean },
  folder: string,
  interrupt: AbortSignal,
  report: (sentence: string) => void,
): Promise<{ readonly checked: CheckedPackage; readonly inItself: PackageOutcome; readonly recomputed: Recomputed | null }> {
  const [{ checkPackage }, { gunzip }, { sha256 }, outcomes, { keepMembers, keptMembers, recompute }, { readPieces, startReplay }] =
    await Promise.all([
      import('../audit/package/check-package.ts'),
      import('../audit/package/tar.ts'),
      import('../audit/package/node-sha256.ts'),
      import('../audit/package/outcome.ts'),
      import('../audit/recompute/recompute.ts'),
      import('../service/index.ts'),
    ]);
  const kept = keepMembers(folder, keptMembers);
  const onProgress = (bytes: number): void => report(`${Math.round(bytes / 1e6)} MB checked so far`);
  const file = gunzip(ReadableStream.from(readPieces('--package', path, interrupt)));
  const checked = await checkPackage(file, { sha256, ...given({ head }), onProgress, keep: kept.keep }).catch((error: unknown) => {
    const isOfFile = error instanceof Error && 'syscall' in error && !('path' in error && String(error.path).startsWith(folder));
    if (interrupt.aborted || !isOfFile) throw error;
    throw wrongUse(
      `--package names ${oneLine(path, 200)}, which cannot be read: ${oneLine(error.message, 200)}`,
      'Name the file that `audit --package` wrote',
    );
  });
  const inItself = outcomes.outcomeOf(checked);
  const { manifest } = checked;
  if (inItself === 'broken' || manifest === undefined) return { checked, inItself, recomputed: null };
  if (kept.isCut())
    return { checked, inItself, recomputed: { ...nothing, unproven: ['The package is too large to work its verdicts out again'] } };
  const { openReplayedPort: openGitHub, programDigest } = await import('../commands/audit/verifying.ts');
  const program = { name: userAgent, digest: await programDigest(dirname(import.meta.dirname)) };
  const request = { manifest, folder, program, isFirst, openReplay: startReplay, openGitHub, interrupt, report };
  return { checked, inItself, recomputed: await recompute(request) };
}

const nothing: Recomputed = { about: null, problems: [], unproven: [], outside: [], facts: 0, records: 0, github: 0, reports: [] };

/** A yes takes both: the noted head, and verdicts that follow from the records that it proves. */
function outcomeOf(inItself: PackageOutcome, recomputed: Recomputed | null, others: readonly string[]): VerifiedOutcome {
  if (inItself === 'broken' || (recomputed !== null && recomputed.problems.length > 0)) return 'broken';
  if (others.length > 0) return 'unexpected';
  return inItself === 'witnessed' && (recomputed === null || recomputed.unproven.length > 0) ? 'not-recomputed' : inItself;
}
