import { verify } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { stringAt, valueAt } from '../../../../src/text/index.ts';
import { serveGit } from '../../git-http.ts';
import { listenOnLoopback } from '../../loopback.ts';
import { holdTo, sendReply, type Reply } from '../answering.ts';
import { firstOf, object, readOperations, type Operation } from '../operations.ts';
import type { GitHubWorld } from '../world/model.ts';
import { openGitHubWorld, type OpenWorld } from '../world/open.ts';

/** A repository of an organization. A test may change it between two requests. */
export interface HostedRepository {
  readonly id: number;
  name: string;
  readonly world: GitHubWorld;
  readonly createdAt: string;
  pushedAt: string;
  readonly updatedAt?: string;
  readonly size: number;
  archived?: boolean;
  /** The App is not installed on it. */
  unseen?: boolean;
  /** Only an owner sees it in a list. */
  hidden?: boolean;
}

interface HostedOrganization {
  readonly login: string;
  /** Holds the bare repositories: `login/name` below it. */
  readonly folder: string;
  readonly repositories: HostedRepository[];
  /** The key of the App that is installed on it, and the App's id. */
  readonly app?: { readonly id: string; readonly publicKey: string };
}

/** The account behind a token. */
interface KnownToken {
  readonly kind: 'installation' | 'owner' | 'member';
  /** Until when GitHub takes it, in milliseconds since 1970. */
  until: number;
}

/** An organization behind one address: its lists, its App, and a world for each of its repositories. */
export interface OrganizationApi {
  readonly url: string;
  readonly repositories: HostedRepository[];
  readonly worlds: ReadonlyMap<string, OpenWorld>;
  readonly tokens: Map<string, KnownToken>;
  readonly asked: readonly string[];
  /** Requests of git. */
  readonly cloned: readonly string[];
  readonly breaches: readonly string[];
  /** How many tokens the App was given. */
  readonly issued: () => number;
  /** Whether the App is on all repositories, also those that come. */
  selection: 'all' | 'selected';
  /** Repositories that GitHub counts, and that no list has. */
  unlisted: number;
  close(): Promise<void>;
}

const operations = readOperations();
const forInstallations = 'You must authenticate with an installation access token in order to list repositories for an installation.';

export async function openOrganizationApi({ app, folder, login, repositories }: HostedOrganization): Promise<OrganizationApi> {
  const worlds = new Map(await Promise.all(repositories.map(async ({ name, world }) => [name, await openGitHubWorld(world)] as const)));
  const tokens = new Map<string, KnownToken>([
    ['ghs_of_the_installation', { kind: 'installation', until: Infinity }],
    ['ghp_of_an_owner', { kind: 'owner', until: Infinity }],
    ['ghp_of_a_member', { kind: 'member', until: Infinity }],
    // The workflow engine gives it to jobs.
    ['ghs_ofNobody', { kind: 'member', until: Infinity }],
  ]);
  const asked: string[] = [];
  const cloned: string[] = [];
  const breaches: string[] = [];
  let issued = 0;

  const shown = (operation: Operation, one: HostedRepository): object => ({
    ...object(valueAt(firstOf(valueAt(operation.example, 'repositories') ?? operation.example))),
    id: one.id,
    name: one.name,
    full_name: `${login}/${one.name}`,
    archived: one.archived ?? false,
    created_at: one.createdAt,
    pushed_at: one.pushedAt,
    updated_at: one.updatedAt ?? one.pushedAt,
    size: one.size,
    owner: { ...object(valueAt(firstOf(valueAt(operation.example, 'repositories') ?? operation.example), 'owner')), login },
  });

  function list(url: URL, kind: KnownToken['kind']): readonly HostedRepository[] {
    const [page, size] = [Number(url.searchParams.get('page') ?? 1), Number(url.searchParams.get('per_page') ?? 30)];
    const visible = url.pathname.startsWith('/installation')
      ? repositories.filter(({ unseen }) => unseen !== true)
      : repositories.filter(({ hidden }) => hidden !== true || kind === 'owner');
    return visible.slice((page - 1) * size, page * size);
  }

  function answer(operation: Operation, url: URL, token: KnownToken | undefined, bearer: string): Reply {
    switch (`${operation.method} ${operation.path}`) {
      case 'GET /orgs/{org}': {
        if (decodeURIComponent(url.pathname).toLowerCase() !== `/orgs/${login}`) return { status: 404, body: { message: 'Not Found' } };
        const counts = { public_repos: 0, ...(token?.kind === 'owner' ? { total_private_repos: repositories.length + api.unlisted } : {}) };
        const { total_private_repos: _, ...example } = { total_private_repos: 0, archived_at: null, ...object(operation.example) };
        return { status: 200, body: { ...example, login, ...counts } };
      }
      case 'GET /orgs/{org}/repos':
        return { status: 200, body: list(url, token?.kind ?? 'member').map((one) => shown(operation, one)) };
      case 'GET /installation/repositories': {
        if (token?.kind !== 'installation') return { status: 403, body: { message: forInstallations } };
        const total = repositories.filter(({ unseen }) => unseen !== true).length;
        const some = list(url, 'installation').map((one) => shown(operation, one));
        return { status: 200, body: { total_count: total, repository_selection: api.selection, repositories: some } };
      }
      case 'GET /orgs/{org}/installation':
        return isApp(bearer)
          ? { status: 200, body: { ...object(operation.example), id: 77 } }
          : { status: 401, body: { message: 'A JSON web token could not be decoded' } };
      case 'POST /app/installations/{installation_id}/access_tokens': {
        if (!isApp(bearer)) return { status: 401, body: { message: 'A JSON web token could not be decoded' } };
        issued += 1;
        const made = `ghs_made_${issued}`;
        const until = Date.now() + 3_600_000;
        tokens.set(made, { kind: 'installation', until });
        return { status: 201, body: { token: made, expires_at: new Date(until).toISOString().replace(/\.\d+Z$/, 'Z') } };
      }
      default:
        return { status: 404, body: { message: 'Not Found' } };
    }
  }

  function isApp(bearer: string): boolean {
    const [head = '', claims = '', signature = ''] = bearer.split('.');
    const said: unknown = claims === '' ? {} : JSON.parse(Buffer.from(claims, 'base64url').toString());
    const [iat, exp] = [Number(valueAt(said, 'iat')), Number(valueAt(said, 'exp'))];
    if (app === undefined || String(valueAt(said, 'iss')) !== app.id || exp - iat > 600) return false;
    return verify('RSA-SHA256', Buffer.from(`${head}.${claims}`), app.publicKey, Buffer.from(signature, 'base64url'));
  }

  /** Each repository has in every answer what it has in the lists. */
  function numbered(_key: string, value: unknown): unknown {
    const hosted = repositories.find((one) => stringAt(value, 'full_name') === `${login}/${one.name}`);
    if (hosted === undefined) return value;
    const { archived = false, createdAt: created_at, id, pushedAt: pushed_at, size, updatedAt: updated_at = pushed_at } = hosted;
    return { ...object(value), id, ...(valueAt(value, 'size') === undefined ? {} : { archived, created_at, pushed_at, size, updated_at }) };
  }

  async function forward(name: string, request: IncomingMessage, body: string): Promise<Reply> {
    const world = worlds.get(name);
    if (world === undefined) return { status: 404, body: { message: 'Not Found' } };
    const answered = await fetch(`${world.url}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { authorization: 'bearer known', 'content-type': 'application/json' },
      ...(body === '' ? {} : { body }),
    });
    const isZip = answered.headers.get('content-type') === 'application/zip';
    return {
      status: answered.status,
      body: isZip ? new Uint8Array(await answered.arrayBuffer()) : JSON.parse(await answered.text(), numbered),
    };
  }

  async function reply(request: IncomingMessage): Promise<Reply> {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const body = (await buffer(request)).toString('utf8');
    asked.push(`${request.method} ${url.pathname}${url.search}`);
    const bearer = (request.headers.authorization ?? '').replace(/^(?:bearer|token) /i, '');
    const token = tokens.get(bearer);
    const isByApp = /\/installation$|access_tokens$/.test(url.pathname);
    if (!isByApp && (token === undefined || token.until < Date.now())) return { status: 401, body: { message: 'Bad credentials' } };
    const [, name] = new RegExp(`^/repos/${login}/([^/]+)`).exec(url.pathname) ?? [];
    if (name !== undefined) return forward(name, request, body);
    if (url.pathname === '/graphql') return forward(graphqlName(stringAt(JSON.parse(body), 'query') ?? ''), request, body);
    const operation = operations.find((one) => one.method === request.method && one.pattern.test(url.pathname));
    if (operation === undefined) return { status: 404, body: { message: 'Not Found' } };
    if (!operation.isQuery()(Object.fromEntries(url.searchParams))) breaches.push(`${request.url} was sent`);
    const given = answer(operation, url, token, bearer);
    if (given.status < 300) holdTo(operation.isAnswer, given.body, request.url ?? '', breaches);
    return given;
  }

  const graphqlName = (query: string): string =>
    /repository\(owner: "[^"]*", name: "([^"]*)"\)/.exec(query)?.[1] ?? /repo:[^/]+\/([^\s"\\]+)/.exec(query)?.[1] ?? '';

  function isAllowed(authorization: string | undefined): boolean {
    const [, basic = ''] = /^basic (.+)$/i.exec(authorization ?? '') ?? [];
    const [user, password = ''] = Buffer.from(basic, 'base64').toString().split(':');
    return user === 'x-access-token' && (tokens.get(password)?.until ?? 0) > Date.now();
  }

  const server = createServer((request, response) => {
    if (/\/(?:info\/refs|git-upload-pack)(?:\?|$)/.test(request.url ?? '')) {
      cloned.push(request.url ?? '');
      if (isAllowed(request.headers.authorization)) return serveGit(folder, request, response);
      return void response.writeHead(401, { 'www-authenticate': 'Basic' }).end();
    }
    return void sendReply(reply(request), response, breaches);
  });
  const listening = await listenOnLoopback(server);
  const api: OrganizationApi = {
    url: listening.url,
    repositories,
    worlds,
    tokens,
    asked,
    cloned,
    breaches,
    issued: () => issued,
    selection: 'all',
    unlisted: 0,
    async close() {
      await listening.close();
      await Promise.all([...worlds.values()].map((one) => one.close()));
    },
  };
  return api;
}
