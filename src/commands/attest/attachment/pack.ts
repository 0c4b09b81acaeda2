import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { EvidenceProblem } from '../../../errors/index.ts';
import { secretWarning, type Leak } from '../../../results/index.ts';
import { list } from '../../../text/index.ts';
import type { TestEvidence } from '../test-evidence.ts';
import type { RunContext } from '../../run/context.ts';
import { fit, type FittingFile } from './size-limit.ts';
import { attachedFiles } from './attached-files.ts';
import type { AttestSettings } from '../../../options/index.ts';

export interface PackedAttachment extends FittingFile {
  remove(): void;
}

export interface Packing {
  /** `undefined`: nothing is attached. */
  readonly packed: PackedAttachment | undefined;
  /** Results files that changed since they were counted: the evidence is unusable. */
  readonly problems: readonly EvidenceProblem[];
}

/**
 * Packs the files that became evidence and those that `attachments` names, without the secrets in them. A file that is too large for the
 * interface, or cannot be read, is left out with a warning. No file makes this throw: an attachment never holds evidence back. But where a
 * results file is not the one that was counted, neither can be trusted.
 */
export async function pack(
  settings: Pick<AttestSettings, 'attach' | 'attachments'>,
  {
    results,
    problems,
  }: { readonly results: Pick<TestEvidence['results'], 'files' | 'secrets'>; readonly problems: TestEvidence['problems'] },
  known: readonly string[],
  context: RunContext,
): Promise<Packing> {
  // The files have errors of their attached, so nobody misses a message about their attachments.
  if (settings.attach === 'full') warnOfUnusable(problems, context);
  const hasResults = settings.attach !== 'never' && results.files.length > 0;
  if (!hasResults && settings.attachments.length === 0) return { packed: undefined, problems: [] };
  const changed: EvidenceProblem[] = [];
  let folder: string | undefined;
  const remove = (): void => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  };
  try {
    folder = mkdtempSync(join(context.temporary, 'compliance-evidence-'));
    const attached = await attachedFiles(settings.attachments, results.files, known, context, folder);
    changed.push(...attached.problems);
    // Files that the caller names go as the caller has them, results files too.
    const counted = hasResults ? results.files.filter((file) => !attached.counted.has(file)) : [];
    const fitted = await fit(attached.files, counted, { attach: settings.attach, folder, known });
    changed.push(...fitted.problems);
    for (const message of [...attached.warnings, ...fitted.warnings]) context.report({ kind: 'warning', message });
    warnOfSecrets(new Map([...attached.secrets, ...fitted.secrets]), results, context);
    if (fitted.file !== undefined) return { packed: { ...fitted.file, remove }, problems: changed };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    context.report({ kind: 'warning', message: `attach: the files could not be packed, so nothing is attached: ${why}` });
  }
  remove();
  return { packed: undefined, problems: changed };
}

/** Secrets that were already reported for names and messages are not reported again. */
function warnOfSecrets(
  secrets: ReadonlyMap<string, readonly Leak[]>,
  results: Pick<TestEvidence['results'], 'secrets'>,
  context: RunContext,
): void {
  for (const [file, leaks] of secrets) {
    const before = results.secrets.get(file);
    const fresh = leaks.filter(({ kind, name }) => before?.some((one) => one.kind === kind && one.name === name) !== true);
    if (before !== undefined && fresh.length === 0) continue;
    context.report({ kind: 'warning', ...secretWarning(file, fresh, 'attachment') });
  }
}

/** Nothing can be removed safely from a file that is not well formed, so it is left out. */
function warnOfUnusable(problems: readonly EvidenceProblem[], context: RunContext): void {
  const files = problems.flatMap(({ code, file }) => (file !== undefined && unusable.has(code) ? [file] : []));
  if (files.length === 0) return;
  context.report({ kind: 'warning', message: `attach: ${list(files)} ${files.length === 1 ? 'is' : 'are'} no evidence, so not attached` });
}

const unusable: ReadonlySet<string> = new Set(['broken-file', 'empty-file', 'unreadable-file', 'stale-file', 'not-junit']);
