import { UsageError } from '../errors/index.ts';
import { dataDirectory } from './data-directory.ts';
import type { Terminal } from './terminal.ts';
import { given } from '../text/index.ts';

const roles = ['admin', 'member', 'snapshotter', 'auditor', 'reader'] as const;

export interface TokenOptions {
  readonly data: string;
  readonly user: string;
  readonly org: readonly string[];
  readonly role: string;
  readonly token?: string;
  /** A missing data directory is made. */
  readonly init?: boolean;
}

/** `token create`: prints a token on a line of its own; only its hash is kept. */
export async function createToken(options: TokenOptions, terminal: Terminal): Promise<number> {
  const role = roles.find((name) => name === options.role);
  if (role === undefined)
    throw new UsageError('invalid-input', `--role does not know ${options.role}`, { fix: `Choose from ${roles.join(', ')}` });
  const service = await import('../service/index.ts');
  const token = await service.createToken({
    dataDir: await dataDirectory(options.data, options.init === true),
    user: options.user,
    orgs: options.org,
    role,
    ...given({ token: options.token }),
  });
  if (token.length < 16)
    terminal.err(
      `${terminal.style('yellow', 'warning')}: a token of ${token.length} characters can be guessed; leave --token out to have one made`,
    );
  terminal.out(token);
  return 0;
}

/** `token list`: a line for each token that is valid, with its identifier, its user and the role in each organization. */
export async function listTokens({ data, json }: { readonly data: string; readonly json: boolean }, terminal: Terminal): Promise<number> {
  const service = await import('../service/index.ts');
  const tokens = await service.listTokens(data);
  if (json) {
    terminal.json({ tokens: tokens.map(({ id, user, roles }) => ({ id, user, organizations: grantsJson(roles) })) });
    return 0;
  }
  const { table } = await import('./table.ts');
  const rows = tokens.map(({ id, user, roles }) => [id, user, service.listOfGrants(roles)]);
  if (rows.length === 0) terminal.err('There are none');
  else terminal.out(table(['ID', 'USER', 'ORGANIZATIONS'], rows, [], terminal.columns, [0]));
  return 0;
}

function grantsJson(grants: ReadonlyMap<string, string>): readonly object[] {
  return [...grants].map(([org, role]) => ({ org, role }));
}

/** `token revoke`: says whose token it was. */
export async function revokeToken(data: string, id: string, terminal: Terminal): Promise<number> {
  const service = await import('../service/index.ts');
  const user = await service.revokeToken(data, id);
  terminal.out(`The token ${id} of ${user} is refused from now on.`);
  return 0;
}
