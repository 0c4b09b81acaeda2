import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { closeSync, type Dirent, fstatSync, readdirSync, readlinkSync, readSync, statSync } from 'node:fs';
import { sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Exclude } from './exclude.ts';
import { openRegularFile } from './regular-file.ts';
import type { Tree } from './tree.ts';

/** Takes digests, in hexadecimal digits, one after the other. */
interface Digests {
  update(digest: string): unknown;
}

/** The place of one among several that write one after the other. */
interface Turn extends Digests {
  /** Nothing more will come. */
  end(): void;
}

/** Lets several write in any order what is to come out in theirs: whoever is before their turn waits with what they said. */
function inTurns(out: Digests, count: number): readonly Turn[] {
  const all = Array.from({ length: count }, () => ({ waiting: [] as string[], isOver: false }));
  let current = 0;
  return all.map((turn, index) => ({
    update(digest) {
      if (index === current) out.update(digest);
      else turn.waiting.push(digest);
    },
    end() {
      turn.isOver = true;
      while (all[current]?.isOver === true) {
        current += 1;
        for (const digest of all[current]?.waiting.splice(0) ?? []) out.update(digest);
      }
    },
  }));
}

/** How much is read before others get their turn, in bytes; an entry counts as some. */
const portion = 64 * 1024 * 1024;
const entryCost = 64 * 1024;

interface Walk {
  readonly signal: AbortSignal | undefined;
  readonly buffer: Buffer;
  readonly done: { entries: number; cost: number };
}

interface DirectoryWalk extends Walk {
  readonly isExcluded: Exclude;
  readonly tree: Tree | undefined;
}

/** Something below the directory: where it is, and its path from there, in parts to compare with patterns and in bytes. */
interface Below {
  readonly path: Buffer;
  readonly parts: readonly string[];
  readonly inTree: Buffer;
}

export function startWalk(signal: AbortSignal | undefined): Walk {
  return { signal, buffer: Buffer.allocUnsafe(1024 * 1024), done: { entries: 0, cost: 0 } };
}

/** Adds the digests of all in a directory, by name, and its entries to the tree, by path: it walks in this second order. */
export async function addDirectory(directory: Below, digests: Digests, walk: DirectoryWalk): Promise<void> {
  const entries = readdirSync(directory.path, { withFileTypes: true, encoding: 'buffer' })
    .filter(({ name }) => !walk.isExcluded(partsOf(directory, name)))
    .toSorted((one, other) => Buffer.compare(one.name, other.name));
  const turns = inTurns(digests, entries.length);
  const steps = entries.flatMap((entry, index) => stepsOf(entry, directory, turns[index], walk));
  for (const { step } of steps.toSorted((one, other) => Buffer.compare(one.key, other.key))) await step();
}

interface Step {
  /** Among all steps in the directory these sort as the whole paths do: `a-` stands between `a` and what is in `a`. */
  readonly key: Buffer;
  readonly step: () => Promise<void>;
}

function stepsOf(entry: Dirent<Buffer>, above: Below, turn: Turn | undefined, walk: DirectoryWalk): readonly Step[] {
  if (turn === undefined) return [];
  const { name } = entry;
  const isDirectory = entry.isDirectory();
  const begin = async (): Promise<void> => {
    walk.done.entries += 1;
    turn.update(digestOf(name));
    await giveWay(walk, entryCost);
    const below = belowOf(above, name);
    if (isDirectory) return walk.tree?.begin('directory', below.inTree, 0);
    await addLeaf(below, entry, turn, walk);
    turn.end();
  };
  const fill = async (): Promise<void> => {
    await addDirectory(belowOf(above, name), turn, walk);
    turn.end();
  };
  return [{ key: name, step: begin }, ...(isDirectory ? [{ key: Buffer.concat([name, slash]), step: fill }] : [])];
}

/** A file, or a link. */
async function addLeaf({ inTree, path }: Below, entry: Dirent<Buffer>, turn: Turn, walk: DirectoryWalk): Promise<void> {
  const { tree } = walk;
  if (!(entry.isSymbolicLink() && statSync(path).isDirectory())) {
    const into = tree && { begin: (length: number) => tree.begin('file', inTree, length), write: (bytes: Buffer) => tree.write(bytes) };
    turn.update(await contentOf(path, walk, into));
    return;
  }
  const text = readlinkSync(path, 'buffer');
  turn.update(digestOf(text));
  tree?.begin('link', inTree, text.length);
  tree?.write(text);
}

/** Takes the content of a file, whose length it is told first. */
interface Content {
  begin(length: number): void;
  write(bytes: Buffer): void;
}

/** The digest of a file; what is read for it goes to `into` as well. */
export async function contentOf(path: Buffer, walk: Walk, into?: Content): Promise<string> {
  const descriptor = openRegularFile(path);
  try {
    const { size } = fstatSync(descriptor);
    into?.begin(size);
    const hash = createHash('sha256');
    let length = 0;
    for (let count = 1; count > 0; length += count) {
      count = readSync(descriptor, walk.buffer);
      const bytes = walk.buffer.subarray(0, count);
      hash.update(bytes);
      into?.write(bytes);
      await giveWay(walk, count);
    }
    if (into === undefined || length === size) return hash.digest('hex');
    const message = `${String(path)} changed while it was read: it had ${size} bytes, and ${length} came`;
    throw Object.assign(new Error(message), { code: 'changed', syscall: 'read' });
  } finally {
    closeSync(descriptor);
  }
}

async function giveWay({ done, signal }: Walk, cost: number): Promise<void> {
  done.cost += cost;
  if (done.cost < portion) return;
  done.cost = 0;
  await setImmediate();
  signal?.throwIfAborted();
}

const slash = Buffer.from('/');

function belowOf(above: Below, name: Buffer): Below {
  return {
    path: Buffer.concat([above.path, Buffer.from(sep), name]),
    parts: partsOf(above, name),
    // The same on every system, whatever parts directories there.
    inTree: above.parts.length === 0 ? name : Buffer.concat([above.inTree, slash, name]),
  };
}

function partsOf({ parts }: Below, name: Buffer): readonly string[] {
  return [...parts, characters(name)];
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A name to compare with patterns; bytes that are no UTF-8 stay apart from all characters. */
function characters(name: Buffer): string {
  if (isUtf8(name)) return name.toString();
  return Array.from(name, (byte) => String.fromCharCode(byte < 0x80 ? byte : 0xdc00 + byte)).join('');
}
