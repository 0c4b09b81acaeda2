import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on a free port of loopback. */
export interface Listening {
  readonly port: number;
  /** `127.0.0.1:port` */
  readonly host: string;
  readonly url: string;
  /** Ends its connections as well. */
  readonly close: () => Promise<void>;
}

export async function listenOnLoopback(server: Server): Promise<Listening> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port }: AddressInfo = Object(server.address());
  const host = `127.0.0.1:${port}`;
  return {
    port,
    host,
    url: `http://${host}`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** A port of loopback that nobody listens on, for a program that cannot choose one by itself. */
export async function freePort(): Promise<number> {
  const { close, port } = await listenOnLoopback(createServer());
  await close();
  return port;
}
