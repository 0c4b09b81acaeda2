import { fstatSync, ftruncateSync } from 'node:fs';
import { join } from 'node:path';
import type { EvidenceProblem } from '../../../errors/index.ts';
import { discover, headOf, openFile, openRegularFile, type DiscoveredFile, type SearchFinding } from '../../../files/index.ts';
import { realPath } from '../../../git/index.ts';
import { copyFile, mask } from '../../../masking/index.ts';
import type { Leak, ResultsFile, ResultsFormat, StripOptions } from '../../../results/index.ts';
import { formatNamed, formats } from '../../results/formats.ts';
import { linkWords, missing as missingResults } from '../../results/search-words.ts';
import type { RunContext } from '../../run/context.ts';
import type { Packable } from './tarball.ts';

export interface Preparation {
  /** Results files that changed since they were counted. */
  readonly problems: readonly EvidenceProblem[];
  /** A sentence for each part that was left out, and why. */
  readonly warnings: readonly string[];
  /** Where secrets were masked, by file. */
  readonly secrets: ReadonlyMap<string, readonly Leak[]>;
}

export interface PreparedResults extends Preparation {
  readonly files: readonly Packable[];
  readonly cases: number;
  /** Log elements that were left out. */
  readonly elements: number;
}

/**
 * Copies the counted bytes with their secrets masked. All go into one file `path`, one after the other, because making thousands of files
 * takes longer than reading them.
 */
export async function prepareResults(
  files: readonly ResultsFile[],
  form: StripOptions,
  path: string,
  known: readonly string[],
  among: readonly ResultsFormat[] = formats,
): Promise<PreparedResults> {
  using into = openFile(path, 'wx+', 0o600);
  const prepared: Packable[] = [];
  const warnings: string[] = [];
  const problems: EvidenceProblem[] = [];
  const secrets = new Map<string, readonly Leak[]>();
  let end = 0;
  let cases = 0;
  let elements = 0;
  for (const file of files) {
    const taken = await formatNamed(file.format, among).take(file, into.fd, end, form, known);
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
  ftruncateSync(into.fd, end);
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

export interface AttachedFiles extends Preparation {
  readonly files: readonly Packable[];
  /** Results files that the patterns found: they are attached once, as the caller has them. */
  readonly counted: ReadonlySet<ResultsFile>;
}

/** Results go as they were counted, or not at all; other text in a copy with its secrets masked. */
export async function attachedFiles(
  patterns: readonly string[],
  results: readonly ResultsFile[],
  known: readonly string[],
  { directory, mayLeave, workspace }: Pick<RunContext, 'directory' | 'mayLeave' | 'workspace'>,
  folder: string,
): Promise<AttachedFiles> {
  if (patterns.length === 0) return { files: [], counted: new Set(), problems: [], warnings: [], secrets: new Map() };
  const { files: found, findings } = await discover(patterns, { workspace, directory, mayLeave, inDirectories: ['*'] });
  const files: Packable[] = [];
  const counted = new Set<ResultsFile>();
  const problems: EvidenceProblem[] = [];
  const warnings = findings.map(attachmentWords);
  const secrets = new Map<string, readonly Leak[]>();
  const byPath = new Map(results.flatMap((file) => [file.path, realPath(file.path)].map((path) => [path, file] as const)));
  for (const [index, file] of found.entries()) {
    const copy = join(folder, `attached-${index}`);
    const result = byPath.get(file.path) ?? byPath.get(realPath(file.path));
    if (result === undefined) {
      const leaks = await maskedCopy(file, copy, known);
      files.push(leaks === undefined ? file : { path: copy, name: file.name, madeOf: file.path });
      if (leaks !== undefined) secrets.set(file.name, leaks);
      continue;
    }
    counted.add(result);
    const prepared = await prepareResults([{ ...result, path: file.path, name: file.name }], { logs: 'keep', passed: 'keep' }, copy, known);
    // Alone in its file it may exceed the limit of one file, and still goes along whole.
    files.push(...prepared.files.map((one) => ({ path: one.path, name: one.name, madeOf: file.path })));
    problems.push(...prepared.problems);
    warnings.push(...prepared.warnings);
    for (const [name, leaks] of prepared.secrets) secrets.set(name, leaks);
  }
  return { files, counted, problems, warnings, secrets };
}

/** `undefined` where it has no secrets, or is not text. */
async function maskedCopy({ path }: DiscoveredFile, copy: string, known: readonly string[]): Promise<readonly Leak[] | undefined> {
  const head = headOf(path);
  if (isBinary(head)) return undefined;
  const kind = /\.xml$/i.test(path) || /^(?:\xef\xbb\xbf)?\s*<\?xml\s/.test(head.toString('latin1')) ? 'markup' : 'plain';
  using file = openRegularFile(path);
  const look = await mask(file.fd, 0, fstatSync(file.fd).size, { known, kind, mode: 'look' });
  if (look.count === 0) return undefined;
  using masked = openFile(copy, 'wx+', 0o600);
  const { bytes } = await copyFile(path, masked.fd);
  return (await mask(masked.fd, 0, bytes, { known, kind, mode: 'mask' })).leaks;
}

/** Text holds no NUL; archives and PDF do not always begin with one. */
function isBinary(head: Buffer): boolean {
  return head.includes(0) || /^(?:PK|\x1f\x8b|BZh|\xfd7z|7z\xbc|\x28\xb5\x2f\xfd|Rar!|%PDF)/.test(head.toString('latin1', 0, 8));
}

/** Faults of the search for `attachments` are not errors: an attachment never holds evidence back. */
export function attachmentWords(finding: SearchFinding): string {
  return `attachments: ${wordsOf(finding)}`;
}

function wordsOf(finding: SearchFinding): string {
  switch (finding.kind) {
    case 'no-pattern':
      return 'no line names a file to attach. Add one above those that begin with `!`';
    case 'useless-exclude':
      return `${finding.pattern}: nothing was found before this line that it could exclude. Move it below the lines that it narrows`;
    case 'no-match':
      return `${finding.pattern}: ${missing[finding.is]}${finding.link === undefined ? '' : `: ${linkWords(finding.link)}`}`;
    case 'excluded':
      return `${finding.pattern}: later lines exclude all that it matches`;
    case 'search-failed':
      return `${finding.pattern}: the search failed: ${finding.reason}`;
    case 'dead-link':
      return `${finding.name}: the symbolic link leads nowhere`;
    case 'directory-link':
      return `${finding.name}: a symbolic link to a directory is not followed. Name the real directory`;
    case 'pattern-outside':
      return `${finding.pattern}: the pattern leads out of the workspace, so it is not attached`;
    case 'link-outside':
      return `${finding.name}: a symbolic link leads out of ${finding.base ?? 'the workspace'}, so it is not attached`;
  }
}

const missing = { ...missingResults, directory: 'the directory holds no files' };
