import { isLoopback } from '../text/index.ts';

/** The protocols that git may ask by: no program that a configuration names is started, and no token goes over the net in the clear. */
export const webProtocols = 'https:file';

/** The same for an address of our own choice: on this very machine plain HTTP will do. */
export function protocolsOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed?.protocol === 'http:' && isLoopback(parsed.hostname) ? `${webProtocols}:http` : webProtocols;
}
