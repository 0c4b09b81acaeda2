import type { GitHubWorld } from '../model.ts';
import { accountOf } from '../graphql/accounts.ts';

/** An account as REST shows it: a bot has `[bot]` in its login here. */
export function simpleUser(world: GitHubWorld, login: string | null): object | null {
  if (login === null) return null;
  const { id, kind = 'person' } = accountOf(world, login);
  const name = kind === 'bot' ? `${login}[bot]` : login;
  const api = `https://api.github.com/users/${encodeURIComponent(name)}`;
  return {
    login: name,
    id,
    node_id: `U_${id}`,
    avatar_url: `https://avatars.githubusercontent.com/u/${id}`,
    gravatar_id: '',
    url: api,
    html_url: `https://github.com/${kind === 'bot' ? `apps/${login}` : login}`,
    followers_url: `${api}/followers`,
    following_url: `${api}/following`,
    gists_url: `${api}/gists`,
    starred_url: `${api}/starred`,
    subscriptions_url: `${api}/subscriptions`,
    organizations_url: `${api}/orgs`,
    repos_url: `${api}/repos`,
    events_url: `${api}/events`,
    received_events_url: `${api}/received_events`,
    type: kind === 'bot' ? 'Bot' : kind === 'organization' ? 'Organization' : 'User',
    site_admin: false,
  };
}
