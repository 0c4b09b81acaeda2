import { openTransport, startDeadline, type CallContext } from '../client/index.ts';
import type { ConnectionSettings } from '../options/index.ts';
import type { RunContext } from './context.ts';
import { userAgent } from './version.ts';

/**
 * Lets a command talk to the service, until it is done or the time is over. `waits`: milliseconds that it may wait for
 * others, on top of the time for its requests.
 */
export async function withService<Outcome>(
  { baseUrl, timeout, token }: ConnectionSettings,
  waits: number,
  { interrupt, network, report }: RunContext,
  work: (call: CallContext) => Promise<Outcome>,
): Promise<Outcome> {
  const deadline = startDeadline(timeout + waits, interrupt);
  const onNotice = (message: string): void => report({ kind: 'info', message });
  const transport = openTransport({ baseUrl, token, userAgent, network, onNotice });
  try {
    return await work({ transport, deadline, onNotice });
  } finally {
    transport.close();
  }
}
