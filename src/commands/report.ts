/** What a command tells while it works; the shells print it, and only they do. Texts may be foreign. */
export type Event =
  /** One line of what is going on. */
  | { readonly kind: 'info'; readonly message: string }
  /** Something to know that changes nothing. */
  | { readonly kind: 'notice'; readonly message: string }
  /** Something to mend that does not fail the run. */
  | { readonly kind: 'warning'; readonly message: string; readonly file?: string; readonly line?: number }
  /** How far the one write of a run has come: an interrupted run must say what was and was not sent. */
  | { readonly kind: 'sending'; readonly name: string }
  | { readonly kind: 'sent'; readonly name: string; readonly id: string | undefined };

export type Report = (event: Event) => void;

/** What an interrupted run has sent, as far as is known, given its last event on the matter. */
export function sentSoFar(last: Event | undefined): string {
  if (last?.kind === 'sent') return `${last.name} was recorded${last.id === undefined ? '' : ` as ${last.id}`}; the trail was not judged`;
  if (last?.kind === 'sending')
    return `${last.name} was on its way: it may or may not be recorded. Running the job again is safe: the latest record of a name decides`;
  return 'Nothing was sent';
}
