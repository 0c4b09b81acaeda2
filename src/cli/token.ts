import { resolve } from 'node:path';
import { UsageError } from '../errors/index.ts';
import type { Terminal } from './terminal.ts';

const roles = ['admin', 'member', 'snapshotter', 'reader'] as const;

export interface TokenOptions {
  readonly data: string;
  readonly user: string;
  readonly org: readonly string[];
  readonly role: string;
  readonly token?: string;
}

/** `token create`: prints a token on a line of its own; only its hash is kept. */
export async function createToken(options: TokenOptions, terminal: Terminal): Promise<number> {
  const role = roles.find((name) => name === options.role);
  if (role === undefined)
    throw new UsageError('invalid-input', `--role does not know ${options.role}`, { fix: `Choose from ${roles.join(', ')}` });
  const service = await import('../service/index.ts');
  const token = await service.createToken({
    dataDir: resolve(options.data),
    user: options.user,
    orgs: options.org,
    role,
    ...(options.token === undefined ? {} : { token: options.token }),
  });
  if (token.length < 16)
    terminal.err(
      `${terminal.style('yellow', 'warning')}: a token of ${token.length} characters can be guessed; leave --token out to have one made`,
    );
  terminal.out(token);
  return 0;
}
