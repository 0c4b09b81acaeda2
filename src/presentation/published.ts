/** An audit that was handed in, or was to be. */
export interface PublishedFacts {
  readonly flow: string;
  readonly trail: string;
  readonly name: string;
  /** Why the record says no; absent where it does not. */
  readonly objection?: string;
  readonly outcome:
    | { readonly kind: 'recorded' | 'dry-run' }
    | { readonly kind: 'failed'; readonly message: string; readonly mayBeThere: boolean };
}

export function publishedWords({ flow, name, objection, outcome, trail }: PublishedFacts): string {
  const where = `${name} on trail ${trail} of flow ${flow}`;
  const no = objection === undefined ? '' : `, and ${outcome.kind === 'dry-run' ? 'would say' : 'says'} no: ${objection}`;
  switch (outcome.kind) {
    case 'recorded':
      return `The audit is recorded as ${where}${no}`;
    case 'dry-run':
      return `Dry run: nothing was sent; the audit would be recorded as ${where}${no}`;
    case 'failed': {
      const sent = outcome.mayBeThere ? 'may or may not be recorded as it should' : 'was not recorded';
      return `The audit ${sent} as ${where}: ${outcome.message.replace(/\.$/, '')}. Its reports are written`;
    }
  }
}
