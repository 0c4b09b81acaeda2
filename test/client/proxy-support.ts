import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { shop, token, trailNamed } from './setup.ts';

export const fixture = (name: string): string => fileURLToPath(new URL(`../fixtures/tls/${name}`, import.meta.url));

/** A server on a free loopback port. */
export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

async function listen(server: Server): Promise<Listening> {
  // The sockets of tunnels as well, which are not connections of the server any more.
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((fulfil) => server.listen(0, '127.0.0.1', fulfil));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a port was expected');
  return {
    port: address.port,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((fulfil) => server.close(fulfil));
    },
  };
}

/** A service of the host `evidence.test`, by a certificate of its own authority. */
export async function openService(): Promise<Listening & { readonly requests: readonly IncomingMessage[] }> {
  const requests: IncomingMessage[] = [];
  const server = createTlsServer(
    { key: readFileSync(fixture('evidence.key')), cert: readFileSync(fixture('evidence.pem')) },
    (request, response) => {
      requests.push(request);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(trailNamed(shop.trail_name)));
    },
  );
  return { ...(await listen(server)), requests };
}

/** One request to a proxy, and all bytes that went through it to the service. */
export interface Asked {
  readonly target: string;
  readonly authorization: string | undefined;
  readonly carried: Buffer[];
}

export interface RealProxy extends Listening {
  readonly asked: readonly Asked[];
}

/** A proxy that knows only CONNECT, and leads every host of `.test` to `to`. It forbids other hosts. */
export async function openProxy(to: Listening, options: { readonly tls?: boolean; readonly silent?: boolean } = {}): Promise<RealProxy> {
  const asked: Asked[] = [];
  const note = (request: IncomingMessage): Asked => {
    const one = { target: `${request.method} ${request.url}`, authorization: request.headers['proxy-authorization'], carried: [] };
    asked.push(one);
    return one;
  };
  const server =
    options.tls === true
      ? createTlsServer({ key: readFileSync(fixture('server.key')), cert: readFileSync(fixture('server.pem')) })
      : createServer();
  server.on('request', (request, response) => {
    note(request);
    response.writeHead(502).end();
  });
  server.on('connect', (request, socket) => {
    const { carried } = note(request);
    socket.on('error', () => undefined);
    if (options.silent === true) return;
    if (!/\.test:\d+$/.test(request.url ?? '')) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const upstream = connect(to.port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      socket.on('data', (chunk: Buffer) => carried.push(chunk));
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('close', () => upstream.destroy());
  });
  return { ...(await listen(server)), asked };
}

/**
 * Reads the trail in a Node of its own, which reads NODE_EXTRA_CA_CERTS when it starts. Resolves to the outcome and the messages.
 */
export function readElsewhere(url: string, env: NodeJS.ProcessEnv): Promise<string> {
  const client = new URL('../../src/client/index.ts', import.meta.url).href;
  const program = `
    import { getTrail, openTransport, startDeadline } from ${JSON.stringify(client)};
    const said = [];
    try {
      const transport = openTransport({
        baseUrl: new URL(${JSON.stringify(`${url}/api/v2`)}),
        token: ${JSON.stringify(token)},
        userAgent: 'test',
        network: process.env,
        retry: { attempts: 1, first: 1, longest: 1, random: () => 0 },
        onNotice: (sentence) => said.push(sentence),
      });
      said.push('read ' + (await getTrail({ transport, deadline: startDeadline(10_000) }, ${JSON.stringify(shop)})).name);
      transport.close();
    } catch (error) {
      said.push(error.code + ': ' + error.message + ' / ' + error.fix);
    }
    console.log(said.join('\\n'));
    process.exit();
  `;
  return new Promise((fulfil, reject) => {
    execFile(
      process.execPath,
      ['--input-type=module', '-e', program],
      { env: { PATH: process.env['PATH'] ?? '', ...env } },
      (error, stdout, stderr) => (error === null ? fulfil(`${stdout}${stderr}`.trim()) : reject(error)),
    );
  });
}
