import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../errors/index.ts';
import type { Evidence } from '../context.ts';
import type { AttemptResult, DueMessage, MessageQueue } from '../resources/messages/tables.ts';
import { payloadOf } from './payload.ts';
import type { Undelivered } from './target.ts';
import { targets } from './targets.ts';

/** How often and how long a sender tries; times in milliseconds. */
export interface Pace {
  /** Between two looks at what is due. */
  readonly pause: number;
  /** The longest time that each attempt may take; a mail server may look into a mail before it answers. */
  readonly timeout: number;
  readonly mailTimeout: number;
  /** The wait after the first failure; each further one is three times as long, and at most an hour. */
  readonly firstWait: number;
  /** A target that failed so often in a row counts as failing. */
  readonly attempts: number;
  /** A lease is for one attempt and this much longer. If this process ends, the next one waits for that time. */
  readonly spare: number;
  /** How long a stop waits for the attempts under way. */
  readonly patience: number;
}

/** Ten attempts within about three hours. */
const usual: Pace = { pause: 1000, timeout: 10_000, mailTimeout: 30_000, firstWait: 2000, attempts: 10, spare: 5000, patience: 5000 };
const longestWait = 3_600_000;

/** Targets that are sent to at once. */
const atOnce = 100;

export interface Sender {
  /** Begins nothing more, and waits a while for the attempts under way. A message that was not sent stays in the outbox. */
  stop(): Promise<void>;
}

/**
 * Sends the messages of the outbox until it is stopped. A message is sent at least once, always with the same id. Each target gets one
 * message at a time, also if several senders share an outbox, and is left alone for a while after it did not take one.
 */
export function startSender(evidence: Evidence, log: (line: string) => void, pace: Pace = usual): Sender {
  const [stopping, cutOff] = [new AbortController(), new AbortController()];
  const lease = (Math.max(pace.timeout, pace.mailTimeout) + pace.spare) / 1000;
  /** The targets that are sent to, or that there was trouble with a moment ago. */
  const busy = new Map<string, Promise<void>>();
  const running = run();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const wait = await look().catch(troubled);
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => {});
    }
    await Promise.all(busy.values());
  }

  /** Begins to send to the targets that are due, and does not wait for them; answers how long to wait before the next look. */
  async function look(): Promise<number> {
    for (const queue of await evidence.store.dueQueues(atOnce)) {
      const name = `${queue.orgId} ${queue.notificationId} ${queue.position}`;
      if (busy.has(name) || busy.size >= atOnce) continue;
      busy.set(
        name,
        sendAll(queue).finally(() => busy.delete(name)),
      );
    }
    return pace.pause;
  }

  function troubled(error: unknown): number {
    log(`Messages cannot be sent: ${messageOf(error)}`);
    return pace.pause * 30;
  }

  /** Sends the messages to one target, until it does not take one or there are no more. */
  async function sendAll(queue: MessageQueue): Promise<void> {
    try {
      let open: MessageQueue | undefined = queue;
      while (open !== undefined && !stopping.signal.aborted) open = await sendNext(open);
      if (open !== undefined) await evidence.store.letGo(open);
    } catch (error) {
      await sleep(troubled(error), undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  /** Sends the next message; answers the queue while the target takes more. */
  async function sendNext(queue: MessageQueue): Promise<MessageQueue | undefined> {
    const { givenUp, message } = await evidence.store.takeMessage(queue, lease);
    const whose = `notification rule ${queue.number} of ${queue.orgName}`;
    if (givenUp > 0) log(`${givenUp === 1 ? 'A message' : `${givenUp} messages`} of ${whose} waited for three hours. They are not sent.`);
    if (message === undefined) return undefined;
    const failure = await attempt(message);
    if (cutOff.signal.aborted) return message;
    if (failure === undefined) return await keep(message, { kind: 'delivered' });
    const { isFinal, recipient, retryAfter = 0, settled = message.settled } = failure;
    const why = `${recipient}: ${failure.why}`;
    // A present state waits for a target that may come back, unless a recipient has it.
    const isOver = isFinal && !(message.isPresent && settled.every(({ refused }) => refused !== undefined));
    const attempts = message.attempts + 1;
    const wait = Math.min(longestWait, isFinal ? longestWait : Math.max(pace.firstWait * 3 ** message.attempts, retryAfter * 1000));
    const end = isOver ? 'It is not sent again.' : `It is sent again (attempts in a row that failed: ${attempts}).`;
    log(`A message of ${whose} did not arrive at ${recipient}: ${failure.why}. ${end}`);
    if (isOver) return await keep(message, { kind: 'given up', why });
    const isFailing = isFinal || attempts >= pace.attempts;
    return await keep(message, { kind: 'later', wait: wait / 1000, isFailing, why, settled });
  }

  /** Keeps the result of an attempt; answers the queue if the target may be sent the next message. */
  async function keep(message: DueMessage, result: AttemptResult): Promise<MessageQueue | undefined> {
    await evidence.store.keepAttempt(message, result);
    return result.kind === 'delivered' || result.kind === 'given up' ? message : undefined;
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
