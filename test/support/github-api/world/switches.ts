/** What a test can make go wrong. A place is a part of `METHOD path?query`, or of `POST /graphql NAME`. */
export interface Switches {
  /** GitHub says no, as often as `times` says: always if left out. */
  refuse(place: string | RegExp, refusal: Refusal, times?: number): void;
  /** 403 with the words of a permission that is missing. */
  forbid(place: string | RegExp): void;
  /** The limit of an hour, or the one on many requests at once; over when GitHub's own clock says so. GraphQL answers it with 200. */
  limit(place: string | RegExp, limit: RateLimited): void;
  /** Takes a page out of a list: the one before it says that it was the last, or goes on behind it. */
  cutPage(place: string | RegExp, page: number, how: 'end' | 'skip'): void;
  /** Changes what is answered: for answers that no honest server gives. */
  twist(place: string | RegExp, change: (body: unknown) => unknown): void;
  /** Answers after so many milliseconds. */
  slow(place: string | RegExp, milliseconds: number): void;
}

export interface Refusal {
  readonly status: number;
  readonly message?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RateLimited {
  readonly kind: 'primary' | 'secondary';
  readonly times: number;
  /** Seconds until it is over. */
  readonly seconds: number;
}
