import { cut, list, nearest } from '../../text/index.ts';
import type { Entry, Piece, Say } from './document.ts';

/** The context of a reading: where the piece stands, and whom it tells. */
export interface Place {
  /** `flows.unit.paths`. */
  readonly path: string;
  readonly say: Say;
}

/** Reads a piece; undefined where it cannot, and then it said why. */
export type Read<Value> = (piece: Piece, place: Place) => Value | undefined;

/** The keys of a mapping. A wrong one is reported, and then its value is the given default. */
export interface Keys {
  optional<Value, Absent>(name: string, read: Read<Value>, absent: Absent): Value | Absent;
  demanded<Value>(name: string, read: Read<Value>, fallback: Value): Value;
  has(name: string): boolean;
}

/** The entries of a mapping, each name once; none where the piece is no mapping. */
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

/** The keys of a mapping of which all names are known: another one is said, with the one that was probably meant. */
export function keysOf(piece: Piece, place: Place, known: readonly string[]): Keys {
  const entries = new Map(entriesOf(piece, place).map((entry) => [entry.name, entry]));
  for (const { line, name } of entries.values())
    if (!known.includes(name)) place.say(line, `${named(place.path)} has the key ${quoted(name)}${meant(name, known)}`);
  const read = <Value>(name: string, reader: Read<Value>): Value | undefined => {
    const entry = entries.get(name);
    return entry === undefined ? undefined : reader(entry.piece, { ...place, path: below(place.path, name) });
  };
  return {
    has: (name) => entries.has(name),
    optional: (name, reader, absent) => read(name, reader) ?? absent,
    demanded(name, reader, fallback) {
      // A value that is no mapping has been told of already.
      if (!entries.has(name) && piece.kind === 'map') place.say(piece.line, `${named(place.path)} has no ${name}: write one`);
      return read(name, reader) ?? fallback;
    },
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

/** The name of a place in a message. */
export function named(path: string): string {
  return path === '' ? 'the file' : cut(path, 120);
}

export function kindOf(piece: Piece): string {
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
