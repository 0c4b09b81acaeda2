import { posix, sep } from 'node:path';
import { wrongUse } from '../errors/index.ts';

/** Units are characters, or the bytes of a name that is not UTF-8. */
type GlobSegment = readonly GlobUnit[];

type GlobUnit =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'any-number' }
  | { readonly kind: 'class'; readonly isNegated: boolean; readonly ranges: readonly (readonly [low: number, high: number])[] };

/**
 * Reads `*`, `?`, `[a-z]`, `[^a-z]` and `\` before a character that stands for itself, as Go's path/filepath has them: braces,
 * `!` and a dot in front mean nothing special. `undefined` where the text is not such a pattern.
 */
export function readGlobSegment(text: string): GlobSegment | undefined {
  const characters = Array.from(text);
  const units: GlobUnit[] = [];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    if (character === '*') units.push({ kind: 'any-number' });
    else if (character === '?') units.push({ kind: 'any' });
    else if (character === '[') {
      const found = readClass(characters, at + 1);
      if (found === undefined) return undefined;
      units.push(found.unit);
      at = found.end;
    } else if (character === '\\') {
      at += 1;
      const escaped = characters[at];
      if (escaped === undefined) return undefined;
      units.push({ kind: 'literal', text: escaped });
    } else units.push({ kind: 'literal', text: character });
  }
  return units;
}

function readClass(characters: readonly string[], start: number): { readonly unit: GlobUnit; readonly end: number } | undefined {
  const isNegated = characters[start] === '^';
  const ranges: (readonly [number, number])[] = [];
  let at = isNegated ? start + 1 : start;
  const bound = (): number | undefined => {
    const isEscaped = characters[at] === '\\';
    const character = characters[isEscaped ? at + 1 : at];
    at += isEscaped ? 2 : 1;
    return character === undefined || (!isEscaped && (character === '-' || character === ']')) ? undefined : character.codePointAt(0);
  };
  while (ranges.length === 0 || characters[at] !== ']') {
    const low = bound();
    let high = low;
    if (characters[at] === '-') {
      at += 1;
      high = bound();
    }
    if (low === undefined || high === undefined) return undefined;
    ranges.push([low, high]);
  }
  return { unit: { kind: 'class', isNegated, ranges }, end: at };
}

/** The time is bounded by the product of both lengths, whatever the pattern. */
export function matchesSegment(pattern: GlobSegment, name: string): boolean {
  const characters = Array.from(name);
  let at = 0;
  let unit = 0;
  // Where to go on when what follows the last `*` does not match: that `*` takes one more.
  let retry: { readonly unit: number; readonly at: number } | undefined;
  while (at < characters.length || unit < pattern.length) {
    const wanted = pattern[unit];
    const character = characters[at];
    if (wanted?.kind === 'any-number') {
      retry = { unit, at: at + 1 };
      unit += 1;
    } else if (wanted !== undefined && character !== undefined && matchesUnit(wanted, character)) {
      unit += 1;
      at += 1;
    } else if (retry !== undefined && retry.at <= characters.length) ({ unit, at } = retry);
    else return false;
  }
  return true;
}

function matchesUnit(unit: Exclude<GlobUnit, { readonly kind: 'any-number' }>, character: string): boolean {
  switch (unit.kind) {
    case 'literal':
      return unit.text === character;
    case 'any':
      return true;
    case 'class': {
      const code = character.codePointAt(0) ?? 0;
      return unit.ranges.some(([low, high]) => low <= code && code <= high) !== unit.isNegated;
    }
  }
}

export function hasGlobCharacters(text: string): boolean {
  return /[*?[\\]/.test(text);
}

/** The path is below a directory, in parts from the top; what is above it is not excluded by this. */
export type Exclusion = (path: readonly string[]) => boolean;

/** Text behind a `#` is a remark. */
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
/** Relative to the directory. Throws a `UsageError`. */
export function readExclude(pattern: string, separator: string = sep): Exclusion {
  const path = posix.normalize(`./${separator === '\\' ? pattern.replaceAll('\\', '/') : pattern}`).replace(/\/$/, '');
  if (path === '..' || path.startsWith('../')) {
    throw wrongUse(
      `The pattern ${JSON.stringify(pattern)} leads out of the directory`,
      'Write patterns relative to the directory that is fingerprinted: logs/**',
    );
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
    throw wrongUse(
      `${JSON.stringify(pattern)} is not a pattern of files to exclude`,
      'Close each [ with a ]. Other than on Windows, write \\ in front of a character that stands for itself',
    );
  }
  if (text.includes('**')) {
    throw wrongUse(`The pattern ${JSON.stringify(pattern)} has ** next to other characters`, 'Write ** alone between slashes: **/*.log');
  }
  return { glob, isGlob: hasGlobCharacters(text) };
}

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
