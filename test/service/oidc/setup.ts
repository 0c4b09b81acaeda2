import { onTestFinished } from 'vitest';
import { addOidcRule, createToken, type NewOidcRule, type ServiceOptions } from '../../../src/service/index.ts';
import { audience, startIssuer, type Claims, type Issuer } from '../../support/issuer.ts';
import { client, folder, token, world, type Answer, type World } from '../support.ts';

/** A service with an issuer on this machine, and the organization `acme`. */
export interface Door {
  readonly it: World;
  readonly issuer: Issuer;
  /** Adds a rule for `acme/shop`: that of a member, unless a test says otherwise. */
  readonly rule: (more?: Partial<NewOidcRule>) => Promise<string>;
  /** Sends an ID token, or one with these claims. */
  readonly exchange: (idToken?: string | Claims, org?: string) => Promise<Answer>;
}

export async function door(
  oidc: NonNullable<ServiceOptions['oidc']> = {},
  algorithm?: 'RS256' | 'ES256',
  more: Partial<ServiceOptions> = {},
): Promise<Door> {
  const dataDir = await folder();
  const issuer = await startIssuer(algorithm);
  onTestFinished(() => issuer.close());
  await createToken({ dataDir, user: 'ada', orgs: ['acme'], role: 'admin', token: `${token}-admin` });
  const it = await world(dataDir, { oidc: { allowsLoopback: true, ...oidc }, ...more });
  return {
    it,
    issuer,
    rule: async (more = {}) => {
      const usual = { org: 'acme', role: 'member', issuer: issuer.url, audience, repository: 'acme/shop', repositoryId: '4711' } as const;
      return (await addOidcRule(dataDir, { ...usual, ...more })).id;
    },
    exchange: async (idToken = {}, org = 'acme') => {
      const text = typeof idToken === 'string' ? idToken : await issuer.idToken(idToken);
      return await client(it.service.url, {}).json('POST', `/oidc/token/${org}`, { token: text });
    },
  };
}

/** The text of a refusal. */
export function words({ body, status }: Answer): string {
  const message: unknown = typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined;
  return `${status} ${String(message)}`;
}
