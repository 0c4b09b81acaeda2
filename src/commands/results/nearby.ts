import { docsPage, orNothing } from '../../text/index.ts';
import { readdirSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { headOf, type SearchBounds } from '../../files/index.ts';
import type { ReadingOptions } from '../../results/index.ts';
import { formats } from './formats.ts';

interface Folder {
  /** Relative to the start of the patterns, with `/`; empty for that directory itself. */
  readonly name: string;
  readonly files: readonly string[];
  /** Other XML files in it. */
  readonly others: readonly string[];
}

/** The search only serves a piece of advice. */
const deepest = 8;
const mostDirectories = 2_000;
const mostFiles = 500;
const longestTime = 500;
const mostLines = 3;

const unwritten: Readonly<Partial<Record<string, string>>> = {
  success: `The test step passed, but wrote no JUnit file anywhere in the workspace: most test programs do so only when told to (${docsPage('frameworks.md')} says how).`,
  failure: 'The test step failed before it wrote any: its log says why.',
  cancelled: 'The test step was cancelled before it wrote any.',
  skipped: 'The test step was skipped: look at its if: and at the step that failed before it.',
};

/**
 * For a pattern that matched no file: the lines to write, first those that share the most words with it, or why there are none; `undefined`
 * where it is not known. `known`: files of other patterns.
 */
export function searchNearby(
  { directory, testOutcome = '', workspace }: SearchBounds & Pick<ReadingOptions, 'testOutcome'>,
  known: ReadonlySet<string>,
): (pattern: string) => string | undefined {
  const { folders, isNone } = foldersBelow(resolve(workspace), resolve(directory ?? workspace), known);
  return (pattern) => {
    const words = new Set(wordsOf(pattern));
    const shared = ({ name }: Folder): number => wordsOf(name).filter((word) => words.has(word)).length;
    const lines = folders.toSorted((one, other) => shared(other) - shared(one)).flatMap(linesOf);
    if (lines.length > 0) return adviceOf(lines);
    return isNone && known.size === 0 ? unwritten[testOutcome] : undefined;
  };
}

function adviceOf(lines: readonly string[]): string {
  const shown = lines.slice(0, mostLines);
  const written = shown.length === 1 ? ` ${shown.join('')}` : ` |\n${shown.map((line) => `    ${line}`).join('\n')}`;
  const more = lines.length - shown.length;
  const rest = more === 0 ? '' : ` (and ${more} more like these)`;
  return `There are files that look like JUnit XML. If they are those of this run, write${rest}:\n\n  junit-paths:${written}`;
}

/** Those nearer to the top come first. `isNone`: everything was looked at, and no file looks like JUnit XML. */
function foldersBelow(
  top: string,
  base: string,
  known: ReadonlySet<string>,
): { readonly folders: readonly Folder[]; readonly isNone: boolean } {
  const end = performance.now() + longestTime;
  const queue = [{ path: top, depth: 0 }];
  const found: Folder[] = [];
  let looked = 0;
  let isNone = true;
  for (const [index, { depth, path }] of queue.entries()) {
    if (index >= mostDirectories || looked >= mostFiles || performance.now() > end) return { folders: found, isNone: false };
    const entries = orNothing(() => readdirSync(path, { withFileTypes: true })) ?? [];
    const below = entries.filter((entry) => entry.isDirectory() && !/^(?:node_modules|\.git)$/.test(entry.name));
    if (depth < deepest) queue.push(...below.map(({ name }) => ({ path: join(path, name), depth: depth + 1 })));
    else if (below.length > 0) isNone = false;
    const xml = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.xml')).map(({ name }) => name);
    const files = xml.slice(0, mostFiles - looked).filter((name) => !known.has(join(path, name)) && looksLikeResults(join(path, name)));
    looked += xml.length;
    if (files.length > 0 || looked > mostFiles) isNone = false;
    const folder = { name: relative(base, path).replaceAll(sep, '/'), files, others: xml.filter((name) => !files.includes(name)) };
    // Names are foreign text: a line that YAML or a glob would read differently is not proposed.
    if (files.length > 0 && linesOf(folder).every((line) => /^[\w.][\w.@+=~,/-]*\*?[\w.@+=~,-]*$/.test(line))) found.push(folder);
  }
  return { folders: found, isNone };
}

function looksLikeResults(path: string): boolean {
  try {
    const head = headOf(path);
    return formats.some((format) => format.recognizes(head));
  } catch {
    return false;
  }
}

/** A glob where it matches no other file. One file may have more next to it in another run. */
function linesOf({ files, name, others }: Folder): readonly string[] {
  const path = (file: string): string => (name === '' ? file : `${name}/${file}`);
  const start = commonStart(files.map((file) => file.slice(0, -'.xml'.length)));
  if (others.length === 0) return [name === '' ? './*.xml' : path('*.xml')];
  return start === '' || others.some((other) => other.startsWith(start)) ? files.toSorted().map(path) : [path(`${start}*.xml`)];
}

/** For a single name its first word, as in `TEST-shop.CartTest`. */
function commonStart(names: readonly string[]): string {
  const [first = '', ...rest] = names;
  if (rest.length === 0) return /^[^-_.]+[-_.]/.exec(first)?.[0] ?? first;
  let length = first.length;
  while (!rest.every((name) => name.startsWith(first.slice(0, length)))) length -= 1;
  return first.slice(0, length);
}

function wordsOf(path: string): readonly string[] {
  return path.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
