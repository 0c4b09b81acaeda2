import type { DueMessage } from '../../../src/service/resources/notifications/tables-outbox.ts';
import type { Store } from '../../../src/service/store/store.ts';

/** Takes the next message to each target that is due, as a sender does, for some seconds. */
export async function takeDue(store: Store, seconds: number): Promise<readonly DueMessage[]> {
  const taken: DueMessage[] = [];
  for (const queue of await store.dueQueues(100)) {
    const { message } = await store.takeMessage(queue, seconds);
    if (message !== undefined) taken.push(message);
  }
  return taken;
}

/** The result of an attempt that failed, and is made again some seconds later. */
export function later(wait: number) {
  return { kind: 'later', wait, isFailing: false, why: 'it answered 500', settled: [] } as const;
}
