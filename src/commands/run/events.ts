/** An event while a command works. Only the shells print it. Texts may be foreign. */
export type Event =
  /** One line about the work. */
  | { readonly kind: 'info'; readonly message: string }
  /** Progress of something that takes long: for people who wait, not for a log. */
  | { readonly kind: 'progress'; readonly message: string }
  /** Information that changes nothing. */
  | { readonly kind: 'notice'; readonly message: string }
  /** Something to fix that does not fail the run. */
  | { readonly kind: 'warning'; readonly message: string; readonly file?: string; readonly line?: number };

export type Report = (event: Event) => void;
