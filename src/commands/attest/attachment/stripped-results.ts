import { closeSync, ftruncateSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { EvidenceProblem } from '../../../errors/index.ts';
import type { ResultsFile, ResultsFormat, Leak, StripOptions } from '../../../results/index.ts';
import { formatNamed, formats } from '../../results/formats.ts';
import type { Packable } from './tarball.ts';

export interface Preparation {
  /** Results files that changed since they were counted. */
  readonly problems: readonly EvidenceProblem[];
  /** A sentence for each part that was left out, and why. */
  readonly warnings: readonly string[];
  /** The places where secrets were masked, by file. */
  readonly secrets: ReadonlyMap<string, readonly Leak[]>;
}

export interface PreparedResults extends Preparation {
  readonly files: readonly Packable[];
  /** Number of test cases that were left out. */
  readonly cases: number;
  /** Number of log elements that were left out. */
  readonly elements: number;
}

/**
 * Brings the files that became evidence into a form: a copy of the bytes that were counted, with its secrets masked. All go into one file
 * `path`, one after the other, because making thousands of files takes longer than reading them.
 */
export async function prepareResults(
  files: readonly ResultsFile[],
  form: StripOptions,
  path: string,
  known: readonly string[],
  among: readonly ResultsFormat[] = formats,
): Promise<PreparedResults> {
  const descriptor = openSync(path, 'wx+', 0o600);
  const prepared: Packable[] = [];
  const warnings: string[] = [];
  const problems: EvidenceProblem[] = [];
  const secrets = new Map<string, readonly Leak[]>();
  let end = 0;
  let cases = 0;
  let elements = 0;
  try {
    for (const file of files) {
      const taken = await formatNamed(file.format, among).take(file, descriptor, end, form, known);
      if (taken.kind !== 'taken') {
        warnings.push(`attach: ${file.name} is not attached: ${taken.why}`);
        if (taken.kind === 'changed') problems.push(changedFile(file, taken.why));
        continue;
      }
      prepared.push({ path, piece: { start: end, bytes: taken.bytes }, name: file.name, madeOf: file.path });
      end += taken.bytes;
      cases += taken.cases;
      elements += taken.elements;
      if (taken.masked.count > 0) secrets.set(file.name, taken.masked.leaks);
    }
    // A single file is attached as it is, so nothing of a part that was given up may stay behind it.
    ftruncateSync(descriptor, end);
  } finally {
    closeSync(descriptor);
  }
  return { files: prepared, cases, elements, warnings, problems, secrets };
}

/** The attached file must be the one that was counted: a file that changes in between belongs to a run that is not over. */
function changedFile({ name }: ResultsFile, why: string): EvidenceProblem {
  return {
    code: 'changed-file',
    message: `${name}: the file cannot be trusted: ${why}`,
    file: name,
    fix: 'Attest when the test step is over, and let nothing write, move or remove its results while this step runs.',
  };
}

export function pathOfResults(folder: string, form: StripOptions): string {
  return join(folder, `logs-${form.logs}-passed-${form.passed}`);
}
