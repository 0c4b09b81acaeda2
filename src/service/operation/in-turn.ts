import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Real clients wait for each answer; those few that do not send no more ahead than this. */
const mostWaiting = 32;

interface Line {
  last: ServerResponse;
  waiting: number;
}

/**
 * Handles the requests of one connection one after the other, and lets other connections have their turn in between. A client may
 * send the next ones before it has its answers: 800 that come in one piece would otherwise be handled in one go, for as long as
 * everybody else waits. A connection on which too many wait is ended.
 */
export function inTurn(handle: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, Line>();
  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket);
    if (line === undefined || line.last.writableFinished) {
      lines.set(socket, { last: response, waiting: 0 });
      handle(request, response);
      return;
    }
    const before = line.last;
    line.last = response;
    line.waiting += 1;
    if (line.waiting > mostWaiting) {
      socket.destroy();
      return;
    }
    before.once('close', () =>
      setImmediate(() => {
        line.waiting -= 1;
        if (!socket.destroyed) handle(request, response);
      }),
    );
  };
}
