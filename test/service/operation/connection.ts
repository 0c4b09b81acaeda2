import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface Connection {
  readonly socket: Socket;
  readonly send: (bytes: string | Buffer) => void;
  /** All that the service has sent when it ends the connection. */
  readonly whole: Promise<string>;
}

/** An open connection to a service, for what no client of HTTP would do. */
export async function open(url: string): Promise<Connection> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  const whole = text(socket).catch((error: unknown) => `broken: ${String(error)}`);
  await once(socket, 'connect');
  return { socket, send: (bytes) => void socket.write(bytes), whole };
}

/** The status and the message of the one answer in a text. */
export function answerIn(whole: string): readonly [status: number, message: unknown] {
  const [head = '', body = ''] = whole.split('\r\n\r\n');
  const { message }: { readonly message?: unknown } = JSON.parse(body);
  return [Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), message];
}
