import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import systemPaths, { type PlatformPath } from 'node:path';
import { readPatternLine } from '../text/index.ts';

export interface Pattern {
  /** As the user wrote it. */
  readonly text: string;
  readonly isExclude: boolean;
  readonly isGlob: boolean;
  /** Absolute, normalized: the file or directory, or the directories before the first glob character. */
  readonly root: string;
  /** From the first segment with a glob character on; empty without one. */
  readonly rest: string;
  /** The directory that no file may lie outside of: the workspace, or where a pattern leads that may leave it. */
  readonly base: string;
  /** It leads out of the workspace by `..`. */
  readonly isOutside: boolean;
}

/** Both paths are absolute. */
export interface SearchBounds {
  /** Names of files are relative to it. */
  readonly workspace: string;
  /** Patterns are relative to it; the workspace where it is not given. */
  readonly directory?: string;
  /** Only where a person names the files. */
  readonly mayLeave?: boolean;
}

/**
 * Lines to patterns; blank lines and those that begin with `#` are left out, as @actions/glob does. `paths`, here and below:
 * how paths are written on the system that they are of.
 */
export function readPatterns(lines: readonly string[], bounds: SearchBounds, paths: PlatformPath = systemPaths): readonly Pattern[] {
  return lines
    .flatMap((line) => line.split(/\r\n|\r|\n/))
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => readPattern(line, bounds, paths));
}

function readPattern(text: string, { workspace, directory = workspace, mayLeave = false }: SearchBounds, paths: PlatformPath): Pattern {
  const { isExclude, pattern } = readPatternLine(text);
  const written = expandHome(pattern, paths);
  // A file may well have such characters in its name, and a shell hands it over as it is.
  const isGlob = globCharacters.test(written) && !existsSync(paths.resolve(directory, written));
  const path = paths.normalize(written);
  const prefix = isGlob ? literalPrefix(path, paths) : path;
  const root = paths.resolve(directory, prefix);
  const rest = path.slice(prefix.length);
  const isInside = contains(workspace, root, paths);
  const isLedOut = !isInside && (mayLeave || paths.isAbsolute(written));
  const base = !isLedOut ? workspace : isGlob ? root : paths.dirname(root);
  return { text, isExclude, isGlob, root, rest, base, isOutside: !isInside && !isLedOut };
}

/** Glob characters of the root stand for themselves. */
export function globOf(pattern: Pattern, paths: PlatformPath = systemPaths): string {
  return paths.join(escapeGlob(pattern.root, paths), pattern.rest);
}

const globCharacters = /[*?[]/;

function expandHome(path: string, paths: PlatformPath): string {
  return path === '~' || path.startsWith(`~${paths.sep}`) || path.startsWith('~/') ? paths.join(homedir(), path.slice(1)) : path;
}

function literalPrefix(path: string, { sep }: PlatformPath): string {
  const glob = path.search(globCharacters);
  return glob < 0 ? path : path.slice(0, path.lastIndexOf(sep, glob) + 1);
}

/** Both are absolute and normalized; a directory contains itself. */
export function contains(directory: string, path: string, paths: PlatformPath = systemPaths): boolean {
  if (path.startsWith(directory) && path[directory.length] === paths.sep) return true;
  const way = paths.relative(directory, path);
  return way !== '..' && !way.startsWith(`..${paths.sep}`) && !paths.isAbsolute(way);
}

/** Relative to the workspace with `/`, absolute where it lies outside of it. */
export function nameOf(path: string, workspace: string, paths: PlatformPath = systemPaths): string {
  const name = contains(workspace, path, paths) ? paths.relative(workspace, path) : path;
  return paths.sep === '\\' ? name.replaceAll('\\', '/') : name;
}

export function escapeGlob(path: string, { sep }: PlatformPath = systemPaths): string {
  const escaped = sep === '\\' ? path : path.replaceAll('\\', '\\\\');
  return escaped.replace(/\[(?=[^/\\]+\])/g, '[[]').replace(/[*?]/g, '[$&]');
}
