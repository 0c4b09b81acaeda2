/** A pattern for one part of a path: units are characters, or the bytes of a name that is no UTF-8. */
export type GlobSegment = readonly GlobUnit[];

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

/** The class that begins behind a `[`, and where its `]` is. */
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

/** Whether the pattern matches a whole name. Its time is bounded by the product of both lengths, whatever the pattern. */
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

/** Whether a text holds any character that means something special in a pattern. */
export function hasGlobCharacters(text: string): boolean {
  return /[*?[\\]/.test(text);
}
