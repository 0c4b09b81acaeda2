import { pino } from 'pino';
import type { LogLevel } from '../service/index.ts';
import { neutralize } from '../text/index.ts';
import { openDestination } from './log-destination.ts';
import type { Lines } from './log-lines.ts';

/** Writes a line of JSON for each thing that happens, to stdout. */
export function jsonLines(level: LogLevel): Lines {
  const log = pino(
    {
      level,
      messageKey: 'message',
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    openDestination(1),
  );
  return {
    line: (at, message, facts) => log[at](facts, neutralize(message)),
    ready: (message, facts) => log.info(facts, message),
  };
}
