import { count } from '../../text/index.ts';
import { Refusal } from '../evidence/refusal.ts';
import { clientOf, openWindows } from '../operation/clients.ts';
import type { Log } from '../operation/log.ts';
import { tokenHash } from './authenticators.ts';

/** Different wrong tokens that one client may send in a window. Mistyping sends fewer, and guessing gets nowhere with so many. */
export const mostWrong = 60;
const windowMs = 60_000;

/** A shorter token might be guessed. The service's own have 46 characters or more (256 random bits); shorter ones are the operator's. */
const safeLength = 20;

/** Tokens of clients that are remembered, of each of two kinds. */
const mostMarks = 10_000;

/** Bounds how often a client may guess. `address` is that of the client, as a socket or a proxy says it. */
export interface Guesses {
  /** Throws a Refusal if this client sent too many wrong tokens to try this one now. */
  readonly admit: (address: string, secret: string) => void;
  readonly right: (address: string, secret: string) => void;
  /** Counts a wrong token, unless this client sent it before. Throws a Refusal if there were too many. */
  readonly wrong: (address: string, secret: string) => void;
}

/**
 * All wrong tokens of a client share one limit. One that comes again is no guess: a job whose token was mistyped, or taken back, is told so
 * each time. A right one passes all the same, so that nobody is locked out by somebody else at the same address. But a short token that
 * never passed from there is not even tried beyond the limit, because who guesses it must not learn that it is right.
 */
export function openGuesses(log: Log): Guesses {
  const windows = openWindows();
  const [known, tried] = [marks(), marks()];
  let toldAt = Number.NEGATIVE_INFINITY;
  const markOf = (client: string, secret: string) => `${client} ${tokenHash(secret)}`;

  function tell(client: string): void {
    if (performance.now() - toldAt < windowMs) return;
    toldAt = performance.now();
    log(`${client} sent more than ${count(mostWrong, 'wrong token')} within a minute, and is answered with 429. See who that is.`);
  }

  return {
    admit: (address, secret) => {
      if (secret.length >= safeLength) return;
      const client = clientOf(address);
      const { count: wrong, leftMs } = windows.look(client);
      if (wrong >= mostWrong && !known.has(markOf(client, secret))) throw tooMany(leftMs);
    },
    right: (address, secret) => {
      if (secret.length >= safeLength) return;
      known.add(markOf(clientOf(address), secret));
    },
    wrong: (address, secret) => {
      const client = clientOf(address);
      const mark = markOf(client, secret);
      const { count: wrong, leftMs } = tried.has(mark) ? windows.look(client) : windows.add(client, windowMs);
      tried.add(mark);
      if (wrong <= mostWrong) return;
      tell(client);
      throw tooMany(leftMs);
    },
  };
}

/** A set that forgets first what was added longest ago. */
function marks(): Pick<Set<string>, 'has'> & { readonly add: (mark: string) => void } {
  const all = new Set<string>();
  return {
    has: (mark) => all.has(mark),
    add: (mark) => {
      all.delete(mark);
      all.add(mark);
      const [first] = all;
      if (all.size > mostMarks && first !== undefined) all.delete(first);
    },
  };
}

function tooMany(leftMs: number): Refusal {
  return new Refusal('rate-limited', 'Too many tokens that this service does not know came from this address.', {
    fix: 'Check the token and the base URL, and ask again after the time in Retry-After.',
    retryAfter: Math.ceil(leftMs / 1000),
  });
}
