import { neutralize } from '../../../text/index.ts';
import type { Outgoing, Undelivered } from '../target.ts';
import { wayTo, type Reachable } from './hosts.ts';
import { post, type Answer } from './post.ts';

/** The content that a kind of target sends to an address, and how it reads the answer. */
export interface Json {
  readonly content: object;
  readonly headers: (body: string) => Readonly<Record<string, string>>;
  /** The bytes of an answer that `judge` needs. */
  readonly reads: number;
  /** Why the message did not arrive, if the answer says so. Nothing of the answer's text may come back unread. */
  readonly judge: (answer: Answer) => Pick<Undelivered, 'why' | 'isFinal'> | undefined;
}

/** Sends JSON to the address of a target, once, if the operator lets messages go there; answers why it did not arrive. */
export async function sendJson(
  { secret: address = '', signal }: Outgoing,
  reachable: Reachable,
  { content, headers, judge, reads }: Json,
): Promise<Undelivered | undefined> {
  const url = new URL(address);
  const recipient = url.host;
  const way = await wayTo(url, reachable, signal);
  switch (way.kind) {
    case 'unnamed':
      return { recipient, why: 'the service was started without --webhook-host for it', isFinal: true };
    case 'forbidden':
      return { recipient, why: 'its name leads to an address that messages may not go to', isFinal: true };
    case 'unknown':
      return { recipient, why: 'its name is not known', isFinal: false };
    case 'open':
  }
  const body = JSON.stringify(content);
  try {
    const usual = { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'compliance-evidence' };
    const answer = await post(url, way.addresses, { headers: { ...usual, ...headers(body) }, body, reads, signal });
    const fault = judge(answer);
    return fault === undefined ? undefined : { recipient, ...fault, retryAfter: answer.retryAfter };
  } catch (error) {
    return { recipient, why: neutralize(reasonOf(error, signal)), isFinal: false };
  }
}

/** Never contains the address, which is a secret: the messages of `node:http` may name it. */
function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'it did not answer in time';
  if (!(error instanceof Error)) return 'the request failed';
  return `the request failed (${'code' in error && typeof error.code === 'string' ? error.code : error.name})`;
}
