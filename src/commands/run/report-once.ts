import type { Call } from '../../client/index.ts';
import type { AddressSettings } from '../../options/index.ts';
import { withService } from './connect.ts';
import type { RunContext } from './context.ts';
import type { Reported } from './result.ts';

/** Facts of a report that the service's answer may still change. */
type Facts = Omit<Reported, 'kind' | 'sent'>;

interface Request {
  /** In words, for a user who stops the run meanwhile. */
  readonly what: string;
  /** The service, or a call to it that is open already. */
  readonly to: AddressSettings | Call;
  readonly send: (call: Call) => Promise<Partial<Pick<Facts, 'id' | 'name' | 'change'>>>;
}

/** Records something by one request. A dry run sends nothing, and says what would be sent. */
export async function reportOnce(facts: Facts, { send, to, what }: Request, context: RunContext): Promise<Reported> {
  const { sent } = context;
  if (facts.dryRun) return { kind: 'reported', ...facts, sent: sent.soFar() };

  async function report(call: Call): Promise<Reported> {
    sent.begin(what);
    const answer = await send(call);
    sent.end(what, { kind: 'accepted', id: answer.id, evaluated: false });
    return { kind: 'reported', ...facts, ...answer, sent: sent.soFar() };
  }

  return 'transport' in to ? report(to) : withService(to, 0, context, report);
}
