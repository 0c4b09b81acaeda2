import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { CheckedPackage, PackageOutcome, Recomputed } from '../audit/index.ts';
import { userAgent } from '../commands/index.ts';
import { endings, UsageError } from '../errors/index.ts';
import { given, oneLine } from '../text/index.ts';
import { readExpected, unexpected, type ExpectOptions } from './expected.ts';
import type { Terminal } from './terminal.ts';
import { packageJson, showPackage, type VerifiedOutcome } from './show-package.ts';

export interface VerifyPackageOptions extends ExpectOptions {
  readonly package: string;
  readonly head?: string;
  /** The result is printed as JSON. */
  readonly json?: boolean;
}

/** Progress is shown once it takes longer than this, and then as often. */
const quietMs = 2000;

/** A package that is only consistent in itself is no yes: whoever made it anew could have made all of it. */
const exitCodeOf: Readonly<Record<VerifiedOutcome, number>> = {
  witnessed: 0,
  broken: 1,
  unexpected: 1,
  consistent: 2,
  'partly-witnessed': 2,
  'not-recomputed': 2,
};

/** `verify --package`: checks a package of evidence, and asks nobody. Ends with 130 when it was interrupted. */
export async function verifyPackage(options: VerifyPackageOptions, interrupt: AbortSignal, terminal: Terminal): Promise<number> {
  const { head, json = false, package: path } = options;
  const expected = readExpected(options);
  const folder = await mkdtemp(join(tmpdir(), 'verify-package-'));
  try {
    const { checked, inItself, recomputed } = await examine(
      { path, head, isFirst: expected.isFirst },
      folder,
      interrupt,
      quietly(terminal),
    );
    const [{ outcomeWords }, { aboutWords }] = await Promise.all([
      import('../audit/package/outcome.ts'),
      import('../audit/package/outcome.ts'),
    ]);
    const about = recomputed?.about ?? checked.manifest;
    const others = about === undefined ? [] : unexpected(about, expected);
    const outcome = outcomeOf(inItself, recomputed, others);
    const shown = { inItself, outcome, recomputed, about, unexpected: others };
    if (json) terminal.json(packageJson(checked, shown));
    else showPackage(checked, { ...shown, first: about && aboutWords(about), words: outcomeWords(checked) }, terminal);
    return exitCodeOf[outcome];
  } catch (error) {
    if (interrupt.aborted) {
      terminal.err('Interrupted before everything was read.');
      return endings.interrupted.exitCode;
    }
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The package in itself, and then what is worked out again: nothing is, of a package that does not hold. */
async function examine(
  { head, isFirst, path }: { readonly path: string; readonly head: string | undefined; readonly isFirst: boolean },
  folder: string,
  interrupt: AbortSignal,
  report: (sentence: string) => void,
): Promise<{ readonly checked: CheckedPackage; readonly inItself: PackageOutcome; readonly recomputed: Recomputed | null }> {
  const [{ checkPackage }, { gunzip }, { sha256 }, outcomes, { keptMembers, recompute }, { keepMembers }] = await Promise.all([
    import('../audit/package/check-package.ts'),
    import('../audit/package/tar.ts'),
    import('../audit/package/node-sha256.ts'),
    import('../audit/package/outcome.ts'),
    import('../audit/recompute/recompute.ts'),
    import('../audit/recompute/recompute.ts'),
  ]);
  const kept = keepMembers(folder, keptMembers);
  const onProgress = (bytes: number): void => report(`${Math.round(bytes / 1e6)} MB checked so far`);
  const file = gunzip(fileAt(path, interrupt));
  const checked = await checkPackage(file, { sha256, ...given({ head }), onProgress, keep: kept.keep }).catch((error: unknown) => {
    const isOfFile = error instanceof Error && 'syscall' in error && !('path' in error && String(error.path).startsWith(folder));
    if (interrupt.aborted || !isOfFile) throw error;
    throw new UsageError('invalid-input', `--package names ${oneLine(path, 200)}, which cannot be read: ${oneLine(error.message, 200)}`, {
      fix: 'Name the file that `audit --package` wrote',
    });
  });
  const inItself = outcomes.outcomeOf(checked);
  const { manifest } = checked;
  if (inItself === 'broken' || manifest === undefined) return { checked, inItself, recomputed: null };
  if (kept.isCut())
    return { checked, inItself, recomputed: { ...nothing, unproven: ['The package is too large to work its verdicts out again'] } };
  const [{ startReplay }, { programDigest }, { openReplayedPort: openGitHub }] = await Promise.all([
    import('../service/index.ts'),
    import('../commands/audit/verifying.ts'),
    import('../commands/audit/verifying.ts'),
  ]);
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

function fileAt(path: string, interrupt: AbortSignal): ReadableStream<Uint8Array<ArrayBuffer>> {
  return Readable.toWeb(createReadStream(path, { signal: interrupt }));
}

/** Tells how far it is, not before some time has passed, and then now and then. */
function quietly(terminal: Terminal): (sentence: string) => void {
  let shown = performance.now();
  return (sentence) => {
    if (performance.now() - shown < quietMs) return;
    shown = performance.now();
    terminal.err(sentence);
  };
}
