import { posix, sep } from 'node:path';
import { UsageError } from '../errors/index.ts';
import { hasGlobCharacters, matchesSegment, readGlobSegment, type GlobSegment } from './glob-segment.ts';

/** Tells of a path below a directory, in parts from the top, whether it is excluded; what is above it is not. */
export type Exclude = (path: readonly string[]) => boolean;

/** The lines of a `.kosli_ignore` that exclude something: what follows a `#` is a remark. */
export function ignoredLines(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const pattern = (line.split('#', 1)[0] ?? '').replace(/^\p{White_Space}+|\p{White_Space}+$/gu, '');
    return pattern === '' ? [] : [pattern];
  });
}

// The client of the interface finds paths in steps: those that the part before a `**` leads to with all below them, and from
// each of these on what the next part leads to. Its fingerprints show it: `**/logs` leaves a directory `logs` at the top in
// and takes out what is in it, `a/**` leaves `a` in, and only plain names in front of a `**` find anything.
// On Windows a backslash parts directories for that client, and nothing can be escaped.
/** Reads one pattern, relative to the directory. Throws a `UsageError`. */
export function readExclude(pattern: string, separator: string = sep): Exclude {
  const path = posix.normalize(`./${separator === '\\' ? pattern.replaceAll('\\', '/') : pattern}`).replace(/\/$/, '');
  if (path === '..' || path.startsWith('../')) {
    throw new UsageError('invalid-input', `The pattern ${JSON.stringify(pattern)} leads out of the directory`, {
      fix: 'Write patterns relative to the directory that is fingerprinted: logs/**',
    });
  }
  const blocks: Block[] = [[]];
  for (const text of path.split('/')) {
    if (text === '**') blocks.push([]);
    else blocks.at(-1)?.push(segmentOf(text, pattern));
  }
  const [first = [], ...rest] = blocks;
  if (rest.length === 0) return (parts) => parts.length === first.length && matchesAt(first, parts, 0);
  // The parts between two `**` must be plain; those behind the last one may hold anything.
  if ([first, ...rest.slice(0, -1)].some((block) => block.some(({ isGlob }) => isGlob))) return () => false;
  return (parts) => matchesAt(first, parts, 0) && isBelow(rest, parts, first.length);
}

type Block = Segment[];

interface Segment {
  readonly glob: GlobSegment;
  readonly isGlob: boolean;
}

function segmentOf(text: string, pattern: string): Segment {
  const glob = readGlobSegment(text);
  if (glob === undefined) {
    throw new UsageError('invalid-input', `${JSON.stringify(pattern)} is not a pattern of files to exclude`, {
      fix: 'Close each [ with a ]. Other than on Windows, write \\ in front of a character that stands for itself',
    });
  }
  if (text.includes('**')) {
    throw new UsageError('invalid-input', `The pattern ${JSON.stringify(pattern)} has ** next to other characters`, {
      fix: 'Write ** alone between slashes: **/*.log',
    });
  }
  return { glob, isGlob: hasGlobCharacters(text) };
}

/** Whether what stands behind each `**` leads from the directory of `base` parts to this path. */
function isBelow([block = [], ...later]: readonly Block[], parts: readonly string[], base: number): boolean {
  const isLast = later.length === 0;
  for (let from = base; from + block.length <= parts.length; from += 1) {
    const end = from + block.length;
    if (matchesAt(block, parts, from) && canStart(parts.slice(base, from), isLast)) {
      if (!isLast) {
        if (isBelow(later, parts, end)) return true;
      } else if (from === base && block.every(({ isGlob }) => !isGlob)) {
        // Found as `directory//name`, which is no path of the walk; the paths below it are. So are all behind a `**` at the end.
        if (end < parts.length) return true;
      } else if (end === parts.length) return true;
    }
  }
  return false;
}

/** A name that was found is read as a pattern again: one that does not match itself, as `[id]`, leads nowhere. */
function canStart(names: readonly string[], isLast: boolean): boolean {
  return names.every((name) => {
    if (!hasGlobCharacters(name)) return true;
    const glob = isLast ? readGlobSegment(name) : undefined;
    return glob !== undefined && matchesSegment(glob, name);
  });
}

function matchesAt(block: readonly Segment[], parts: readonly string[], from: number): boolean {
  return block.every(({ glob }, index) => matchesSegment(glob, parts[from + index] ?? ''));
}
