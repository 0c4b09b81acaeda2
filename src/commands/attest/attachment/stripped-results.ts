import { closeSync, ftruncateSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { EvidenceProblem } from '../../../errors/index.ts';
import type { ResultsFile, ResultsFormat, SecretHolder, StripOptions } from '../../../results/index.ts';
import { formatNamed, formats } from '../../results/formats.ts';
import type { Packable } from './tarball.ts';

/** Results files in one form. */
export interface PreparedResults {
  readonly files: readonly Packable[];
  /** How many test cases were left out. */
  readonly cases: number;
  /** How many elements of logs were left out. */
  readonly elements: number;
  /** Which files were left out and why, a sentence each. */
  readonly leftOut: readonly string[];
  /** Files that are no longer what was counted. */
  readonly problems: readonly EvidenceProblem[];
  /** Secrets were masked in what these hold, by file. */
  readonly secrets: ReadonlyMap<string, readonly SecretHolder[]>;
}

/**
 * Brings the files that became evidence into a form: a copy of the bytes that were counted, with its secrets masked. All go
 * into one file `path`, one piece behind the other: to make thousands of files takes longer than to read them.
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
  const leftOut: string[] = [];
  const problems: EvidenceProblem[] = [];
  const secrets = new Map<string, readonly SecretHolder[]>();
  let end = 0;
  let cases = 0;
  let elements = 0;
  try {
    for (const file of files) {
      const taken = await formatNamed(file.format, among).take(file, descriptor, end, form, known);
      if (taken.kind !== 'taken') {
        leftOut.push(`attach: ${file.name} is not attached: ${taken.why}`);
        if (taken.kind === 'changed') problems.push(changedFile(file, taken.why));
        continue;
      }
      prepared.push({ path, piece: { start: end, bytes: taken.bytes }, name: file.name, madeOf: file.path });
      end += taken.bytes;
      cases += taken.cases;
      elements += taken.elements;
      if (taken.masked.count > 0) secrets.set(file.name, taken.masked.holders);
    }
    // Alone it is the file that goes along, so nothing of what was given up may stay behind it.
    ftruncateSync(descriptor, end);
  } finally {
    closeSync(descriptor);
  }
  return { files: prepared, cases, elements, leftOut, problems, secrets };
}

/** The file that is attached must be the one that was counted; a file that changes between is not of a run that is over. */
function changedFile({ name }: ResultsFile, why: string): EvidenceProblem {
  return {
    code: 'changed-file',
    message: `${name}: the file cannot be trusted: ${why}`,
    file: name,
    fix: 'Attest when the test step is over, and let nothing write, move or remove its results while this step runs.',
  };
}

/** A path for one form of results in a folder. */
export function pathOfResults(folder: string, form: StripOptions): string {
  return join(folder, `logs-${form.logs}-passed-${form.passed}`);
}
