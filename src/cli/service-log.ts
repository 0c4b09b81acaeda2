import { UsageError } from '../errors/index.ts';
import type { AnsweredRequest, Log, LogLevel } from '../service/index.ts';
import { oneLine } from '../text/index.ts';
import type { Lines } from './log-lines.ts';
import type { Terminal } from './terminal.ts';

export interface LogOptions {
  readonly logFormat?: string;
  readonly logLevel?: string;
}

/** The log of a service. */
export interface ServiceLog extends Pick<Lines, 'ready'> {
  readonly log: Log;
  /** Absent if the level leaves requests out: then they cost nothing. */
  readonly answered?: (request: AnsweredRequest) => void;
}

const levels: readonly LogLevel[] = ['error', 'warn', 'info', 'debug'];

/** Probes ask every few seconds. */
const probes: ReadonlySet<string> = new Set(['/health', '/ready']);

/** Opens the log in the wished form. The writer of JSON is loaded for those who wish for it. Throws a UsageError. */
export async function openServiceLog({ logFormat = 'text', logLevel }: LogOptions, terminal: Terminal): Promise<ServiceLog> {
  if (logFormat !== 'text' && logFormat !== 'json') {
    throw new UsageError('invalid-input', `--log-format is neither text nor json: ${logFormat}`, {
      fix: 'Write --log-format json, or leave it out',
    });
  }
  const most = levels.find((level) => level === (logLevel ?? (logFormat === 'json' ? 'info' : 'warn')));
  if (most === undefined) {
    throw new UsageError('invalid-input', `--log-level is not a level: ${logLevel}`, { fix: `Write one of ${levels.join(', ')}` });
  }
  const isWanted = (level: LogLevel): boolean => levels.indexOf(level) <= levels.indexOf(most);
  const write = logFormat === 'json' ? (await import('./json-log.ts')).jsonLines(most) : textLines(terminal, isWanted);
  return {
    log: (message, { level = 'warn', ...facts } = {}) => write.line(level, message, facts),
    ...(isWanted('info') ? { answered: (request) => tell(request, write, isWanted('debug')) } : {}),
    ready: write.ready,
  };
}

function tell(request: AnsweredRequest, { line }: Lines, withProbes: boolean): void {
  const { address, credential, id, isCutOff, method, milliseconds, route, status, user } = request;
  const isProbe = probes.has(route) && status < 400;
  if (isProbe && !withProbes) return;
  const end = isCutOff ? 'cut off' : String(status);
  const facts = { request_id: id, method, route, status: isCutOff ? undefined : status, ms: milliseconds, address, user, credential };
  line(isProbe ? 'debug' : 'info', `${method} ${route} ${end}`, facts);
}

/** For a person at a terminal: the message, and of a request what fits into a line. */
function textLines(terminal: Terminal, isWanted: (level: LogLevel) => boolean): Lines {
  return {
    line: (level, message, { ms, request_id: id, user }) => {
      if (!isWanted(level)) return;
      const more = ms === undefined ? [] : [`${ms} ms`, ...(user === undefined ? [] : [oneLine(String(user))]), String(id)];
      terminal.err([message, ...more].join(' '));
    },
    ready: (message) => terminal.out(message),
  };
}
