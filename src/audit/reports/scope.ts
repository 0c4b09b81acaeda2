import type { Header } from '../facts/line.ts';

/** The repository and its branches, as a report names them. Foreign text as it came. */
export function placeWords({ branches, repository }: Header): string {
  const names = branches.map(({ name }) => name).join(', ');
  return `${repository ?? 'this repository'}${names === '' ? '' : `, ${branches.length === 1 ? 'branch' : 'branches'} ${names}`}`;
}

/** From when until when, and by whose clock. */
export function periodWords({ period }: Header): string {
  const { by, since, sinceSha, until } = period;
  switch (by) {
    case 'landing':
      return `what landed from ${since ?? 'the beginning'} up to ${until}, by GitHub's clock`;
    case 'committer-date':
      return `what was committed from ${since ?? 'the beginning'} up to ${until}: the dates are a claim of whoever committed`;
    case 'commits':
      return `what is reachable from the tips and not from ${sinceSha ?? 'any commit before'}`;
  }
}
