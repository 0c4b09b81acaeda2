/** A run that is judged only when it has finished, as plain data. */
export interface PendingFacts {
  /** Name of its workflow; foreign text. */
  readonly workflow: string;
  readonly state: 'requested' | 'in_progress' | 'waiting';
}

/** Why there is no verdict yet. */
export function pendingWords({ state, workflow }: PendingFacts): string {
  switch (state) {
    case 'requested':
      return `The run of ${workflow} has not begun`;
    case 'in_progress':
      return `The run of ${workflow} has not ended`;
    case 'waiting':
      return `The run of ${workflow} waits for somebody to approve it`;
  }
}
