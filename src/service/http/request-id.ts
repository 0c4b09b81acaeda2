import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The form of an id that a caller or a proxy may choose: nothing that a log or a header could trip over. */
const form = /^[\w.:+/=@-]{1,128}$/;

/** The id by which a request is found in the logs: that of its header `x-request-id`, or a new one. */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && form.test(sent) ? sent : randomUUID();
}
