import picomatch from 'picomatch';

/** People do not write longer patterns. */
const longest = 256;

type Test = (text: string) => boolean;

/**
 * Whether patterns name a path. They are read in their order, as in the `paths` of a workflow: `!` takes away what the
 * ones before it named. A pattern without a wildcard is the file of that name, or all that is in the directory.
 */
export function matchesPath(globs: readonly string[], path: string): boolean {
  return matches(globs, path, pathTests, (glob) => (isPlain(glob) ? [glob.replace(/\/$/, ''), `${glob.replace(/\/$/, '')}/**`] : [glob]));
}

/** For names that are not paths: branches, environments. */
export function matchesName(globs: readonly string[], name: string): boolean {
  return matches(globs, name, nameTests, (glob) => [glob]);
}

/** The fault of a pattern, and what to write; undefined where there is none. */
export function globFault(glob: string): string | undefined {
  const positive = positiveOf(glob);
  if (positive.trim() !== positive || positive === '') return 'is empty, or begins or ends with a blank: write a pattern such as src/**';
  if (glob.length > longest) return `has more than ${longest} characters: write a shorter pattern`;
  if (positive.startsWith('/')) return 'begins with a slash: leave it out, for all paths begin at the root of the repository';
  const segments = positive.split('/');
  if (segments.some((segment) => segment === '.' || segment === '..')) return 'has . or .. in it: write the path from the root';
  if (/\{[^{},]*\.\.[^{},]*\}/.test(positive)) return 'has a range in braces: write each name, as in {a,b,c}';
  // A workflow's `**.js` crosses directories and here it would not: a flow would be owed less often than it seems.
  if (segments.some((segment) => /\*\*/.test(segment) && segment !== '**'))
    return 'has ** next to other characters: write **/*.js, not **.js';
  if (segments.some((segment) => segment !== '**' && (segment.match(/\*/g) ?? []).length > 3))
    return 'has more than three * between two slashes: write several patterns';
  if (segments.filter((segment) => segment === '**').length > 3) return 'has more than three **: write several patterns';
  if (segments.slice(0, -1).includes('')) return 'has two slashes in a row: write one';
  if (positive.endsWith('/') && !isPlain(positive)) return 'ends with a slash: write ** after it';
  try {
    compile(positive);
    return undefined;
  } catch {
    return 'has a bracket or a brace that is not closed, or an order such as [z-a]: write a \\ before a character that stands for itself';
  }
}

interface Step {
  readonly takesAway: boolean;
  readonly tests: readonly Test[];
}

/** By their lists: those are few, and asked for every path of every change. */
const pathTests = new WeakMap<readonly string[], readonly Step[]>();
const nameTests = new WeakMap<readonly string[], readonly Step[]>();

function matches(
  globs: readonly string[],
  text: string,
  known: WeakMap<readonly string[], readonly Step[]>,
  spellings: (glob: string) => readonly string[],
): boolean {
  let steps = known.get(globs);
  if (steps === undefined) {
    steps = globs.map((glob) => ({ takesAway: glob.startsWith('!'), tests: spellings(positiveOf(glob)).map(compile) }));
    known.set(globs, steps);
  }
  return steps.findLast(({ tests }) => tests.some((test) => test(text)))?.takesAway === false;
}

function positiveOf(glob: string): string {
  return glob.startsWith('!') ? glob.slice(1) : glob;
}

function isPlain(glob: string): boolean {
  return !/[*?[\]{}\\]/.test(glob);
}

function compile(glob: string): Test {
  // `s`: a name may hold a line break, which `.` would not match. `debug` throws where a pattern would match nothing.
  const test = picomatch(plainly(glob), { dot: true, windows: false, noextglob: true, strictBrackets: true, flags: 's', debug: true });
  const start = plainStart(glob);
  return (text) => text.startsWith(start) && test(text);
}

/** Letters that begin all matches of a pattern: they rule out most of hundreds of patterns, at a hundredth of the cost. */
function plainStart(glob: string): string {
  // `a/**` matches `a` too.
  return (/^[\w/.-]*/.exec(glob)?.[0] ?? '').replace(/\/$/, '');
}

/** The pattern without what picomatch reads as more than a wildcard: groups, quotes, negations. */
function plainly(glob: string): string {
  return glob.replace(/\\.|\[[!^]|\[|[()|"+@$^!]/gs, (piece) => {
    if (piece === '[' || piece === '[^') return piece;
    if (piece === '[!') return '[^';
    const character = piece.at(-1) ?? '';
    // When two backslashes meet, picomatch takes one for the escape of the other, and then for that of the next character.
    if (character === '\\') return '[\\\\]';
    // In a regular expression `\b` and `\d` are more than a letter.
    return /[a-z0-9]/i.test(character) ? character : `\\${character}`;
  });
}

/**
 * A small part of regular expressions, which JavaScript and people read in the same way: characters as they are, `\d`, sets in brackets,
 * and how often. Without groups and with a bound on each repetition, no text takes long.
 */
const form = /^(?:(?:[\w#/:@=&,~%! -]|\\[d.*+?^$()[\]{}|/\\]|\[[\w-]+\])(?:[+?]|\{\d{1,2}(?:,\d{1,2})?\})?)+$/;
const piece = /(\\.|\[[^\]]+\]|[^+?{])(\+|\?|\{[^}]+\})?/g;
/** Characters that `+` stands for at most, and parts of a pattern whose length is open. */
const [mostTimes, mostOpen] = [20, 2];
/** The fault of a pattern, and what to write; undefined where there is none. */
export function ticketPatternFault(pattern: string): string | undefined {
  if (pattern.length > longest) return `has more than ${longest} characters: write a shorter pattern`;
  if (!form.test(pattern))
    return 'is no pattern of a ticket: write characters as they are, \\d for a digit, sets such as [A-Z], and how often, such as + or {2,5}; a \\ before . and other signs';
  const times = [...pattern.matchAll(piece)].map(([, , often = '']) => often);
  if (times.filter((often) => /^[+?]|,/.test(often)).length > mostOpen)
    return `has more than ${mostOpen} parts of which the length is open: write a number, as in \\d{4}, or several patterns`;
  if (times.some((often) => (often.match(/\d+/g) ?? []).some((number) => Number(number) > mostTimes)))
    return `repeats a part more than ${mostTimes} times: write a smaller number`;
  try {
    return finderOf(pattern).test('') ? 'matches nothing at all: write a part that must be there' : undefined;
  } catch {
    return 'has an order such as [z-a] or {3,1}: write the smaller one first';
  }
}

/** A ticket stands alone: `SHOP-1` is not in `SHOP-12` and not in `WORKSHOP-1`. */
function finderOf(pattern: string): RegExp {
  const bounded = pattern.replace(
    piece,
    (_, one: string, often: string | undefined) => one + (often === '+' ? `{1,${mostTimes}}` : (often ?? '')),
  );
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${bounded})(?![\\p{L}\\p{N}])`, 'gu');
}

/** GitHub takes no longer body. */
export const longestText = 65_536;

/** The tickets that a text names, each once. The number of its own pull request, as a merge writes it, is none. */
export function ticketsIn(patterns: readonly string[], text: string, pull: number | undefined): readonly string[] {
  const own = pull === undefined ? [] : [`#${pull}`, `GH-${pull}`, `/pull/${pull}`];
  const found = patterns.flatMap((pattern) => [...text.slice(0, longestText).matchAll(finderOf(pattern))].map(([ticket]) => ticket));
  return [...new Set(found)].filter((ticket) => !own.some((end) => ticket.endsWith(end)));
}
