/** What a command tells while it works; the shells print it, and only they do. Texts may be foreign. */
export type Event =
  /** One line of what is going on. */
  | { readonly kind: 'info'; readonly message: string }
  /** How far something is that takes long; for people who wait, and no part of a log. */
  | { readonly kind: 'progress'; readonly message: string }
  /** Something to know that changes nothing. */
  | { readonly kind: 'notice'; readonly message: string }
  /** Something to fix that does not fail the run. */
  | { readonly kind: 'warning'; readonly message: string; readonly file?: string; readonly line?: number };

export type Report = (event: Event) => void;
