import { closeSync, ftruncateSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { JunitFile } from '../junit/index.ts';
import type { Packable } from './tarball.ts';

/** How results files go along: as they are, or without their logs, or without their passed test cases. */
export interface Form {
  readonly logs: 'keep' | 'drop';
  readonly passed: 'keep' | 'drop';
}

/** Results files in one form. */
export interface PreparedResults {
  readonly files: readonly Packable[];
  /** How many test cases were left out. */
  readonly cases: number;
  /** How many elements of logs were left out. */
  readonly elements: number;
  /** Which files were left out and why, a sentence each. */
  readonly leftOut: readonly string[];
}

/**
 * Brings the files that became evidence into a form. What is made for it goes into one file in `folder`, one piece behind
 * the other: to make thousands of files takes longer than to read them.
 */
export async function prepareResults(files: readonly JunitFile[], form: Form, folder: string): Promise<PreparedResults> {
  if (form.logs === 'keep' && form.passed === 'keep') return { files, cases: 0, elements: 0, leftOut: [] };
  const { strip } = await import('../junit/strip.ts');
  const path = join(folder, `logs-${form.logs}-passed-${form.passed}`);
  const descriptor = openSync(path, 'wx', 0o600);
  const prepared: Packable[] = [];
  const leftOut: string[] = [];
  let end = 0;
  let cases = 0;
  let elements = 0;
  try {
    for (const file of files) {
      const stripped = await strip(file.path, descriptor, end, form);
      if (stripped.kind === 'broken' || stripped.sha256 !== file.sha256) {
        const why = stripped.kind === 'broken' ? stripped.why : 'it was written again after it was counted';
        leftOut.push(`attach: ${file.name} is not attached: ${why}`);
        continue;
      }
      prepared.push({ path, piece: { start: end, bytes: stripped.bytes }, name: file.name, madeOf: file.path });
      end += stripped.bytes;
      cases += stripped.cases;
      elements += stripped.elements;
    }
    // Alone it is the file that goes along, so nothing of what was given up may stay behind it.
    ftruncateSync(descriptor, end);
  } finally {
    closeSync(descriptor);
  }
  return { files: prepared, cases, elements, leftOut };
}
