import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '../../../contract/limits.ts';
import { messageOf, type EvidenceProblem } from '../../../errors/index.ts';
import type { AttestSettings } from '../../../options/index.ts';
import { secretWarning, type Leak, type ResultsFile, type StripOptions } from '../../../results/index.ts';
import { bytes, count, list } from '../../../text/index.ts';
import type { RunContext } from '../../run/context.ts';
import type { TestEvidence } from '../test-evidence.ts';
import { attachedFiles, pathOfResults, prepareResults, type Preparation, type PreparedResults } from './attached-files.ts';
import { lastPart, tarball, type Packable } from './tarball.ts';

interface FittingFile {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  /** Its content in words. */
  readonly holds: string;
}

interface Fitted extends Preparation {
  /** `undefined`: nothing is attached. */
  readonly file: FittingFile | undefined;
}

interface FitOptions {
  readonly attach: AttestSettings['attach'];
  readonly folder: string;
  readonly known: readonly string[];
  /** In bytes: the limit of the interface, except in tests. */
  readonly most?: number;
}

/** The forms of results files to try, each when the one before is too large. */
const forms: Readonly<Record<AttestSettings['attach'], readonly StripOptions[]>> = {
  results: [
    { logs: 'drop', passed: 'keep' },
    { logs: 'drop', passed: 'drop' },
  ],
  full: [
    { logs: 'keep', passed: 'keep' },
    { logs: 'keep', passed: 'drop' },
    { logs: 'drop', passed: 'drop' },
  ],
  never: [],
};

/**
 * Makes one file of everything that fits: a single file stays as it is, several become a `.tgz`. When that is more than the interface
 * takes, parts are left out step by step: passed test cases first, then all results files, then the caller's own.
 */
export async function fit(
  attached: readonly Packable[],
  results: readonly ResultsFile[],
  { attach, folder, known, most = limits.attachmentBytes }: FitOptions,
): Promise<Fitted> {
  const problems = new Map<string, EvidenceProblem>();
  let nothing: PreparedResults | undefined;
  for (const form of results.length === 0 ? [] : forms[attach]) {
    const prepared = await prepareResults(results, form, pathOfResults(folder, form), known);
    for (const problem of prepared.problems) problems.set(problem.message, problem);
    if (prepared.files.length === 0) {
      nothing = prepared;
      break;
    }
    const made = await oneFile([...prepared.files, ...attached], folder, most);
    if (made.kind === 'too-large') continue;
    const omitted = `attach: ${omission(prepared, form, attach)} left out of the results, because the whole is ${tooLarge(most)}`;
    return {
      file: { ...made, holds: holds(prepared, attached) },
      warnings: [...prepared.warnings, ...(form === forms[attach][0] ? [] : [omitted])],
      problems: [...problems.values()],
      secrets: prepared.secrets,
    };
  }
  const files = count(results.length, 'results file is', 'results files are');
  const without = `attach: ${files} left out, because even without passed test cases the whole is ${tooLarge(most)}`;
  const warnings = nothing?.warnings ?? (results.length > 0 ? [without] : []);
  return { ...(await fitAttached(attached, folder, most, warnings)), problems: [...problems.values()], secrets: new Map() };
}

async function fitAttached(
  attached: readonly Packable[],
  folder: string,
  most: number,
  warnings: readonly string[],
): Promise<Pick<Fitted, 'file' | 'warnings'>> {
  if (attached.length === 0) return { file: undefined, warnings };
  const made = await oneFile(attached, folder, most);
  if (made.kind === 'fits') return { file: { ...made, holds: count(attached.length, 'attachment') }, warnings };
  const warning = `attachments: ${tooLarge(most, made.bytes)}, so nothing is attached; name fewer or smaller files`;
  return { file: undefined, warnings: [...warnings, warning] };
}

type Joined =
  | { readonly kind: 'fits'; readonly name: string; readonly path: string; readonly bytes: number }
  /** An archive has no known `bytes`: its writing stops as soon as it is too large. */
  | { readonly kind: 'too-large'; readonly bytes?: number };

async function oneFile(files: readonly Packable[], folder: string, most: number): Promise<Joined> {
  const [only, second] = files;
  if (only !== undefined && second === undefined) {
    const { size } = statSync(only.path);
    return size > most ? { kind: 'too-large', bytes: size } : { kind: 'fits', name: lastPart(only.name), path: only.path, bytes: size };
  }
  const path = join(folder, 'evidence.tgz');
  const size = await tarball(files, path, most);
  return size === undefined ? { kind: 'too-large' } : { kind: 'fits', name: 'evidence.tgz', path, bytes: size };
}

function tooLarge(most: number, size?: number): string {
  return `${size === undefined ? '' : `${bytes(size)}, `}more than the ${bytes(most)} that the service takes`;
}

/** The parts that a form leaves out and that would otherwise be attached, with their verb. */
function omission({ cases, elements }: PreparedResults, form: StripOptions, attach: AttestSettings['attach']): string {
  const parts = [count(cases, 'passed test case'), ...(attach === 'full' && form.logs === 'drop' ? [logsOf(elements)] : [])];
  return `${parts.join(' and ')} ${parts.length === 1 && cases === 1 ? 'is' : 'are'}`;
}

function holds({ elements, files }: PreparedResults, attached: readonly Packable[]): string {
  const without = elements === 0 ? '' : ` without ${logsOf(elements)}`;
  return `${count(files.length, 'results file')}${without}${attached.length === 0 ? '' : ` and ${count(attached.length, 'attachment')}`}`;
}

function logsOf(elements: number): string {
  return count(elements, 'element of logs and properties', 'elements of logs and properties');
}

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
 * Packs the counted files and those of `attachments`, without their secrets. A file that is too large for the interface, or cannot be read,
 * is left out with a warning. No file makes this throw: an attachment never holds evidence back. But where a results file is not the one
 * that was counted, neither can be trusted.
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
  // The files have their own errors, so a message about their attachments is not missed.
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
    // Files that the caller names are attached as they are, results files too.
    const counted = hasResults ? results.files.filter((file) => !attached.counted.has(file)) : [];
    const fitted = await fit(attached.files, counted, { attach: settings.attach, folder, known });
    changed.push(...fitted.problems);
    for (const message of [...attached.warnings, ...fitted.warnings]) context.report({ kind: 'warning', message });
    warnOfSecrets(new Map([...attached.secrets, ...fitted.secrets]), results, context);
    if (fitted.file !== undefined) return { packed: { ...fitted.file, remove }, problems: changed };
  } catch (error) {
    const why = messageOf(error);
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
