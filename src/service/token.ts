import { randomBytes } from 'node:crypto';
import { UsageError } from '../errors/index.ts';
import { matches } from '../contract/index.ts';
import { tokenHash } from './auth/token.ts';
import { openBackend, openStore, type LiveToken, type Role, type Store } from './store/index.ts';

export interface TokenRequest {
  readonly dataDir: string;
  readonly user: string;
  readonly orgs: readonly string[];
  readonly role: Role;
  /** A token that the caller made; otherwise one of 256 random bits is made. */
  readonly token?: string;
}

/**
 * Creates the user and the organizations if they are missing, and answers a token with this role in each of these organizations,
 * and never with more. The token is not kept and cannot be shown again. The same token with the same role and organizations gives
 * the same answer. May run next to a service on the same data directory. Throws a UsageError.
 */
export async function createToken({
  dataDir,
  user,
  orgs,
  role,
  token = `ce_${randomBytes(32).toString('base64url')}`,
}: TokenRequest): Promise<string> {
  const wrong = orgs.find((org) => !matches('orgName', org));
  if (wrong !== undefined) {
    throw new UsageError('invalid-input', `'${wrong}' is no name for an organization.`, {
      fix: 'Use letters, digits and - _ . ~, and begin with a letter or digit.',
    });
  }
  if (orgs.length === 0) throw new UsageError('missing-input', 'A token needs at least one organization.', { fix: 'Add --org NAME.' });
  if (!/^\S[^\u0000-\u001F\u007F]{0,254}$/u.test(user)) {
    throw new UsageError('invalid-input', 'A user needs a name of 1 to 255 characters on one line.', { fix: 'Set --user NAME.' });
  }
  if (!/^[\u0021-\u0039\u003B-\u007E]{1,512}$/.test(token)) {
    throw new UsageError('invalid-input', 'A token must be 1 to 512 visible ASCII characters without a colon.', {
      fix: 'Leave --token out to have one made.',
    });
  }
  const store = await openStore(dataDir);
  try {
    const result = await store.addToken({ hash: tokenHash(token), user, orgs, role });
    switch (result.outcome) {
      case 'added':
      case 'there':
        return token;
      case 'other-user':
        throw new UsageError('conflicting-inputs', 'This token belongs to another user.', { fix: 'Leave --token out to have one made.' });
      case 'other-grants':
        throw new UsageError('conflicting-inputs', `This token is for ${listOfGrants(result.grants)}, and that never changes.`, {
          fix: 'Leave --token out to have another one made, and take this one back with `token revoke` if nobody needs it any more.',
        });
    }
  } finally {
    await store.close();
  }
}

/** The organizations of a token with its role in each, for example `acme (member), globex (member)`. */
export function listOfGrants(grants: ReadonlyMap<string, string>): string {
  return [...grants].map(([org, role]) => `${org} (${role})`).join(', ');
}

/** Every token that is valid, by user. The tokens themselves are not kept, so they cannot be shown. */
export function listTokens(dataDir: string): Promise<readonly LiveToken[]> {
  return inData(dataDir, (store) => store.listTokens());
}

/**
 * Revokes a token by its identifier: from then on it is refused, also by a running service. Everything that was recorded with it
 * stays, and so does the record of the token. Answers the name of its user. Throws a UsageError.
 */
export async function revokeToken(dataDir: string, id: string): Promise<string> {
  const user = await inData(dataDir, (store) => store.revokeToken(id));
  if (user !== undefined) return user;
  throw new UsageError('invalid-input', `No token has the identifier '${id}'.`, {
    fix: 'Run `token list` with the same --data: it shows the identifiers of all tokens that are valid.',
  });
}

/** Does something with an existing data directory. */
async function inData<Result>(dataDir: string, step: (store: Store) => Promise<Result>): Promise<Result> {
  await openBackend(dataDir).find();
  const store = await openStore(dataDir);
  try {
    return await step(store);
  } finally {
    await store.close();
  }
}
