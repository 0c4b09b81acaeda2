import type { MissingPage } from './graphql/connection.ts';

/**
 * The faults that a test can switch on. A place is a part of `METHOD path?query`, or of `POST /graphql NAME`; for a list of
 * GraphQL it is `PullRequest.reviews`. The first that fits counts.
 */
export interface Switches {
  /** GitHub says no, as often as `times` says: always if left out. */
  readonly refuse: (place: Place, refusal: Refusal, times?: number) => void;
  /**
   * Answers 403 with the words of a missing permission. For a field of GraphQL (`Commit.checkSuites`) it answers a null and its
   * error.
   */
  readonly forbid: (place: Place) => void;
  /** The limit of an hour, or the one on many requests at once. GraphQL answers it with 200. */
  readonly limit: (place: Place, limit: RateLimited) => void;
  /** Takes a page out of a list: the one before it says that it was the last, or goes on behind it. */
  readonly cutPage: (place: Place, page: number, how: MissingPage['how']) => void;
  /** Changes the answer: for answers that no honest server gives. They are not checked against the description. */
  readonly twist: (place: Place, change: (body: unknown) => unknown) => void;
  /** Headers next to those of the answer. */
  readonly addHeaders: (place: Place, headers: Readonly<Record<string, string>>) => void;
  /** Answers after so many milliseconds. */
  readonly slow: (place: Place, milliseconds: number) => void;
}

export type Place = string | RegExp;

export interface Refusal {
  readonly status: number;
  readonly message?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RateLimited {
  readonly kind: 'primary' | 'secondary';
  readonly times: number;
  /** Until it is over. */
  readonly seconds: number;
}

export interface Trouble {
  readonly switches: Switches;
  readonly refusal: (line: string) => (Refusal & { readonly body?: unknown }) | undefined;
  readonly missing: (place: string) => MissingPage | undefined;
  readonly forbidden: (field: string) => boolean;
  readonly change: (line: string) => ((body: unknown) => unknown) | undefined;
  readonly headers: (line: string) => Readonly<Record<string, string>>;
  readonly delay: (line: string) => number;
}

const words = 'Resource not accessible by integration';

export function openTrouble(): Trouble {
  const refusals: { place: Place; left: number; answer: (line: string) => Refusal & { readonly body?: unknown } }[] = [];
  const forbidden: Place[] = [];
  const pages: { place: Place; missing: MissingPage }[] = [];
  const changes: { place: Place; change: (body: unknown) => unknown }[] = [];
  const added: { place: Place; headers: Readonly<Record<string, string>> }[] = [];
  const delays: { place: Place; milliseconds: number }[] = [];
  const switches: Switches = {
    refuse: (place, refusal, times = Infinity) => void refusals.push({ place, left: times, answer: () => refusal }),
    forbid: (place) => {
      forbidden.push(place);
      refusals.push({ place, left: Infinity, answer: () => ({ status: 403, message: words }) });
    },
    limit: (place, { kind, seconds, times }) => void refusals.push({ place, left: times, answer: (line) => limited(line, kind, seconds) }),
    cutPage: (place, page, how) => void pages.push({ place, missing: { page, how } }),
    twist: (place, change) => void changes.push({ place, change }),
    addHeaders: (place, headers) => void added.push({ place, headers }),
    slow: (place, milliseconds) => void delays.push({ place, milliseconds }),
  };
  return {
    switches,
    refusal(line) {
      const found = refusals.find(({ left, place }) => left > 0 && fits(place, line));
      if (found === undefined) return undefined;
      found.left -= 1;
      return found.answer(line);
    },
    missing: (place) => pages.find((one) => fits(one.place, place))?.missing,
    forbidden: (field) => forbidden.some((place) => fits(place, field)),
    change: (line) => changes.find(({ place }) => fits(place, line))?.change,
    headers: (line) => added.find(({ place }) => fits(place, line))?.headers ?? {},
    delay: (line) => delays.find(({ place }) => fits(place, line))?.milliseconds ?? 0,
  };
}

function fits(place: Place, line: string): boolean {
  return typeof place === 'string' ? line.includes(place) : place.test(line);
}

/** As GitHub says it: docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api, and the same page for GraphQL. */
function limited(line: string, kind: RateLimited['kind'], seconds: number): Refusal & { readonly body?: unknown } {
  if (kind === 'secondary')
    return {
      status: 403,
      message: 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
      headers: { 'retry-after': String(seconds) },
    };
  const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000 + seconds)) };
  const message = 'API rate limit exceeded for installation.';
  if (line.includes('/graphql')) return { status: 200, headers, body: { errors: [{ type: 'RATE_LIMITED', message }] } };
  return { status: 403, message, headers };
}
