import type { GitHubWorld, WorldAccount } from '../model.ts';
import type { GitPerson } from '../git-objects.ts';

const types = { person: 'User', bot: 'Bot', mannequin: 'Mannequin', organization: 'Organization' } as const;

/** The account of the world with this login. A login that the world does not know is a mistake of the test. */
export function accountOf({ accounts }: GitHubWorld, login: string): WorldAccount {
  const found = accounts.find((account) => account.login === login);
  if (found === undefined) throw new Error(`The world has no account ${login}.`);
  return found;
}

/** An account as an `Actor`. An account that is gone is null. Bots have no `[bot]` in their login here. */
export function actor(world: GitHubWorld, login: string | null): object | null {
  if (login === null) return null;
  const { id, kind = 'person' } = accountOf(world, login);
  return shown(types[kind], id, login);
}

/**
 * The actor of a commit. GitHub finds the account by the address. A bot comes as a `User` whose login ends in `[bot]`, and the
 * account that signs on GitHub's own pages does not come at all.
 */
export function gitActor(world: GitHubWorld, { date, email, name }: GitPerson): object {
  const found = world.accounts.find(({ emails }) => emails?.includes(email) === true);
  const user =
    found === undefined || found.login === 'web-flow'
      ? null
      : shown('User', found.id, found.kind === 'bot' ? `${found.login}[bot]` : found.login);
  return { __typename: 'GitActor', name, email, date, user };
}

function shown(type: string, id: number, login: string): object {
  return { __typename: type, id: `${type}_${id}`, databaseId: id, login, url: `https://github.com/${login}`, resourcePath: `/${login}` };
}

/** As REST shows it. */
export function loginOf(world: GitHubWorld, login: string): string {
  return accountOf(world, login).kind === 'bot' ? `${login}[bot]` : login;
}
