import { hashOf, type Hasher, type Sha256 } from './hash.ts';
import { attachments, laterReports, members, readManifest, reportFiles, sumsText } from './manifest.ts';
import type { LogPlace, Manifest, PackedLog, PackedMember } from './manifest.ts';
import { isShown, openChain, readAnswerLine, readRecordLine } from './records.ts';
import { BrokenGzip, OddArchive, linesOf, openBytes, readTar, textIn, wholeOf, type ByteSource, type TarMember } from './tar.ts';

/** The place of a head that was noted elsewhere: the end of the package's records, a place before it, or nowhere in them. */
export type Witness = { readonly kind: 'end' } | { readonly kind: 'before'; readonly sequence: number } | { readonly kind: 'nowhere' };

interface CheckedRecords {
  /** Records with their bodies, and those of which only the hash is there. */
  readonly shown: number;
  readonly hidden: number;
  readonly head: LogPlace;
  /** Absent where no head was given. */
  readonly witness?: Witness;
  /** The SHA-256 of each file that a shown record has attached. */
  readonly attached: ReadonlySet<string>;
  readonly problems: readonly string[];
}

/**
 * Works out the chain of the packed records, as docs/record-format.md describes it, and compares its end with the manifest
 * and with the head that was noted elsewhere.
 */
async function checkRecords(
  lines: AsyncIterable<string>,
  log: PackedLog,
  sha256: Sha256,
  { head: noted, onLink }: { readonly head?: string; readonly onLink?: (place: LogPlace) => void },
): Promise<CheckedRecords> {
  const problems: string[] = [];
  const attached = new Set<string>();
  let [shown, hidden] = [0, 0];
  const chain = openChain(log, sha256);
  // The lines are read to the end all the same.
  let isLost = false;
  let witness: Witness | undefined = noted === undefined ? undefined : { kind: 'nowhere' };
  if (noted !== undefined && noted === log.from.link && log.from.sequence > 0) witness = { kind: 'before', sequence: log.from.sequence };
  for await (const text of lines) {
    if (isLost) continue;
    const line = readRecordLine(text);
    const linked = chain.add(line);
    problems.push(...linked.problems);
    ({ isLost } = linked);
    if (line === undefined || isLost) continue;
    if (isShown(line)) shown += 1;
    else hidden += 1;
    if (linked.facts?.attached !== undefined) attached.add(linked.facts.attached);
    onLink?.(chain.head);
    if (chain.head.link === noted) witness = { kind: 'before', sequence: line.sequence };
  }
  const { head } = chain;
  if (head.sequence !== log.to.sequence || head.link !== log.to.link) {
    problems.push(
      head.sequence === log.to.sequence
        ? `The records end with the head ${head.link}, and the manifest says ${log.to.link}: something in them was changed`
        : `The records end at ${head.sequence}, and the manifest says ${log.to.sequence}: some are left out or added`,
    );
  }
  if (witness?.kind === 'before' && witness.sequence === head.sequence) witness = { kind: 'end' };
  return { shown, hidden, head, attached, problems, ...(witness === undefined ? {} : { witness }) };
}

/** The answers of GitHub in a package. GitHub signs nothing: matching hashes prove nothing. */
interface CheckedAnswers {
  readonly count: number;
  readonly problems: readonly string[];
}

/** As many problems as people read. */
const mostProblems = 100;

async function checkAnswers(name: string, lines: AsyncIterable<string>, sha256: Sha256): Promise<CheckedAnswers> {
  const problems: string[] = [];
  let count = 0;
  for await (const text of lines) {
    count += 1;
    const line = readAnswerLine(text);
    if (problems.length === mostProblems) continue;
    if (line === undefined) problems.push(`Line ${count} of ${name} is none of an answer of GitHub, or has a key twice`);
    else if (line.body !== undefined && hashOf(sha256, line.body) !== line.sha256)
      problems.push(`Line ${count} of ${name}: the answer was changed: its SHA-256 is not that of the line`);
  }
  return { count, problems };
}

/** Most bytes of a manifest, and of the sums: some 400,000 members. */
const largestList = 64 * 1024 * 1024;

const mostInAll = 100;

export interface CheckedPackage {
  readonly manifest?: Manifest;
  /** SHA-256 of the manifest, which says the SHA-256 of everything else: two packages with the same one are the same. */
  readonly digest?: string;
  /** Absent where the package has no records, or none that could be read. */
  readonly records?: CheckedRecords;
  /** Absent where the package has no answers of GitHub. */
  readonly answers?: CheckedAnswers;
  readonly members: number;
  readonly bytes: number;
  /** A sentence each; with none the package is consistent in itself. */
  readonly problems: readonly string[];
}

export interface CheckRequest {
  readonly sha256: Sha256;
  /** The head of the log that was noted elsewhere, 64 hexadecimal digits. */
  readonly head?: string;
  readonly onProgress?: (bytes: number) => void;
  /** Called for each place of the log with the link that the records lead to. */
  readonly onLink?: (place: LogPlace) => void;
  /** The receiver of a member's content, piece by piece as it is read; undefined: none. It can be trusted only if the package holds. */
  readonly keep?: (path: string) => ((piece: Uint8Array) => Promise<void>) | undefined;
}

/**
 * Checks that a package is whole and unchanged in itself: its members, their hashes, the chain of its records, its files,
 * and the head. It reads the archive (out of its gzip) once, piece by piece, and holds no more than the manifest.
 */
export async function checkPackage(archive: AsyncIterable<Uint8Array>, request: CheckRequest): Promise<CheckedPackage> {
  const source = openBytes(archive);
  const problems: string[] = [];
  const found: {
    manifest?: Manifest;
    digest?: string;
    records?: CheckedRecords;
    answers?: CheckedAnswers;
    members: number;
    bytes: number;
  } = {
    members: 0,
    bytes: 0,
  };
  try {
    await readAll(readTar(source), request, found, problems);
  } catch (error) {
    if (error instanceof BrokenGzip) return { members: 0, bytes: 0, problems: [error.message] };
    if (!(error instanceof OddArchive)) throw error;
    problems.push(error.message);
    if (await isBroken(source)) return { members: 0, bytes: 0, problems: [new BrokenGzip().message] };
  }
  return { ...found, problems: problems.slice(0, mostInAll) };
}

/** How much more of an odd archive is read, in bytes. */
const mostMore = 2 ** 30;

/**
 * Whether the file around an odd archive is broken as well. Then all that was read of it means nothing: how much came
 * before the end is chance, and differs from browser to browser.
 */
async function isBroken(source: ByteSource): Promise<boolean> {
  try {
    for (let left = mostMore, piece = await source.upTo(left); piece !== undefined && left > 0; piece = await source.upTo(left)) {
      left -= piece.length;
    }
    return false;
  } catch (error) {
    if (error instanceof BrokenGzip) return true;
    throw error;
  }
}

type Found = { -readonly [Name in keyof Omit<CheckedPackage, 'problems'>]: CheckedPackage[Name] };

async function readAll(tar: AsyncGenerator<TarMember>, request: CheckRequest, found: Found, problems: string[]): Promise<void> {
  const { sha256 } = request;
  const text = await listNamed(tar, members.manifest);
  const manifest = readManifest(text);
  if (typeof manifest === 'string') throw new OddArchive(manifest);
  const digest = hashOf(sha256, text);
  Object.assign(found, { manifest, digest });
  if ((await listNamed(tar, members.sums)) !== sumsText(manifest, digest))
    problems.push(`${members.sums} does not say what the manifest says`);
  const hasRecords = manifest.members.some(({ path }) => path === members.records);
  if (hasRecords !== (manifest.log !== null)) problems.push(`The manifest has ${members.records} without a log, or a log without it`);
  problems.push(...missingIn(manifest));
  const waiting = manifest.members[Symbol.iterator]();
  for await (const member of tar) {
    const { left, packed } = nextOf(waiting, member);
    problems.push(...left.map(leftOut));
    const hasher = sha256();
    const keep = request.keep?.(member.path);
    const content = hashContent(member, hasher, async (piece) => {
      found.bytes += piece.length;
      request.onProgress?.(found.bytes);
      await keep?.(piece);
    });
    if (member.path === members.records && manifest.log !== null) {
      found.records = await checkRecords(linesOf(member.path, content), manifest.log, sha256, request);
    }
    if (member.path === members.answers) found.answers = await checkAnswers(member.path, linesOf(member.path, content), sha256);
    for await (const _ of content);
    found.members += 1;
    if (hasher.hex() !== packed.sha256) problems.push(`${member.path} was changed: its SHA-256 is not that of the manifest`);
  }
  problems.push(...[...waiting].map(leftOut));
  problems.push(...(found.answers?.problems ?? []));
  problems.push(...(found.records?.problems ?? []), ...filesOf(manifest, found.records), ...witnessOf(request, found.records));
}

function missingIn({ members: all, version }: Manifest): readonly string[] {
  const paths = new Set(all.map(({ path }) => path));
  const always = [members.facts, ...reportFiles.map(([path]) => path)].filter((path) => version >= (laterReports.get(path) ?? 1));
  return always.filter((path) => !paths.has(path)).map((path) => `${path} is missing: every package of version ${version} has it`);
}

const leftOut = ({ path }: PackedMember): string => `${path} is left out: the manifest names it, and the archive has it not`;

async function listNamed(tar: AsyncGenerator<TarMember>, name: string): Promise<string> {
  const next = await tar.next();
  if (next.done === true || next.value.path !== name) throw new OddArchive(`The archive has no ${name} in its place`);
  return textIn(await wholeOf(next.value, largestList), name);
}

/** The entry of the manifest for a member, and those before it that never came. Throws `OddArchive` for a member that must not be here. */
function nextOf(
  waiting: Iterator<PackedMember>,
  { bytes, path }: TarMember,
): { readonly packed: PackedMember; readonly left: readonly PackedMember[] } {
  const left: PackedMember[] = [];
  for (let next = waiting.next(); next.done !== true; next = waiting.next()) {
    if (next.value.path !== path) {
      left.push(next.value);
      continue;
    }
    if (next.value.bytes !== bytes) throw new OddArchive(`${path} has ${bytes} bytes, and the manifest says ${next.value.bytes}`);
    return { packed: next.value, left };
  }
  throw new OddArchive(`${path} is in the archive, and in the manifest not, not there or not once`);
}

async function* hashContent(
  { content }: TarMember,
  hasher: Hasher,
  read: (piece: Uint8Array) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    hasher.update(piece);
    await read(piece);
    yield piece;
  }
}

/** Each attached file of a record is in the package, and no other. */
function filesOf({ members: all }: Manifest, records: CheckedRecords | undefined): readonly string[] {
  const files = all.filter(({ path }) => path.startsWith(attachments));
  const attached = records?.attached ?? new Set<string>();
  const names = new Set(files.map(({ path }) => path));
  return [
    ...files.filter(({ path, sha256 }) => path !== `${attachments}${sha256}`).map(({ path }) => `${path} is not named by its SHA-256`),
    ...files.filter(({ sha256 }) => !attached.has(sha256)).map(({ path }) => `${path} was added: no record has attached it`),
    ...[...attached]
      .filter((sha256) => !names.has(`${attachments}${sha256}`))
      .map((sha256) => `${attachments}${sha256} is left out: a record has attached it`),
  ];
}

function witnessOf({ head }: CheckRequest, records: CheckedRecords | undefined): readonly string[] {
  if (head === undefined || (records !== undefined && records.witness?.kind !== 'nowhere')) return [];
  return [`The head ${head} that was noted elsewhere is nowhere in the records: they were written anew, cut off, or are of another log`];
}
