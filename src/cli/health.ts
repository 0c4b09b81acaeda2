import { readFile } from 'node:fs/promises';
import { request as askPlainly, type IncomingMessage } from 'node:http';
import { request as askByTls } from 'node:https';
import { parseArgs } from 'node:util';
import { messageOf } from '../errors/index.ts';
import type { Terminal } from './terminal.ts';

const patienceMs = 4000;

/**
 * Asks the service that is the first process of this container whether it lives, at the address in its own options. A container names its
 * health check once, and may be started with any options.
 */
export async function health(terminal: Terminal, commandLine = '/proc/1/cmdline'): Promise<number> {
  const words = (await readFile(commandLine, 'utf8')).split('\0');
  const url = healthUrl(words.slice(words.lastIndexOf('serve') + 1));
  try {
    const status = await statusOf(url);
    if (status === 200) return 0;
    terminal.err(`${url} answered ${status}.`);
  } catch (error) {
    terminal.err(`${url} does not answer: ${messageOf(error)}`);
  }
  return 1;
}

export function healthUrl(words: readonly string[]): string {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args: [...words], strict: false, options: { host: text, port: text, 'tls-cert': text } });
  const said = (name: string, usual: string): string => (typeof values[name] === 'string' ? values[name] : usual);
  const host = said('host', '127.0.0.1');
  const near = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  const scheme = values['tls-cert'] === undefined ? 'http' : 'https';
  return `${scheme}://${near.includes(':') ? `[${near}]` : near}:${said('port', '8787')}/health`;
}

async function statusOf(url: string): Promise<number | undefined> {
  const options = { signal: AbortSignal.timeout(patienceMs), agent: false } as const;
  const { promise, reject, resolve } = Promise.withResolvers<number | undefined>();
  const answered = (response: IncomingMessage): void => {
    response.resume();
    resolve(response.statusCode);
  };
  // The certificate is for the name that others use.
  const asked = url.startsWith('https:')
    ? askByTls(url, { ...options, rejectUnauthorized: false }, answered)
    : askPlainly(url, options, answered);
  asked.on('error', reject).end();
  return await promise;
}
