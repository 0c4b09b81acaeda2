import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { ContractError, ResponseError, wrongUse } from '../../errors/index.ts';
import { countAt, stringAt } from '../../text/index.ts';
import { askGitHub, isNotFound, type GitHubAccess, type TokenSource } from '../api.ts';

interface AppAccess extends Omit<GitHubAccess, 'token' | 'repository'> {
  /** App id or client id. */
  readonly id: string;
  /** PEM, as GitHub gave it. */
  readonly privateKey: string;
  readonly account: string;
  /** Gets each token before it is used, so that none is shown. */
  readonly hide: (token: string) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface AppTokens extends TokenSource {
  /** Valid for so many milliseconds at least; GitHub gives an hour. */
  validFor(time: number): Promise<string>;
}

/** By the clock of this machine, which need not be that of GitHub. */
const lifetime = 60 * 60_000;

/** A request begins with a token that is valid for this long; it may be repeated for a minute. */
const shortest = 5 * 60_000;

/**
 * GitHub's tokens end after an hour (docs.github.com, "Generating an installation access token for a GitHub App"). Throws a `UsageError`
 * where the key cannot be read.
 */
export function openAppTokens({ account, hide, id, now, privateKey, ...access }: AppAccess): AppTokens {
  const key = keyOf(privateKey);
  let installation: Promise<number> | undefined;
  let last: Promise<Issued> | undefined;

  const byApp = (route: string, parameters: Readonly<Record<string, string | number>>, purpose: string): Promise<unknown> => {
    const jwt = jwtOf(id, key, now());
    hide(jwt);
    return askGitHub(
      { ...access, token: jwt, repository: '' },
      { route, parameters, purpose, permission: 'contents: read', repeatable: true },
    );
  };
  const issue = async (): Promise<Issued> => {
    const begin = now();
    const installed = await (installation ??= installationOf(account, byApp));
    const route = 'POST /app/installations/{installation_id}/access_tokens';
    const answer = await byApp(route, { installation_id: installed }, 'make a token of the App’s installation');
    const token = stringAt(answer, 'token');
    if (token === undefined || !/^[\x21-\x7E]{1,2000}$/.test(token))
      throw new ContractError('wrong-shape', 'GitHub’s answer has no token of the App’s installation', {
        path: '$.token',
        fix: 'Run the job again',
      });
    hide(token);
    return { token, until: begin + lifetime };
  };
  const next = (): Promise<Issued> => {
    const making = issue().catch((error: unknown) => {
      // The next question asks again.
      installation = undefined;
      last = undefined;
      throw error;
    });
    last = making;
    return making;
  };
  const validFor = async (time: number): Promise<string> => {
    const issued = await (last ?? next());
    return (issued.until - now() >= time ? issued : await next()).token;
  };
  return {
    validFor,
    current: () => validFor(shortest),
    async instead(of) {
      const issued = await (last ?? next());
      // Another request may have replaced it already.
      return (issued.token === of ? await next() : issued).token;
    },
  };
}

interface Issued {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

function keyOf(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'rsa') return key;
  } catch {
    // The text of the error could hold a piece of the key.
  }
  throw wrongUse(
    'app-private-key is no RSA private key in PEM',
    'Store the file that GitHub gave when the key was made, with its line breaks and its first and last line',
  );
}

/** GitHub takes 10 minutes at most, and asks to begin a minute ago, because clocks differ (docs.github.com, "Generating a JSON Web Token"). */
function jwtOf(id: string, key: KeyObject, now: number): string {
  const seconds = Math.floor(now / 1000);
  const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded({ iat: seconds - 60, exp: seconds + 540, iss: id })}`;
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`;
}

type AskApp = (route: string, parameters: Readonly<Record<string, string>>, purpose: string) => Promise<unknown>;

/** An account is an organization or a user, and GitHub has a question for each. */
async function installationOf(account: string, ask: AskApp): Promise<number> {
  const purpose = `tell where the App is installed on ${account}`;
  try {
    return idOf(await ask('GET /orgs/{org}/installation', { org: account }, purpose));
  } catch (error) {
    if (!isNotFound(error)) throw refused(error, account);
  }
  try {
    return idOf(await ask('GET /users/{username}/installation', { username: account }, purpose));
  } catch (error) {
    throw refused(error, account);
  }
}

function idOf(answer: unknown): number {
  const id = countAt(answer, 'id');
  if (id !== undefined && id > 0) return id;
  throw new ContractError('wrong-shape', 'GitHub’s answer has no id of the installation', { path: '$.id', fix: 'Run the job again' });
}

function refused(error: unknown, account: string): unknown {
  if (!(error instanceof ResponseError)) return error;
  const { request, serverMessage, status } = error;
  const seen = { status, request, cause: error, ...(serverMessage === undefined ? {} : { serverMessage }) };
  if (error.code === 'not-found')
    return new ResponseError('unauthorized', `The App is not installed on ${account}`, {
      ...seen,
      fix: `Install the App on ${account}, in its settings under "Install App", or correct \`organization\``,
    });
  if (error.code === 'forbidden')
    return new ResponseError('forbidden', `GitHub refuses the App on ${account}`, {
      ...seen,
      fix: `Look in the settings of ${account} whether the App is suspended there`,
    });
  if (error.code !== 'unauthorized') return error;
  return new ResponseError('unauthorized', 'GitHub does not know the App by app-id and app-private-key', {
    ...seen,
    fix: 'Take both from the settings of the same App; look at the clock of this machine too: GitHub refuses a moment in the future',
  });
}
