/** The answer of one person to an approval. */
interface Said {
  readonly state: 'APPROVED' | 'UNAPPROVED';
}

/** The state of an approval: one no is a no, and a yes needs somebody who says it; where nobody has said anything it is only requested. */
export function approvalState(said: readonly Said[]): 'APPROVED' | 'UNAPPROVED' | 'PENDING' {
  if (said.some(({ state }) => state !== 'APPROVED')) return 'UNAPPROVED';
  return said.length === 0 ? 'PENDING' : 'APPROVED';
}
