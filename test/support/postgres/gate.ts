import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Gate {
  /** The same URL, through the gate. */
  readonly url: string;
  /** From the next piece on that has such a text, nothing comes back; the connection is cut once the server has answered. */
  readonly loseAnswerTo: (text: string) => void;
  /** Cuts the connection in place of the answer to the next commit after such a text. */
  readonly loseCommitAfter: (text: string) => void;
  /** Cuts the connection when such a text is on its way, and does not pass it on. */
  readonly cutBefore: (text: string) => void;
  readonly cuts: () => number;
  /** Shut: from the next cut on nobody comes through. */
  readonly shutAfterCut: (isShut: boolean) => void;
}

/** A connection to a server that can be cut at a chosen moment. */
export async function openGate(to: string): Promise<Gate> {
  const { hostname, port } = new URL(to);
  let [before, after, marked, cuts, isShut] = ['', '', '', 0, false];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    if (isShut && cuts > 0) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(port), hostname);
    let [isLost, isMarked] = [false, false];
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    const cut = () => {
      cuts += 1;
      end();
      if (isShut) for (const socket of sockets) socket.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', end).on('close', end);
    }
    client.on('data', (chunk) => {
      if (before !== '' && chunk.includes(before)) {
        before = '';
        cut();
        return;
      }
      if (after !== '' && chunk.includes(after)) [after, isLost] = ['', true];
      if (marked !== '' && chunk.includes(marked)) [marked, isMarked] = ['', true];
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      const isCommit = chunk.includes('COMMIT');
      if (!isLost && !(isMarked && isCommit)) client.write(chunk);
      else if (isCommit) cut();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const url = new URL(to);
  if (address !== null && typeof address !== 'string') url.port = String(address.port);
  return {
    url: url.href,
    loseAnswerTo: (text) => void (after = text),
    loseCommitAfter: (text) => void (marked = text),
    cutBefore: (text) => void (before = text),
    cuts: () => cuts,
    shutAfterCut: (now) => void (isShut = now),
  };
}
