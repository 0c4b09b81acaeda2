import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Does something to the next piece on one connection. */
type Trap = (pair: Pair, chunk: Buffer) => void;

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
}

/** The way between services and the server of their database, which can break as a network does. */
export interface Wire {
  readonly port: number;
  /** Cuts the open connections too. */
  readonly leadTo: (port: number) => void;
  /** Cuts all connections. While it is shut, no new one gets through. */
  readonly cut: (isShut: boolean) => void;
  readonly stall: (isStalled: boolean) => void;
  /** The trap gets the next piece of a service, or the next one of the server with this text. */
  readonly onRequest: (trap: Trap) => void;
  readonly onAnswer: (text: string, trap: Trap) => void;
  /** Takes a waiting trap away; says whether there was one. */
  readonly disarm: () => boolean;
  readonly close: () => void;
}

export async function openWire(to: number): Promise<Wire> {
  let [target, isShut, isStalled] = [to, false, false];
  let request: Trap | undefined;
  let answer: { readonly text: string; readonly trap: Trap } | undefined;
  const pairs = new Set<Pair>();
  const end = ({ client, server }: Pair): void => {
    client.destroy();
    server.destroy();
  };

  const listener = createServer((client) => {
    if (isShut) {
      client.destroy();
      return;
    }
    const pair: Pair = { client, server: connect(target, '127.0.0.1') };
    pairs.add(pair);
    for (const socket of [pair.client, pair.server]) {
      socket.setNoDelay(true);
      if (isStalled) socket.pause();
      socket.on('error', () => {});
    }
    pair.server.on('close', () => client.destroy());
    client.on('close', () => {
      pairs.delete(pair);
      // A piece that is still on its way to the server arrives.
      pair.server.end();
    });
    client.on('data', (chunk) => {
      const trap = request;
      request = undefined;
      if (trap === undefined) pair.server.write(chunk);
      else trap(pair, chunk);
    });
    pair.server.on('data', (chunk) => {
      const trap = answer !== undefined && chunk.includes(answer.text) ? answer.trap : undefined;
      if (trap !== undefined) answer = undefined;
      if (trap === undefined) client.write(chunk);
      else trap(pair, chunk);
    });
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('The wire has no port.');

  const cut = (): void => pairs.forEach(end);
  return {
    port: address.port,
    leadTo: (port) => {
      target = port;
      cut();
    },
    cut: (shut) => {
      isShut = shut;
      cut();
    },
    stall: (stalled) => {
      isStalled = stalled;
      for (const socket of [...pairs].flatMap(({ client, server }) => [client, server])) {
        if (stalled) socket.pause();
        else socket.resume();
      }
    },
    onRequest: (trap) => void (request = trap),
    onAnswer: (text, trap) => void (answer = { text, trap }),
    disarm: () => {
      const isWaiting = request !== undefined || answer !== undefined;
      [request, answer] = [undefined, undefined];
      return isWaiting;
    },
    close: () => {
      listener.close();
      cut();
    },
  };
}
