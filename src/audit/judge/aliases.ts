import type { Account, Signature } from '../facts/account.ts';
import type { LandingFact, Line } from '../facts/line.ts';
import { accountOf, isWebFlow, type People } from '../people/identity.ts';
import { plain, spellings } from '../people/names.ts';

/** Somebody whom a name stands for: a person by a key without meaning, an App by its own name. */
export type Named = { readonly kind: 'person'; readonly key: string } | { readonly kind: 'bot'; readonly login: string };

/** Whom each name, login and address of a collected file stands for. */
export type Aliases = ReadonlyMap<string, Named>;

/** The key of a signature's person: the number of the account, else the address. */
export function keyOf(signature: Signature, people: People): string {
  const id = accountOf(signature, people);
  return id === undefined ? signature.email.toLowerCase() : String(id);
}

/** Reads a collected file for the names of its people. A login decides before an address, and that before a name. */
export async function aliasesOf(lines: AsyncIterable<Line>, people: People): Promise<Aliases> {
  const logins = new Map<string, Named>();
  const addresses = new Map<string, Named>([...people].map(([address, id]) => [address, { kind: 'person', key: String(id) }]));
  const names = new Map<string, Named>();
  const add = (to: Map<string, Named>, text: string, named: Named): void => {
    if (!to.has(plain(text))) to.set(plain(text), named);
  };
  for await (const line of lines) {
    if (line.kind !== 'landing') continue;
    for (const account of accountsIn(line)) add(logins, account.login, namedBy(account));
    for (const signature of signaturesIn(line)) {
      const { account, email } = signature;
      const named = account?.kind === 'bot' ? namedBy(account) : ({ kind: 'person', key: keyOf(signature, people) } as const);
      add(addresses, email, named);
      for (const text of spellings(signature)) add(names, text, named);
    }
  }
  return new Map([...names, ...addresses, ...logins]);
}

function namedBy({ id, kind, login }: Account): Named {
  return kind === 'bot' ? { kind, login } : { kind, key: String(id) };
}

function signaturesIn({ landing, pulls }: LandingFact): readonly Signature[] {
  return [...landing.commits, ...pulls.flatMap(({ commits }) => commits)]
    .flatMap(({ author, coAuthors, committer }) => [author, committer, ...coAuthors])
    .filter(({ account }) => !isWebFlow(account));
}

function accountsIn(fact: LandingFact): readonly Account[] {
  const ofPulls = fact.pulls.flatMap(({ askedBy, mergedBy, openedBy, reviews }) => [
    openedBy,
    askedBy,
    mergedBy,
    ...reviews.map(({ by }) => by),
  ]);
  return [fact.landing.actor, fact.landing.deleted?.by ?? null, ...ofPulls, ...signaturesIn(fact).map(({ account }) => account)].filter(
    (account) => account !== null,
  );
}
