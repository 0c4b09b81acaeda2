import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import type { Line } from '../facts/line.ts';

/** Text that is gathered before it is written, in characters. */
const atOnce = 64 * 1024;

/**
 * Writes the lines of an audit to a file, one JSON text a line. They go to a temporary name next to it, which is changed when
 * the last line is out: a run that died leaves no file that looks whole.
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
