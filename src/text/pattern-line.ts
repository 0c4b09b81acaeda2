/** A line of patterns, for JUnit files and attachments alike. */
export interface PatternLine {
  /** It takes away what the lines before it found. */
  readonly isExclude: boolean;
  /** The pattern behind the `!`. */
  readonly pattern: string;
}

/** One `!` excludes and a second one takes that back, as @actions/glob has it: `!!a` is `a`. Blanks between are passed over. */
export function readPatternLine(line: string): PatternLine {
  const marks = /^(?:!\s*)*/.exec(line)?.[0] ?? '';
  return { isExclude: marks.replace(/\s/g, '').length % 2 === 1, pattern: line.slice(marks.length) };
}
