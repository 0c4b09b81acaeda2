import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';

/** The words of a server to a client that it lets in: `AuthenticationOk`, `BackendKeyData`, `ReadyForQuery`. */
const letIn = Buffer.from('5200000008000000004b0000000c00000001000000015a0000000549', 'hex');

/**
 * A pooler in front of a server that gives each transaction any session that is free, as PgBouncer does with
 * `pool_mode = transaction`. Answers its URL.
 */
export async function openPooler(to: string): Promise<string> {
  const free: Client[] = [];
  const all: Client[] = [];
  const take = async (): Promise<Client> => {
    const known = free.pop();
    if (known !== undefined) return known;
    const made = new Client(to);
    made.on('error', () => {});
    await made.connect();
    all.push(made);
    return made;
  };
  const server = createServer((client) => void serve(client, take, (each) => free.push(each)).catch(() => client.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    for (const { connection } of all) connection.stream.destroy();
  });
  const url = new URL(to);
  const address = server.address();
  url.port = String(typeof address === 'object' ? address?.port : '');
  return url.href;
}

async function serve(client: Socket, take: () => Promise<Client>, giveBack: (upstream: Client) => void): Promise<void> {
  client.on('error', () => {});
  await once(client, 'data');
  client.write(letIn);
  let upstream: Client | undefined;
  for await (const piece of client as AsyncIterable<Buffer>) {
    if (piece[0] === 0x58) break;
    if (upstream === undefined) {
      const taken = await take();
      upstream = taken;
      const stream = taken.connection.stream;
      stream.removeAllListeners('data');
      let rest = Buffer.alloc(0);
      stream.on('data', (answer: Buffer) => {
        rest = Buffer.concat([rest, answer]);
        let isOver = false;
        while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
          const end = 1 + rest.readInt32BE(1);
          // `ReadyForQuery` outside a transaction.
          isOver = rest[0] === 0x5a && rest[5] === 0x49;
          rest = rest.subarray(end);
        }
        if (isOver) {
          upstream = undefined;
          giveBack(taken);
        }
        client.write(answer);
      });
    }
    upstream.connection.stream.write(piece);
  }
}

/** A pooler that has so many sessions: it takes any number of connections, and is silent on those that got none. Answers its URL. */
export async function openSmallPooler(to: string, sessions: number): Promise<string> {
  const target = new URL(to);
  let used = 0;
  const server = createServer((client) => {
    client.on('error', () => {});
    if (used === sessions) {
      // It lets in those without a session later than the others were answered.
      client.once('data', () => void setTimeout(() => client.write(letIn), 200));
      return;
    }
    used += 1;
    const upstream = connect(Number(target.port), target.hostname);
    upstream.on('error', () => {});
    client.pipe(upstream).pipe(client);
    client.on('close', () => {
      used -= 1;
      upstream.destroy();
    });
    upstream.on('close', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const url = new URL(to);
  url.port = String(typeof address === 'object' ? address?.port : '');
  return url.href;
}
