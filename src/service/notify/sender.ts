import { setTimeout as sleep } from 'node:timers/promises';
import type { Evidence } from '../evidence/context.ts';
import type { DueMessage } from '../store/model/messages.ts';
import { payloadOf } from './payload.ts';
import type { Undelivered } from './target.ts';
import { targets } from './targets.ts';

/** How often and how long a sender tries; times in milliseconds. */
export interface Pace {
  /** Between two looks at the outbox. */
  readonly pause: number;
  /** The longest time that each attempt may take; a mail server may look into a mail before it answers. */
  readonly timeout: number;
  readonly mailTimeout: number;
  /** The wait before the second attempt; each further wait is three times as long, and at most an hour. */
  readonly firstWait: number;
  readonly attempts: number;
  /** A lease is for one attempt and this much longer. If this process ends, the next one waits for that time. */
  readonly spare: number;
  /** How long a stop waits for the attempts under way. */
  readonly patience: number;
}

/** Ten attempts within about three hours. */
const usual: Pace = { pause: 1000, timeout: 10_000, mailTimeout: 30_000, firstWait: 2000, attempts: 10, spare: 5000, patience: 5000 };
const longestWait = 3_600_000;
/** In seconds: messages that are due this far apart keep their order. */
const microsecond = 1e-6;

/** Messages that are read at once. */
const atOnce = 100;

export interface Sender {
  /** Begins nothing more, and waits a while for the attempts under way. A message that was not sent stays in the outbox. */
  stop(): Promise<void>;
}

/**
 * Sends the messages of the outbox until it is stopped. A message is sent at least once, always with the same id. It stays in the
 * outbox until a target took it, or refused it for too long. Each target gets one message at a time, in order, also if several
 * senders share an outbox.
 */
export function startSender(evidence: Evidence, log: (line: string) => void, pace: Pace = usual): Sender {
  const [stopping, cutOff] = [new AbortController(), new AbortController()];
  const running = run();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const wait = await round().catch((error: unknown) => {
        log(`Messages cannot be sent: ${error instanceof Error ? error.message : String(error)}`);
        return pace.pause * 30;
      });
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  /** One pass over the due messages; answers how long to wait before the next one. */
  async function round(): Promise<number> {
    const due = await evidence.store.claimMessages(atOnce, (Math.max(pace.timeout, pace.mailTimeout) + pace.spare) / 1000);
    const byTarget = Map.groupBy(due, ({ notificationId, orgId, position }) => `${orgId} ${notificationId} ${position}`);
    await Promise.all([...byTarget.values()].map(sendInOrder));
    return due.length < atOnce ? pace.pause : 0;
  }

  /** Sends the messages to one target. After one of them failed, the others wait for it. */
  async function sendInOrder(messages: readonly DueMessage[]): Promise<void> {
    let dueAt: number | undefined;
    for (const [index, message] of messages.entries()) {
      // If the lease ends before the attempt does, another sender would make the attempt as well.
      const isLate = Date.now() + limitOf(message) > message.leaseUntil * 1000;
      if (stopping.signal.aborted || isLate) await putBack(message);
      else if (dueAt === undefined) dueAt = await send(message);
      else await putBack(message, dueAt + index * microsecond);
    }
  }

  /** Lets go of a message that was not tried. */
  async function putBack(message: DueMessage, dueAt: number = message.dueAt): Promise<undefined> {
    await evidence.store.keepAttempt(message, { kind: 'later', attempts: message.attempts, dueAt, settled: message.settled });
  }

  /** Sends one message; answers when it is due again, in Unix seconds, if it is. */
  async function send(message: DueMessage): Promise<number | undefined> {
    const { number, orgName } = message;
    const attempts = message.attempts + 1;
    const failure = await attempt(message);
    if (cutOff.signal.aborted) return await putBack(message);
    if (failure === undefined) {
      await evidence.store.keepAttempt(message, { kind: 'delivered' });
      return undefined;
    }
    const isLast = failure.isFinal || attempts >= pace.attempts;
    const end = isLast ? 'It is not sent again.' : `It is sent again (attempt ${attempts} of ${pace.attempts}).`;
    log(`A message of notification rule ${number} of ${orgName} did not arrive at ${failure.recipient}: ${failure.why}. ${end}`);
    if (isLast) {
      await evidence.store.keepAttempt(message, { kind: 'failed', why: `${failure.recipient}: ${failure.why}` });
      return undefined;
    }
    const wait = Math.max(pace.firstWait * 3 ** (attempts - 1), (failure.retryAfter ?? 0) * 1000);
    const dueAt = (Date.now() + Math.min(wait, longestWait)) / 1000;
    await evidence.store.keepAttempt(message, { kind: 'later', attempts, dueAt, settled: failure.settled ?? message.settled });
    return dueAt;
  }

  function limitOf({ target }: DueMessage): number {
    return target?.type === 'EMAIL' ? pace.mailTimeout : pace.timeout;
  }

  async function attempt(message: DueMessage): Promise<Undelivered | undefined> {
    const { id, secret, settled, signingSecrets, target } = message;
    if (target === undefined)
      return { recipient: 'its target', why: 'its address or signing secret is not the one that was recorded', isFinal: true };
    const signal = AbortSignal.any([cutOff.signal, AbortSignal.timeout(limitOf(message))]);
    const payload = () => payloadOf(evidence, message);
    return await targets[target.type].send({ id, target, secret, settled, signingSecrets, payload, signal }, evidence);
  }

  return {
    stop: async () => {
      stopping.abort();
      const patience = setTimeout(() => cutOff.abort(), pace.patience);
      await running;
      clearTimeout(patience);
    },
  };
}
