import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Real clients wait for each answer; those few that do not send no more ahead than this. */
const mostWaiting = 32;

/** Characters of all headers that wait on one connection, as many as one request may have. */
const mostCharacters = 64 * 1024;

interface Line {
  last: ServerResponse;
  waiting: number;
  characters: number;
}

/**
 * Handles the requests of one connection one after the other, and lets other connections have their turn in between. A client may
 * send the next ones before it has its answers: 800 that come in one piece would otherwise be handled in one go, for as long as
 * everybody else waits. The same holds for hundreds of connections together: one request that waited begins in each turn of the event loop,
 * so that who just came waits for one of them, and not for all. A connection on which too many wait, or too long ones, is ended.
 */
export function inTurn(handle: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, Line>();
  const begin = oneEachTurn();
  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket);
    if (line === undefined || line.last.writableFinished) {
      lines.set(socket, { last: response, waiting: 0, characters: 0 });
      handle(request, response);
      return;
    }
    const before = line.last;
    line.last = response;
    const characters = sizeOf(request);
    line.waiting += 1;
    line.characters += characters;
    if (line.waiting > mostWaiting || line.characters > mostCharacters) {
      socket.destroy();
      return;
    }
    before.once('close', () =>
      begin(() => {
        line.waiting -= 1;
        line.characters -= characters;
        if (!socket.destroyed) handle(request, response);
      }),
    );
  };
}

function sizeOf({ rawHeaders, url = '' }: IncomingMessage): number {
  return rawHeaders.reduce((sum, { length }) => sum + length, url.length);
}

/** Runs what it is given in the order in which it came, one in each turn of the event loop. */
function oneEachTurn(): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  const next = (): void => {
    waiting[0]?.();
    waiting.shift();
    if (waiting.length > 0) setImmediate(next);
  };
  return (work) => {
    waiting.push(work);
    if (waiting.length === 1) setImmediate(next);
  };
}
