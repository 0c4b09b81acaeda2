import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Connection {
  readonly socket: Socket;
  readonly send: (bytes: string | Buffer) => void;
  /** All that the service has sent when it ends the connection; `broken` and the reason where that was nothing, and no usual end. */
  readonly whole: Promise<string>;
}

/** An open connection to a service, for what no client of HTTP would do. */
export async function open(url: string): Promise<Connection> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  const whole = wholeOf(socket);
  await once(socket, 'connect');
  return { socket, send: (bytes) => void socket.write(bytes), whole };
}

async function wholeOf(socket: Socket): Promise<string> {
  let all = '';
  try {
    for await (const piece of socket) all += String(piece);
  } catch (error) {
    // A service that ends a connection while more arrives resets it, after its answer.
    if (all === '') return `broken: ${String(error)}`;
  }
  return all;
}

/** The status and the message of the one answer in a text. */
export function answerIn(whole: string): readonly [status: number, message: unknown] {
  const [head = '', body = ''] = whole.split('\r\n\r\n');
  const { message }: { readonly message?: unknown } = JSON.parse(body);
  return [Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), message];
}
