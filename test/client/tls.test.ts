import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getTrail } from '../../src/client/index.ts';
import { TransportError } from '../../src/errors/index.ts';
import { clientOf, closeAll, failureOf, shop, trailNamed } from './setup.ts';

const fixture = (name: string): string => fileURLToPath(new URL(`../fixtures/tls/${name}`, import.meta.url));

let server: Server;
let url = '';
let requests = 0;

beforeAll(async () => {
  server = createServer({ key: readFileSync(fixture('server.key')), cert: readFileSync(fixture('server.pem')) }, (_, response) => {
    requests += 1;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(trailNamed(shop.trail_name)));
  });
  await new Promise<void>((fulfil) => server.listen(0, '127.0.0.1', fulfil));
  const address = server.address();
  url = `https://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(async () => {
  await closeAll();
  server.closeAllConnections();
  await new Promise((fulfil) => server.close(fulfil));
});

/** Reads the trail in a Node of its own: NODE_EXTRA_CA_CERTS is read when a process starts. */
function readElsewhere(env: NodeJS.ProcessEnv): Promise<string> {
  const client = new URL('../../src/client/index.ts', import.meta.url).href;
  const program = `
    import { getTrail, openTransport, startDeadline } from ${JSON.stringify(client)};
    const baseUrl = new URL(${JSON.stringify(`${url}/api/v2`)});
    const transport = openTransport({ baseUrl, token: 'a-token-for-tests', userAgent: 'test', network: process.env, retry: { attempts: 1, first: 1, longest: 1, random: () => 0 } });
    const said = await getTrail({ transport, deadline: startDeadline(10_000) }, ${JSON.stringify(shop)}).then((trail) => 'read ' + trail.name, (error) => error.code + ': ' + error.message + ' / ' + error.fix);
    console.log(said);
    transport.close();
  `;
  return new Promise((fulfil, reject) => {
    execFile(
      process.execPath,
      ['--input-type=module', '-e', program],
      { env: { PATH: process.env['PATH'] ?? '', ...env } },
      (error, stdout, stderr) => (error === null ? fulfil(`${stdout}${stderr}`.trim()) : reject(error)),
    );
  });
}

describe('a private certificate authority', () => {
  it('is trusted by NODE_EXTRA_CA_CERTS', async () => {
    await expect(readElsewhere({ NODE_EXTRA_CA_CERTS: fixture('ca.pem') })).resolves.toBe(`read ${shop.trail_name}`);
  });

  it('is not trusted without it, and the error says how to fix that', async () => {
    requests = 0;
    const said = await readElsewhere({});
    expect(said).toMatch(/^tls: The certificate for GET https:.* is not trusted/);
    expect(said).toContain('NODE_EXTRA_CA_CERTS');
    expect(requests).toBe(0);
  });

  it('is asked once, since asking again fixes nothing', async () => {
    let connections = 0;
    server.on('connection', () => (connections += 1));
    const error = await failureOf(getTrail(clientOf(url).call, shop));
    expect(error).toBeInstanceOf(TransportError);
    expect(error).toMatchObject({ code: 'tls', attempts: 1 });
    expect(connections).toBe(1);
  });
});
