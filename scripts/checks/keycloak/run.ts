/**
 * Signs people in to `serve --sign-in` by a real Keycloak on this machine: roles by groups, a wrong password, signing out here and there, a
 * group that is taken away, an administrator by groups, and keys that are replaced. It needs Java 17, tar, and Maven Central or the folder
 * of an unpacked Keycloak:
 *
 *     npm run check:keycloak -- [--keycloak FOLDER]
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { hash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual, parseArgs } from 'node:util';

const version = '26.0.7';
const digest = 'a6d770bbf55625781f1225a54a130839cdc1dd4ad5b3b4bbb18c9ac8bca8f8ae';
const central = 'https://repo.maven.apache.org/maven2/org/keycloak/keycloak-quarkus-dist';
const bin = new URL('../../../src/cli/bin.ts', import.meta.url).pathname;
const { values } = parseArgs({ options: { keycloak: { type: 'string' } } });
const home = mkdtempSync(join(tmpdir(), 'check-keycloak-'));
const [keycloakPort, port] = [await freePort(), await freePort()];
const [keycloak, service] = [`http://127.0.0.1:${keycloakPort}`, `http://127.0.0.1:${port}`];
const secret = () => randomBytes(18).toString('base64url');
const [adminPassword, clientSecret, password] = [secret(), secret(), secret()];
const children: ChildProcess[] = [];

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => void server.close(resolve));
  if (typeof address === 'string' || address === null) throw new Error('There is no free port.');
  return address.port;
}

async function unpacked(): Promise<string> {
  const address = `${central}/${version}/keycloak-quarkus-dist-${version}.tar.gz`;
  process.stdout.write(`Downloading ${address}\n`);
  const answer = await fetch(address);
  if (!answer.ok)
    throw new Error(`${address} answered ${answer.status}. Unpack Keycloak ${version} by hand, and name it: --keycloak FOLDER`);
  const archive = Buffer.from(await answer.arrayBuffer());
  if (hash('sha256', archive) !== digest) throw new Error(`${address} is another file than the known one.`);
  spawnSync('tar', ['xzf', '-', '-C', home], { input: archive, stdio: ['pipe', 'inherit', 'inherit'] });
  return join(home, `keycloak-${version}`);
}

const redirectUris = [`${service}/sign-in/callback`];
const groupsMapper = {
  name: 'groups',
  protocol: 'openid-connect',
  protocolMapper: 'oidc-group-membership-mapper',
  config: { 'claim.name': 'groups', 'full.path': 'false', 'id.token.claim': 'true' },
};
const person = (username: string, ...groups: string[]) => ({
  username,
  groups,
  enabled: true,
  email: `${username}@acme.example`,
  firstName: username,
  lastName: 'Example',
  credentials: [{ type: 'password', value: password }],
});
const realm = {
  realm: 'acme',
  enabled: true,
  groups: [{ name: 'developers' }, { name: 'leads' }, { name: 'others' }],
  users: [person('ada', 'developers', 'others'), person('eve', 'leads'), person('bob', 'others')],
  clients: [{ clientId: 'evidence', secret: clientSecret, redirectUris, standardFlowEnabled: true, protocolMappers: [groupsMapper] }],
};

async function start(address: string, command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<void> {
  const log = openSync(join(home, 'log'), 'a');
  const child = spawn(command, [...args], { env: { ...process.env, ...env }, stdio: ['ignore', log, log], detached: true });
  children.push(child);
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}.`);
    if (
      await fetch(address).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await sleep(500);
  }
  throw new Error(`${address} did not answer within five minutes.`);
}

/** A browser that keeps cookies and follows redirects, until a page. */
function browser() {
  const kept = new Map<string, string>();
  async function open(address: string, fields?: Readonly<Record<string, string>>): Promise<{ readonly at: string; readonly text: string }> {
    const cookie = [...kept].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { accept: 'text/html', cookie, origin: new URL(address).origin };
    const sent = fields === undefined ? {} : { method: 'POST', body: new URLSearchParams(fields) };
    const answer = await fetch(address, { ...sent, headers, redirect: 'manual' });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '' || set.includes('Max-Age=0')) kept.delete(name);
      else kept.set(name, value);
    }
    const next = answer.headers.get('location');
    if (next !== null) return await open(new URL(next, address).href);
    return { at: `${address.split('?')[0]} ${answer.status}`, text: (await answer.text()).replace(/&amp;|&#38;/g, '&') };
  }
  const post = async (path: string, fields: Readonly<Record<string, string>> = {}) => {
    const [, token = ''] = /name="form_token" value="([^"]*)"/.exec((await open(`${service}/acme`)).text) ?? [];
    return await open(service + path, { ...fields, form_token: token });
  };
  const signIn = async (username: string, word = password) => {
    const { at, text } = await open(`${service}/sign-in/start?next=%2Facme`);
    const [, action] = /<form[^>]* action="([^"]*)"/.exec(text) ?? [];
    if (action === undefined) throw new Error(`There is no form to sign in at ${at}: ${text.slice(0, 2000)}`);
    return await open(action, { username, password: word });
  };
  return { open, post, signIn };
}

async function administer(method: string, path: string, body?: object): Promise<unknown> {
  const grant = new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', username: 'admin', password: adminPassword });
  const token = await fetch(`${keycloak}/realms/master/protocol/openid-connect/token`, { method: 'POST', body: grant });
  const { access_token: access }: Record<string, unknown> = Object(await token.json());
  const headers = { authorization: `Bearer ${String(access)}`, 'content-type': 'application/json' };
  const answer = await fetch(`${keycloak}/admin/realms/acme${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return method === 'GET' ? await answer.json() : undefined;
}

async function idOf(path: string): Promise<string> {
  const found = [await administer('GET', path)].flat()[0];
  return String(Object(found).id);
}

function check(what: string, said: unknown, expected: unknown): void {
  const isRight = isDeepStrictEqual(said, expected);
  process.stdout.write(isRight ? `ok    ${what}\n` : `WRONG ${what}: ${JSON.stringify(said)} in place of ${JSON.stringify(expected)}\n`);
  if (!isRight) process.exitCode = 1;
}

async function checkAll(): Promise<void> {
  const [atHome, refused] = [`${service}/acme 200`, `${service}/sign-in/callback 401`];
  const ada = browser();
  check('a wrong password', (await ada.signIn('ada', 'wrong')).at.startsWith(keycloak), true);
  const first = await ada.signIn('ada');
  check('a role by a group', [first.at, first.text.includes('(reader)')], [atHome, true]);
  check('who has no such group', [(await browser().signIn('bob')).text.includes('None of your groups has one')], [true]);
  const eve = browser();
  check('an administrator by a group', (await eve.signIn('eve')).at, atHome);
  const made = await eve.post('/acme/access/tokens', { user: 'ci-bot', role: 'recorder', label: '', flows: '', days: '' });
  check('a token of a machine by them', [made.at, made.text.includes('<pre')], [`${service}/acme/access/tokens 200`, true]);
  const left = await ada.post('/sign-out');
  const [, there = ''] = /href="([^"]*)"[^>]*>sign out there too/.exec(left.text) ?? [];
  check('signing out here', (await ada.open(`${service}/acme`)).at, `${service}/sign-in 200`);
  check('the page to sign out at Keycloak', (await ada.open(there)).at, `${keycloak}/realms/acme/protocol/openid-connect/logout 200`);
  const [user, group] = [await idOf('/users?username=ada'), await idOf('/groups?search=developers')];
  await administer('DELETE', `/users/${user}/groups/${group}`);
  const gone = await browser().signIn('ada');
  check('a group that was taken away', [gone.at, gone.text.includes('None of your groups has one')], [refused, true]);
  const config = { priority: ['200'], algorithm: ['RS256'] };
  const key = { name: 'new', providerId: 'rsa-generated', providerType: 'org.keycloak.keys.KeyProvider', config };
  await administer('POST', '/components', { ...key, parentId: await idOf('') });
  // The library asks for unknown keys again once a minute.
  await sleep(61_000);
  check('a new key', (await browser().signIn('eve')).at, atHome);
}

try {
  const folder = values.keycloak ?? (await unpacked());
  mkdirSync(join(folder, 'data', 'import'), { recursive: true });
  writeFileSync(join(folder, 'data', 'import', 'acme.json'), JSON.stringify(realm));
  writeFileSync(join(home, 'secret'), clientSecret, { mode: 0o600 });
  const said = { issuer: `${keycloak}/realms/acme`, client_id: 'evidence', client_secret_file: 'secret' };
  writeFileSync(join(home, 'sign-in.yml'), JSON.stringify({ ...said, organizations: { acme: { developers: 'reader', leads: 'admin' } } }));
  const data = ['--data', join(home, 'data')];
  spawnSync(process.execPath, [bin, 'token', 'create', ...data, '--init', '--user', 'root', '--org', 'acme', '--role', 'admin']);
  const options = ['--port', String(port), '--public-url', service, '--sign-in', join(home, 'sign-in.yml')];
  const own = {
    KC_BOOTSTRAP_ADMIN_USERNAME: 'admin',
    KC_BOOTSTRAP_ADMIN_PASSWORD: adminPassword,
    KC_DB_URL: `jdbc:h2:file:${join(home, 'h2')};NON_KEYWORDS=VALUE`,
  };
  const words = ['start-dev', '--http-host=127.0.0.1', `--http-port=${keycloakPort}`, '--import-realm'];
  await Promise.all([
    start(`${keycloak}/realms/acme`, join(folder, 'bin', 'kc.sh'), words, own),
    start(`${service}/health`, process.execPath, [bin, 'serve', ...data, ...options]),
  ]);
  await checkAll();
} catch (error) {
  process.stdout.write(readFileSync(join(home, 'log'), 'utf8').slice(-4000));
  throw error;
} finally {
  // Its shell starts Java: the whole group ends.
  for (const { exitCode, pid } of children) if (pid !== undefined && exitCode === null) process.kill(-pid, 'SIGTERM');
  await sleep(2000);
  rmSync(home, { recursive: true, force: true });
}
