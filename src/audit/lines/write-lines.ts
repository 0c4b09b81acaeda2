import { randomUUID } from 'node:crypto';
import { appendFile, open, rename, rm } from 'node:fs/promises';
import type { Line } from '../facts/line.ts';
import { textLines } from './read-lines.ts';

/** Items that wait in a file until they are read, any number of times: their number costs no memory. */
export interface Spool<Item> {
  add(items: readonly Item[]): Promise<void>;
  /** In their order. Fails where the file does not give back as many as were added. */
  all(): AsyncGenerator<Item>;
}

/** Text that is gathered before it is written, in characters. */
const atOnce = 64 * 1024;

/** @param file does not exist yet, in a folder that nothing else writes to: it is read without a check */
export function openSpool<Item>(file: string, isWritten = (_item: unknown): _item is Item => true): Spool<Item> {
  let waiting = '';
  let added = 0;
  const write = async (): Promise<void> => {
    const text = waiting;
    waiting = '';
    await appendFile(file, text);
  };
  return {
    async add(items) {
      added += items.length;
      for (const item of items) {
        waiting += `${JSON.stringify(item)}\n`;
        if (waiting.length >= atOnce) await write();
      }
    },
    async *all() {
      if (added === 0) return;
      let read = 0;
      await write();
      for await (const { text } of textLines(file)) {
        const item: unknown = JSON.parse(text);
        if (!isWritten(item)) continue;
        read += 1;
        yield item;
      }
      if (read !== added) throw new Error(`${read} of ${added} items came back from ${file}`);
    },
  };
}

/**
 * Writes the lines of an audit to a file, one JSON text a line. The file has a temporary name until the last line is
 * written: a run that died leaves no file that looks whole.
 */
export async function writeLines(lines: AsyncIterable<Line>, file: string): Promise<void> {
  const temporary = `${file}.${randomUUID()}.part`;
  const handle = await open(temporary, 'wx');
  try {
    let waiting = '';
    let ended = false;
    for await (const line of lines) {
      waiting += `${JSON.stringify(line)}\n`;
      ended = line.kind === 'end';
      if (waiting.length < atOnce && !ended) continue;
      await handle.appendFile(waiting);
      waiting = '';
    }
    if (!ended) throw new Error('The lines of an audit end without their last one');
    await handle.sync();
    await handle.close();
    await rename(temporary, file);
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(temporary, { force: true });
    throw error;
  }
}
