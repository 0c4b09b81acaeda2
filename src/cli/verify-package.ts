import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { CheckedPackage, PackageOutcome } from '../audit/index.ts';
import { exitCodes, UsageError } from '../errors/index.ts';
import { given, oneLine } from '../text/index.ts';
import type { Terminal } from './terminal.ts';

export interface VerifyPackageOptions {
  readonly package: string;
  readonly head?: string;
  /** The result is printed as JSON. */
  readonly json?: boolean;
}

/** Progress is shown once it takes longer than this, and then as often. */
const quietMs = 2000;

/** A package that is only consistent in itself is no yes: whoever made it anew could have made all of it. */
const exitCodeOf: Readonly<Record<PackageOutcome, number>> = { witnessed: 0, broken: 1, consistent: 2, 'partly-witnessed': 2 };

/** `verify --package`: checks a package of evidence, and asks nobody. Ends with 130 when it was interrupted. */
export async function verifyPackage(options: VerifyPackageOptions, interrupt: AbortSignal, terminal: Terminal): Promise<number> {
  const { head, json = false, package: path } = options;
  const [{ checkPackage }, { gunzip }, { sha256 }, { outcomeOf, outcomeWords }] = await Promise.all([
    import('../audit/package/check-package.ts'),
    import('../audit/package/gunzip.ts'),
    import('../audit/package/node-sha256.ts'),
    import('../audit/package/outcome.ts'),
  ]);
  let shown = performance.now();
  let checked: CheckedPackage;
  try {
    checked = await checkPackage(gunzip(fileAt(path, interrupt)), {
      sha256,
      ...given({ head }),
      onProgress(bytes) {
        if (performance.now() - shown < quietMs) return;
        shown = performance.now();
        terminal.err(`${Math.round(bytes / 1e6)} MB checked so far`);
      },
    });
  } catch (error) {
    if (interrupt.aborted) {
      terminal.err('Interrupted before everything was read.');
      return exitCodes.interrupted;
    }
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new UsageError('invalid-input', `--package names ${oneLine(path, 200)}, which cannot be read: ${oneLine(error.message, 200)}`, {
      fix: 'Name the file that `audit --package` wrote',
    });
  }
  if (json) terminal.json(asJson(checked, outcomeOf(checked)));
  else show(checked, outcomeWords(checked), terminal);
  return exitCodeOf[outcomeOf(checked)];
}

function fileAt(path: string, interrupt: AbortSignal): ReadableStream<Uint8Array<ArrayBuffer>> {
  return Readable.toWeb(createReadStream(path, { signal: interrupt }));
}

function show(
  { answers, digest, manifest, members, problems, records }: CheckedPackage,
  words: readonly string[],
  terminal: Terminal,
): void {
  const [title = '', ...sentences] = words;
  for (const problem of problems) terminal.out(oneLine(problem, 500));
  if (manifest !== undefined) terminal.out(`${members} members, manifest ${digest}, collected ${oneLine(manifest.at, 40)}`);
  if (records !== undefined) {
    const { head, hidden, shown } = records;
    terminal.out(`${shown} records, ${hidden} as a hash, head ${head.link} (record ${head.sequence})`);
  }
  if (answers !== undefined)
    terminal.out(`${answers.count} answers of GitHub, as they were read: GitHub signs none, so that they prove nothing`);
  terminal.out(`${title}. ${sentences.join(' ')}`);
}

/** Every key is always present. */
function asJson({ answers, bytes, digest, members, problems, records }: CheckedPackage, outcome: PackageOutcome): object {
  return {
    outcome,
    problems,
    manifest: digest ?? null,
    members,
    bytes,
    answers: answers?.count ?? null,
    records:
      records === undefined ? null : { shown: records.shown, hidden: records.hidden, head: records.head, witness: records.witness ?? null },
  };
}
