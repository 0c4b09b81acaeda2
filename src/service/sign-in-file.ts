import { dirname, resolve } from 'node:path';
import { Type, type Static } from 'typebox';
import { roles } from '../contract/limits.ts';
import { wrongUse } from '../errors/index.ts';
import { docsPage } from '../text/index.ts';
import { isSafe } from './auth/oidc/issuer-keys.ts';
import { manyTenants, type People, type SignInSettings } from './auth/people/person.ts';
import { Refusal } from './evidence/refusal.ts';
import { checked, problemsOf } from './http/check.ts';
import { readYamlFile } from './http/yaml.ts';
import { readNamed } from './named-file.ts';
import type { Log } from './operation/log.ts';
import { readSecretFile } from './operation/secret-file.ts';

const Text = Type.String({ minLength: 1, maxLength: 512 });
const Texts = Type.Array(Text, { minItems: 1, maxItems: 1000 });
const ofGroups = Type.Record(Text, Type.Union(roles.map((role) => Type.Literal(role))), { minProperties: 1, maxProperties: 1000 });

/** The file of `serve --sign-in`. */
const SignInFile = Type.Object(
  {
    issuer: Text,
    client_id: Text,
    client_secret_file: Type.Optional(Text),
    scopes: Type.Optional(Texts),
    groups_claim: Type.Optional(Text),
    tenants: Type.Optional(Texts),
    verified_email: Type.Optional(Type.Boolean()),
    refused: Type.Optional(Texts),
    organizations: Type.Record(Text, ofGroups, { minProperties: 1, maxProperties: 1000 }),
  },
  { additionalProperties: false },
);

/** The way in that a file of YAML says, with the secret from the file that it names. Throws a UsageError that names each fault by its line. */
export async function readSignIn(file: string): Promise<(...means: [callback: () => string, log: Log]) => People> {
  const said = settingsIn(await readNamed('--sign-in', file), file);
  const { client_secret_file: secretFile, issuer, scopes = ['openid', 'profile', 'email'], tenants } = said;
  const url = URL.parse(issuer);
  if (url === null || !isSafe(url, true) || /[?#@]/.test(issuer))
    throw wrongUse(`${file}: issuer is no address of a provider: ${issuer}`, 'Write it in full, with https://.');
  if (!scopes.includes('openid')) throw wrongUse(`${file}: scopes leave out openid, so that nobody says who signs in`, 'Add openid.');
  if (manyTenants.test(issuer) && tenants === undefined)
    throw wrongUse(`${file}: issuer is of every tenant, and anybody can have one`, 'Name yours in it, or under tenants:');
  const settings: SignInSettings = {
    issuer,
    clientId: said.client_id,
    clientSecret: secretFile === undefined ? undefined : await secretIn(resolve(dirname(file), secretFile)),
    scopes,
    groupsClaim: said.groups_claim ?? 'groups',
    tenants,
    verifiedEmail: said.verified_email ?? false,
    refused: said.refused ?? [],
    organizations: new Map(Object.entries(said.organizations).map(([org, groups]) => [org, new Map(Object.entries(groups))])),
  };
  // Nobody else carries its library.
  const { openProvider } = await import('./auth/people/provider.ts');
  return (callback, log) => openProvider(settings, callback, log);
}

function settingsIn(bytes: Uint8Array, file: string): Static<typeof SignInFile> {
  try {
    return checked(SignInFile, readYamlFile(bytes, 'file', (value) => Object.entries(problemsOf(SignInFile, value) ?? {})).value);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const faults = Object.entries(error.errors ?? {}).map(([place, sentence]) => `${place} ${sentence}`);
    throw wrongUse(`${file} does not say how people sign in: ${faults.join(' ')}`, `See ${docsPage('sign-in.md')}`, error);
  }
}

async function secretIn(file: string): Promise<string> {
  const secret = (await readSecretFile(file, 'client_secret_file', 'Name a file.'))?.replace(/\r?\n$/, '') ?? '';
  if (/^[!-~]+$/.test(secret)) return secret;
  throw wrongUse(`client_secret_file is not there, or does not hold one secret: ${file}`, 'Write the secret into its first line.');
}
