import { open } from 'node:fs/promises';
import { EvidenceError, type EvidenceCode } from '../../errors/index.ts';
import { oneLine, parseJson, valueAt } from '../../text/index.ts';
import { lineChecks, type End, type Header, type Hole, type Line } from '../facts/line.ts';

/** Most bytes of one line: a landing of 50,000 commits has about 30 MB. */
const longestLine = 256 * 1024 * 1024;

/** A line that is longer than any of ours. */
class TooLong extends Error {
  /** 1-based. */
  readonly line: number;

  constructor(line: number) {
    super(`it is longer than ${longestLine / 1024 / 1024} MiB`);
    this.line = line;
  }
}

/**
 * The lines of a file, by line feeds alone: JSON texts may hold all other characters that end lines elsewhere. `whole` is
 * false for a last one without its line feed. All is read into one buffer, because the memory of separate ones is given
 * back late.
 */
export async function* textLines(file: string): AsyncGenerator<{ readonly text: string; readonly whole: boolean }> {
  await using handle = await open(file);
  const room = Buffer.allocUnsafeSlow(256 * 1024);
  let line = 1;
  let parts: Buffer[] = [];
  let length = 0;
  for (let { bytesRead } = await handle.read(room); bytesRead > 0; bytesRead = (await handle.read(room)).bytesRead) {
    const chunk = room.subarray(0, bytesRead);
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      yield { text: parts.length === 0 ? chunk.toString('utf8', from, at) : textOf(...parts, chunk.subarray(from, at)), whole: true };
      parts = [];
      length = 0;
      from = at + 1;
      line += 1;
    }
    // A copy: the next part goes into the same buffer.
    parts.push(Buffer.from(chunk.subarray(from)));
    length += chunk.length - from;
    if (length > longestLine) throw new TooLong(line);
  }
  if (length > 0) yield { text: textOf(...parts), whole: false };
}

function textOf(...parts: readonly Buffer[]): string {
  return Buffer.concat(parts).toString('utf8');
}

export interface Wanted {
  /** False: landings are counted and not read. They are nearly all of the file. */
  readonly landings?: boolean;
  /** True: the records of the log too. Else they are counted and not read. */
  readonly records?: boolean;
  /** True: the files of the records too, which only a package needs. */
  readonly attached?: boolean;
  /** True: the answers of GitHub too, which only a package needs. */
  readonly answers?: boolean;
}

/** The beginning of each line of these kinds, as this program writes it. */
const starts = {
  landing: '{"kind":"landing",',
  record: '{"kind":"record",',
  attached: '{"kind":"attached",',
  answer: '{"kind":"answer",',
} as const;

const collectAgain = 'Collect again; the file is written by this program alone and is not to be changed';

/**
 * The lines of a collected file, each checked. A file that was cut off, or whose lines are not those that its end counts,
 * gives a hole: something of the population is missing, and the audit is unknown. Its last line is always an end.
 * @throws {EvidenceError} where the file cannot be read, is of another version, or has a line that is not an audit's
 */
export async function* readLines(file: string, asked: Wanted = {}): AsyncGenerator<Line> {
  const { answers = false, attached = false, landings = true, records = false } = asked;
  const counts = new Map<string, number>();
  let number = 0;
  let end: End | undefined;
  const wanted = { landing: landings, record: records, attached, answer: answers };
  const unwanted = (['landing', 'record', 'attached', 'answer'] as const).filter((kind) => !wanted[kind]);
  for await (const { text, whole } of readable(file)) {
    number += 1;
    if (text.trim() === '') continue;
    if (end !== undefined) throw faultOf('broken-file', file, number, 'it comes after the end');
    const kind = whole && counts.size > 0 ? unwanted.find((each) => text.startsWith(starts[each])) : undefined;
    if (kind !== undefined) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      continue;
    }
    const line = whole || parseJson(text) !== undefined ? parse(text, file, number) : undefined;
    // Only the last line, in its middle: where a run died, or a disk was full.
    if (line === undefined) break;
    if ((counts.size === 0) !== (line.kind === 'audit')) {
      throw faultOf('broken-file', file, number, counts.size === 0 ? 'the first line is not what was asked' : 'a second audit begins here');
    }
    if (line.kind === 'end') {
      end = line;
      continue;
    }
    counts.set(line.kind, (counts.get(line.kind) ?? 0) + 1);
    yield line;
  }
  if (counts.size === 0) throw faultOf('broken-file', file, 1, 'the file is empty');
  const hole = findMissingLines(file, counts, end);
  if (hole !== undefined) yield hole;
  yield end ?? { kind: 'end', counts: Object.fromEntries(counts), trailsElsewhere: 0 };
}

async function* readable(file: string): ReturnType<typeof textLines> {
  try {
    yield* textLines(file);
  } catch (error) {
    if (error instanceof TooLong) throw faultOf('too-large', file, error.line, error.message);
    const why = oneLine(error instanceof Error ? error.message : '', 200);
    throw new EvidenceError('unreadable-file', `The collected file cannot be read: ${why}`, {
      fix: 'Name the file that `audit collect` wrote',
      cause: error,
    });
  }
}

function findMissingLines(file: string, counts: ReadonlyMap<string, number>, end: End | undefined): Hole | undefined {
  const what = `lines of ${oneLine(file, 200)}`;
  if (end === undefined) return { kind: 'hole', what, why: 'The file was cut off: its last line is missing', fix: collectAgain };
  const kinds = new Set([...counts.keys(), ...Object.keys(end.counts)]);
  const wrong = [...kinds].filter((kind) => (counts.get(kind) ?? 0) !== (end.counts[kind] ?? 0));
  if (wrong.length === 0) return undefined;
  const said = wrong.map((kind) => `${counts.get(kind) ?? 0} of kind ${oneLine(kind, 40)} instead of ${end.counts[kind] ?? 0}`).join(', ');
  return { kind: 'hole', what, why: `The file holds other lines than were written: ${said}`, fix: collectAgain };
}

function parse(text: string, file: string, number: number): Line {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw faultOf('broken-file', file, number, `it is no JSON: ${error instanceof Error ? error.message : ''}`);
  }
  const version = valueAt(value, 'kind') === 'audit' ? valueAt(value, 'version') : undefined;
  if (number === 1 && version !== undefined && version !== known) {
    throw faultOf('broken-file', file, 1, `the file is of version ${JSON.stringify(version)}, and this program reads version ${known}`, {
      fix: 'Collect again with this program, or write the report with the one that collected',
    });
  }
  const line = lineOf(value);
  if (typeof line === 'string') throw faultOf('broken-file', file, number, line);
  return line;
}

function lineOf(value: unknown): Line | string {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return 'it has no kind';
  const { kind } = value;
  if (typeof kind !== 'string' || !isKind(kind)) return 'its kind is none that this version knows';
  const fault = lineChecks[kind](value);
  const isLine = (_value: object): _value is Line => fault === undefined;
  return isLine(value) ? value : `its ${kind}${fault}`;
}

function isKind(kind: string): kind is Line['kind'] {
  return Object.hasOwn(lineChecks, kind);
}

const known: Header['version'] = 1;

function faultOf(code: EvidenceCode, file: string, line: number, what: string, { fix = collectAgain } = {}): EvidenceError {
  const message = `${oneLine(file, 200)}, line ${line}: ${oneLine(what, 300)}`;
  return new EvidenceError(code, message, { fix, problems: [{ code, message, file, line, fix }] });
}
