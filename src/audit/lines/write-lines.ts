import { appendFile } from 'node:fs/promises';
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

/** The file of the lines of an audit, one JSON text a line. Fails where they end without their last one. */
export async function* lineTexts(lines: AsyncIterable<Line>): AsyncGenerator<string> {
  let ended = false;
  for await (const line of lines) {
    yield `${JSON.stringify(line)}\n`;
    ended = line.kind === 'end';
  }
  if (!ended) throw new Error('The lines of an audit end without their last one');
}
