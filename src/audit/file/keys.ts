import { matches } from '../../contract/limits.ts';
import { cut, list, nearest } from '../../text/index.ts';
import { readDocument, type Entry, type Piece, type Say } from './document.ts';
import { ticketPlaces, type TicketPlace } from './audit-file.ts';
import { globFault, ticketPatternFault } from './globs.ts';

export interface Place {
  /** `flows.unit.paths`. */
  readonly path: string;
  readonly say: Say;
}

/** Undefined where it cannot read the piece: `say` was given the reason. */
export type Read<Value> = (piece: Piece, place: Place) => Value | undefined;

/** The keys of a mapping. A wrong one is reported, and its value is the given default. */
interface Keys {
  optional<Value, Absent>(name: string, read: Read<Value>, absent: Absent): Value | Absent;
  demanded<Value>(name: string, read: Read<Value>, fallback: Value): Value;
  has(name: string): boolean;
  /** Reports a mapping that has none of them. */
  oneOf(names: readonly string[], fault: string): void;
}

/** Each name once; none where the piece is not a mapping. */
export function entriesOf(piece: Piece, { path, say }: Place): readonly Entry[] {
  if (piece.kind !== 'map') {
    say(piece.line, `${named(path)} must be a mapping of names to values, and is ${kindOf(piece)}`);
    return [];
  }
  const entries = new Map<string, Entry>();
  for (const entry of piece.entries) {
    if (entries.has(entry.name)) say(entry.line, `${named(path)} has ${quoted(entry.name)} twice: write it once`);
    entries.set(entry.name, entry);
  }
  return [...entries.values()];
}

/** A mapping. The keys that `make` asks for are known: any other is reported, with the one that was probably meant. */
export function mapping<Made>(make: (keys: Keys) => Made): (piece: Piece, place: Place) => Made {
  return (piece, place) => {
    const entries = new Map(entriesOf(piece, place).map((entry) => [entry.name, entry]));
    const known: string[] = [];
    const read = <Value>(name: string, reader: Read<Value>): Value | undefined => {
      known.push(name);
      const entry = entries.get(name);
      return entry === undefined ? undefined : reader(entry.piece, { ...place, path: below(place.path, name) });
    };
    // A value that is not a mapping was reported already.
    const lacks = (...names: readonly string[]): boolean => piece.kind === 'map' && !names.some((name) => entries.has(name));
    const made = make({
      has: (name) => entries.has(name),
      optional: (name, reader, absent) => read(name, reader) ?? absent,
      demanded(name, reader, fallback) {
        if (lacks(name)) place.say(piece.line, `${named(place.path)} has no ${name}: write one`);
        return read(name, reader) ?? fallback;
      },
      oneOf(names, fault) {
        if (lacks(...names)) place.say(piece.line, `${place.path} ${fault}: write ${list(names).replace(' and ', ' or ')}`);
      },
    });
    for (const { line, name } of entries.values())
      if (!known.includes(name)) place.say(line, `${named(place.path)} has the key ${quoted(name)}${meant(name, known)}`);
    return made;
  };
}

/** A list with at least one item. */
export function listOf<Item>(read: Read<Item>): Read<readonly Item[]> {
  return (piece, place) => {
    if (piece.kind !== 'list') {
      place.say(piece.line, `${named(place.path)} must be a list, and is ${kindOf(piece)}: write [one, two], or a line with - for each`);
      return undefined;
    }
    if (piece.items.length === 0) place.say(piece.line, `${named(place.path)} is an empty list: leave the key out, or name something`);
    return piece.items.flatMap((item, index) => read(item, { ...place, path: `${place.path}[${index}]` }) ?? []);
  };
}

export function below(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

export function named(path: string): string {
  return path === '' ? 'the file' : cut(path, 120);
}

function kindOf(piece: Piece): string {
  if (piece.kind !== 'scalar') return piece.kind === 'map' ? 'a mapping' : 'a list';
  return piece.value === null || piece.value === undefined ? 'empty' : quoted(piece.value);
}

export function quoted(value: unknown): string {
  return cut(JSON.stringify(value) ?? '', 100);
}

function meant(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return near === undefined ? `, where only ${list(known, 20)} can stand` : `: did you mean ${near}?`;
}

/** A text on which a finding's reader can rely: not blank. */
export const words = textThat('a text that is not blank', /^(?=[\s\S]*\S)[\s\S]{1,2000}$/);
export const name = textThat('a name of at most 255 characters', /^(?=.*\S).{1,255}$/u);
export const workflowPath = textThat('the path of a workflow file, such as .github/workflows/ci.yml', /^\S{1,1000}\.ya?ml$/u);
/** The address of an app on GitHub ends with it: `https://github.com/apps/github-actions`. */
export const appName = textThat('the short name of an app, such as github-actions', /^[a-z0-9][a-z0-9-]{0,99}$/);
export const sha = textThat(
  'a full SHA of 40 digits and small letters: git rev-parse tells it, and quotes keep it a text',
  /^[0-9a-f]{40}$/,
);
export const email = textThat('an e-mail address', /^[^\s@<>]{1,64}@[^\s@<>]{1,255}$/);
export const ruleName = textThat('the name of a rule, such as pushed-directly', /^[a-z][a-z-]{0,99}$/);
export const findingKey = textThat('the key of a finding, as a report shows it', /^[a-z-]+:[a-z-]+:\S{1,1000}$/);

/** A day as a moment: its beginning in UTC. */
export const day: Read<string> = (piece, place) => {
  const text = datePattern(piece, place);
  if (text === undefined) return undefined;
  const moment = new Date(`${text}T00:00:00Z`);
  if (!Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text)) return `${text}T00:00:00Z`;
  place.say(piece.line, `${named(place.path)} is ${text}, and there is no such day: write another one`);
  return undefined;
};
const datePattern = textThat('a day such as 2026-11-22', /^\d{4}-\d{2}-\d{2}$/);

export const yesOrNo: Read<boolean> = (piece, { path, say }) => {
  if (piece.kind === 'scalar' && typeof piece.value === 'boolean') return piece.value;
  say(piece.line, `${named(path)} must be true or false, and is ${kindOf(piece)}`);
  return undefined;
};

/** `fix` says where the number is found. */
export function wholeNumber(most: number, fix: string): Read<number> {
  return (piece, { path, say }) => {
    const value = piece.kind === 'scalar' ? piece.value : undefined;
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 && value <= most) return value;
    say(piece.line, `${named(path)} must be a whole number from 1 to ${most}, and is ${kindOf(piece)}: ${fix}`);
    return undefined;
  };
}

export const account = wholeNumber(Number.MAX_SAFE_INTEGER, 'gh api users/LOGIN --jq .id tells the number of an account');
export const pullRequest = wholeNumber(Number.MAX_SAFE_INTEGER, 'write the number of the pull request');

/** Patterns, in their order; the first one must not begin with `!`. */
export const globs: Read<readonly string[]> = (piece, place) => {
  const read = listOf(patternThat(globFault))(piece, place);
  if (read?.[0]?.startsWith('!') === true)
    place.say(piece.line, `${named(place.path)} begins with a pattern that takes away: write one before it that names something`);
  return read;
};
/** @param faultOf says what is wrong, and what to write */
function patternThat(faultOf: (text: string) => string | undefined): Read<string> {
  return (item, { path, say }) => {
    const read = pattern(item, { path, say });
    const fault = read === undefined ? undefined : faultOf(read);
    if (fault !== undefined) say(item.line, `${named(path)} ${fault}`);
    return read;
  };
}

export const ticketPattern = patternThat(ticketPatternFault);

export const ticketPlace: Read<TicketPlace> = (piece, { path, say }) => {
  const found = ticketPlaces.find((place) => piece.kind === 'scalar' && piece.value === place);
  if (found === undefined) say(piece.line, `${named(path)} must be one of ${list(ticketPlaces)}, and is ${kindOf(piece)}`);
  return found;
};

const pattern = textThat('a pattern: put one that begins with *, !, [ or { in quotes', /^[\s\S]+$/);

export function isFlowName(text: string): boolean {
  return matches('flowName', text);
}

function textThat(what: string, form: RegExp): Read<string> {
  return (piece, { path, say }) => {
    const value = piece.kind === 'scalar' ? piece.value : undefined;
    if (typeof value === 'string' && form.test(value)) return value;
    say(piece.line, `${named(path)} must be ${what}, and is ${kindOf(piece)}`);
    return undefined;
  };
}

/** Faults past these are counted: a person corrects a few at a time. */
const mostFaults = 20;

/** Reads a file of people. All faults come in one sentence, each with its line and its fix. `path` names the file. */
export function readUsable<File>(
  text: string,
  path: string,
  read: (piece: Piece, place: Place) => File,
): { readonly file: File } | { readonly fault: string } {
  const faults = new Map<string, number>();
  const place: Place = { path: '', say: (line, sentence) => void faults.set(`line ${line}: ${sentence}`, line) };
  const piece = readDocument(text, place.say);
  // Where the YAML itself is wrong, what was understood of it says little.
  const file = piece === undefined || faults.size > 0 ? undefined : read(piece, place);
  if (file !== undefined && faults.size === 0) return { file };
  const sentences = [...faults].toSorted(([, one], [, other]) => one - other).map(([sentence]) => sentence);
  const more = sentences.length > mostFaults ? `; and ${sentences.length - mostFaults} more` : '';
  return { fault: `${path} cannot be used. ${sentences.slice(0, mostFaults).join('; ')}${more}` };
}
