import { createServer, type AddressInfo, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';
import type { MailServer } from '../../../../src/service/notify/hosts.ts';
import { certificates } from '../trusted.ts';

/** A mail as the server got it. */
export interface Got {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
  readonly isEncrypted: boolean;
  readonly user: string | undefined;
}

export interface MailTarget {
  readonly server: MailServer;
  readonly got: readonly Got[];
  /** Sets the answer about a recipient from now on: a code with a text, or nothing when the recipient is welcome. */
  refuse(to: string, answer: string | undefined): void;
  /** Sets the answer to each mail from now on. `cut` takes it, and ends the connection. */
  answer(next: string | undefined): void;
}

/** A real mail server on this machine, until the test ends. By default it asks for nothing. */
export async function mailTarget(options: SMTPServerOptions = {}, more: Partial<MailServer> = {}): Promise<MailTarget> {
  const got: Got[] = [];
  const refused = new Map<string, string>();
  let said: string | undefined;
  const smtp = new SMTPServer({
    ...certificates.localhost,
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 10,
    onRcptTo: ({ address }, _session, done) => done(errorOf(refused.get(address.toLowerCase()))),
    onData: (stream, { envelope, secure, user }, done) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => void (text += chunk.toString('utf8')));
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        got.push({ from, to, text, isEncrypted: secure, user: typeof user === 'string' ? user : undefined });
        if (said === 'cut') for (const socket of sockets) socket.destroy();
        else done(errorOf(said));
      });
    },
    ...options,
  });
  smtp.on('error', () => {});
  const sockets = new Set<Socket>();
  smtp.server.on('connection', (socket: Socket) => void sockets.add(socket));
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => smtp.close(resolve));
  });
  return {
    server: serverAt(Object(smtp.server.address()), more),
    got,
    refuse: (to, answer) => void (answer === undefined ? refused.delete(to) : refused.set(to, answer)),
    answer: (next) => void (said = next),
  };
}

/** A server that answers each connection with a text of our own, and then nothing. */
export async function deafTarget(greeting: string): Promise<MailServer> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {}).write(greeting);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return serverAt(Object(server.address()), {});
}

function serverAt({ port }: AddressInfo, more: Partial<MailServer>): MailServer {
  return { host: '127.0.0.1', port, security: 'none', login: undefined, from: 'evidence@acme.example', ...more };
}

function errorOf(answer: string | undefined): Error | undefined {
  if (answer === undefined) return undefined;
  return Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) });
}
