import type { AuditHole, Past } from '../../audit/index.ts';
import type { Call } from '../../client/index.ts';
import { UsageError } from '../../errors/index.ts';
import type { AuditSources } from '../../options/index.ts';
import type { RunContext } from '../run/context.ts';
import type { AuditParts } from './parts.ts';

/** A service as it was at a moment, ready to be asked. */
export interface AskedPast extends Pick<Past, 'asOf' | 'query'> {
  readonly call: Call;
  readonly holes: readonly AuditHole[];
}

/**
 * Lets work ask the service as it was at a moment: one of our own on this machine, which its records were replayed into.
 *
 * @throws {UsageError} where the moment is in the future, or the service cannot say what it was then.
 */
export async function withPast<Outcome>(
  at: string,
  { connection }: Pick<AuditSources, 'connection'>,
  call: Call,
  context: RunContext,
  parts: Pick<AuditParts, 'past' | 'withService'>,
  work: (past: AskedPast) => Promise<Outcome>,
): Promise<Outcome> {
  const { openReplay, report } = context;
  if (openReplay === undefined) throw new Error('as-of was read where no service can be replayed');
  report({ kind: 'info', message: `Replaying the records of the service up to ${at}` });
  const tell = (message: string): void => report({ kind: 'progress', message });
  const publicUrl = connection.baseUrl.href.replace(/\/api\/v2\/?$/, '');
  const { asOf, holes, query, service } = await parts.past({ call, org: connection.org, openReplay, at, publicUrl, report: tell });
  try {
    const address = { baseUrl: new URL('/api/v2', service.url), timeout: connection.timeout, token: service.token };
    // No proxy: it listens on this machine.
    return await parts.withService(address, 0, { ...context, network: {} }, (own) =>
      work({ asOf, holes, query, call: { ...own, deadline: call.deadline } }),
    );
  } finally {
    await service.close();
  }
}

/** Refuses a moment that has not come. */
export function refuseFuture(at: string, now: Date): void {
  if (Date.parse(at) > now.getTime())
    throw new UsageError('invalid-input', `as-of is in the future: ${at}`, { fix: 'Leave it out: the facts are those of now then' });
}
