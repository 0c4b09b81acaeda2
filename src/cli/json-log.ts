import { write } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { hasCode } from '../errors/index.ts';
import type { LogLevel } from '../service/index.ts';
import { neutralize } from '../text/index.ts';

/** Characters that may wait for a reader that does not read. Beyond this, lines are dropped: the service goes on. */
const mostWaiting = 16 * 1024 * 1024;

const pauseMs = 50;

const writeBytes = promisify(write);

/**
 * Writes lines in their order, and never makes a request wait for that. Drops lines that cannot be written, such as those for a full disk
 * or a reader that is gone. The logger's own one tries to write them at the exit of the process until it can, and so never ends on a full
 * disk.
 */
function openDestination(file: number): { readonly write: (line: string) => void } {
  let [waiting, isWriting] = ['', false];

  async function writeAll(): Promise<void> {
    while (waiting !== '') {
      let left = Buffer.from(waiting);
      waiting = '';
      while (left.length > 0) {
        try {
          left = left.subarray((await writeBytes(file, left)).bytesWritten);
        } catch (error) {
          if (!hasCode(error, 'EAGAIN')) break;
          // The process does not live on for a reader that does not read.
          await sleep(pauseMs, undefined, { ref: false });
        }
      }
    }
    isWriting = false;
  }

  return {
    write: (line) => {
      if (waiting.length + line.length > mostWaiting) return;
      waiting += line;
      if (isWriting) return;
      isWriting = true;
      void writeAll();
    },
  };
}

export type Facts = Readonly<Record<string, string | number | undefined>>;

export interface Lines {
  readonly line: (level: LogLevel, message: string, facts: Facts) => void;
  readonly ready: (message: string, facts: Facts) => void;
}

/** @param file open for writing; stdout by default */
export function jsonLines(level: LogLevel, file = 1): Lines {
  const log = pino(
    {
      level,
      messageKey: 'message',
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    openDestination(file),
  );
  return {
    line: (at, message, facts) => log[at](facts, neutralize(message)),
    ready: (message, facts) => log.info(facts, message),
  };
}
