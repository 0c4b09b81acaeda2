import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../support/sources.ts';
import { build, oldNode, type Build } from './build.ts';

const secret = 'a-secret-that-no-list-shows';

let cli: Build;
let server: Server;
let address = '';
/** The processes that showed the secret, each time that a command came to the server. */
const seen: (readonly string[])[] = [];

beforeAll(async () => {
  cli = build();
  // A service and a database that say nothing: the command is in the midst of its work when it comes here.
  server = createServer((socket) => {
    seen.push(showing());
    socket.on('error', () => {});
    socket.destroy();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const place = server.address();
  address = typeof place === 'object' ? `127.0.0.1:${place?.port}` : '';
});
afterAll(() => {
  cli.remove();
  server.close();
});

function showing(): readonly string[] {
  const lines = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((id) => {
      try {
        return readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      } catch {
        return '';
      }
    });
  return lines.filter((line) => line.includes(secret));
}

const gate = (...more: readonly string[]) => [
  'gate',
  '--org',
  'acme',
  '--flow',
  'shop',
  '--commit',
  '1'.repeat(40),
  '--timeout',
  '1s',
  ...more,
];
const create = (...more: readonly string[]) => ['token', 'create', '--user', 'ada', '--org', 'acme', '--role', 'reader', ...more];

describe.runIf(existsSync('/proc/self/cmdline'))('the list of processes', () => {
  test.each([
    ['the token of the service', () => gate('--base-url', `http://${address}`, '--api-token', secret)],
    ['the same in one word', () => gate('--base-url', `http://${address}`, `--api-token=${secret}`)],
    ['the password of the database', () => ['token', 'list', '--database-url', `postgresql://ada:${secret}@${address}/x`]],
    ['a token that is made', () => create('--database-url', `postgresql://ada@${address}/x`, '--token', secret)],
  ])('does not show %s, also of the process that starts the private Node', async (_, args) => {
    for (const node of [undefined, oldNode()]) {
      seen.length = 0;
      await cli.run(args(), node === undefined ? {} : { node });
      expect(seen.length).toBeGreaterThan(0);
      expect(seen.flat()).toEqual([]);
    }
  });
});

test('every option whose value is a secret is one that is hidden there', () => {
  const options = readdirSync(join(root, 'src/options')).map((name) => readFileSync(join(root, 'src/options', name), 'utf8'));
  const secrets = options.flatMap((text) =>
    [...text.matchAll(/name: '([a-z-]+)',(?:(?!name: ).)*?secret: true/gs)].map(([, name]) => name),
  );
  const [, hidden = ''] = /\^--\(\?:([a-z|-]+)\)/.exec(readFileSync(join(root, 'src/cli/bin.ts'), 'utf8')) ?? [];
  expect(secrets.length).toBeGreaterThan(2);
  expect(new Set(hidden.split('|'))).toEqual(new Set([...secrets, 'database-url', 'token']));
});
