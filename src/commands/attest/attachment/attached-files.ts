import { closeSync, fstatSync, openSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { EvidenceProblem } from '../../../errors/index.ts';
import { discover, openRegularFile, headOf, type DiscoveredFile, type SearchFinding } from '../../../files/index.ts';
import { copyFile, mask } from '../../../junit/index.ts';
import type { ResultsFile, Leak } from '../../../results/index.ts';
import type { RunContext } from '../../run/context.ts';
import { linkWords, missing as missingResults } from '../../results/search-words.ts';
import { prepareResults, type Preparation } from './stripped-results.ts';
import type { Packable } from './tarball.ts';

export interface AttachedFiles extends Preparation {
  readonly files: readonly Packable[];
  /** Results files among them: they are attached once, as the caller has them. */
  readonly counted: ReadonlySet<ResultsFile>;
}

/** Finds the files of `attachments`. Results go as they were counted, or not at all; other text in a copy with its secrets masked. */
export async function attachedFiles(
  patterns: readonly string[],
  results: readonly ResultsFile[],
  known: readonly string[],
  { directory, mayLeave, workspace }: Pick<RunContext, 'directory' | 'mayLeave' | 'workspace'>,
  folder: string,
): Promise<AttachedFiles> {
  if (patterns.length === 0) return { files: [], counted: new Set(), problems: [], warnings: [], secrets: new Map() };
  const { files: found, findings } = await discover(patterns, { workspace, directory, mayLeave, inDirectories: '*' });
  const files: Packable[] = [];
  const counted = new Set<ResultsFile>();
  const problems: EvidenceProblem[] = [];
  const warnings = findings.map(attachmentWords);
  const secrets = new Map<string, readonly Leak[]>();
  const byPath = new Map(results.flatMap((file) => [file.path, real(file.path)].map((path) => [path, file] as const)));
  for (const [index, file] of found.entries()) {
    const copy = join(folder, `attached-${index}`);
    const result = byPath.get(file.path) ?? byPath.get(real(file.path));
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

/** Masks the secrets of a text in a copy of it; `undefined` where it has none, or is not text. */
async function maskedCopy({ path }: DiscoveredFile, copy: string, known: readonly string[]): Promise<readonly Leak[] | undefined> {
  const head = headOf(path);
  if (isBinary(head)) return undefined;
  const kind = /\.xml$/i.test(path) || /^(?:\xef\xbb\xbf)?\s*<\?xml\s/.test(head.toString('latin1')) ? 'markup' : 'plain';
  const look = await withFile(openRegularFile(path), (file) => mask(file, 0, fstatSync(file).size, { known, kind, mode: 'look' }));
  if (look.count === 0) return undefined;
  const masked = await withFile(openSync(copy, 'wx+', 0o600), async (file) => {
    const { bytes } = await copyFile(path, file);
    return mask(file, 0, bytes, { known, kind, mode: 'mask' });
  });
  return masked.leaks;
}

/** Text holds no NUL; archives and PDF do not always begin with one. */
function isBinary(head: Buffer): boolean {
  return head.includes(0) || /^(?:PK|\x1f\x8b|BZh|\xfd7z|7z\xbc|\x28\xb5\x2f\xfd|Rar!|%PDF)/.test(head.toString('latin1', 0, 8));
}

async function withFile<Value>(descriptor: number, use: (descriptor: number) => Promise<Value>): Promise<Value> {
  try {
    return await use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function real(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

/** A sentence for each fault that the search for `attachments` found. They are no errors: an attachment never holds evidence back. */
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
