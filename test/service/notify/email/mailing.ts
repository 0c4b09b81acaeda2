import { vi } from 'vitest';
import { email } from '../../../../src/service/notify/targets.ts';
import { outbox, type Outbox } from '../outbox.ts';
import type { MailTarget } from './mail-target.ts';

export const ada = 'ada@acme.example';
export const bob = 'bob@acme.example';
/** A busy machine may need longer than `fast` allows. */
export const patient = { mailTimeout: 10_000 };

/** An outbox with a message for some recipients, whose mail a server takes. */
export async function mailing(server: MailTarget['server'], ...emails: readonly string[]): Promise<Outbox> {
  const it = await outbox([], { mail: server });
  await it.listenTo(email.keep({ type: 'EMAIL', emails: [...emails] }));
  await it.raise(1);
  return it;
}

/** Waits until the rule is in that health. */
export const settled = async (it: Outbox, isFailing: boolean): Promise<boolean> =>
  await vi.waitUntil(async () => (await it.failing())[0] === isFailing, { timeout: 20_000 });
