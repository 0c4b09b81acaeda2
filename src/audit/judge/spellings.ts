import type { Line } from '../facts/line.ts';
import { accountOf, isWebFlow, type People } from '../people/identity.ts';
import { plain, spellings } from '../people/names.ts';

/**
 * Numbers of accounts by whatever a service may call them: logins, names, addresses. It is read before anything is hidden, so
 * that who approved or overrode something is still told from who wrote it. Of two people with one name the first has it.
 */
export async function spellingsIn(lines: AsyncIterable<Line>, people: People): Promise<ReadonlyMap<string, number>> {
  const known = new Map(people);
  const add = (name: string, id: number): void => void (known.has(plain(name)) || known.set(plain(name), id));
  for await (const line of lines) {
    if (line.kind !== 'landing') continue;
    for (const { author, coAuthors, committer } of [...line.landing.commits, ...line.pulls.flatMap((pull) => pull.commits)]) {
      for (const signature of [author, committer, ...coAuthors]) {
        const id = isWebFlow(signature.account) ? undefined : accountOf(signature, people);
        if (id !== undefined) for (const name of spellings(signature)) add(name, id);
      }
    }
    for (const { askedBy, openedBy } of line.pulls)
      for (const account of [askedBy, openedBy]) if (account !== null) add(account.login, account.id);
  }
  return known;
}
