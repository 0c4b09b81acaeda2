import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { green, token } from '../service/client.ts';
import { open } from '../service/operation/connection.ts';
import { ended, serving } from './served.ts';

const { cli, serve, words } = serving();

test.skipIf(!existsSync('/dev/full'))('a log that has no room left neither stops the service nor keeps it from ending', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  const port = String(typeof address === 'object' ? address?.port : 0);
  const full = openSync('/dev/full', 'w');
  const args = (await words('--log-format', 'json')).with(4, port);
  const child = spawn(process.execPath, [cli().bin, ...args], { stdio: ['ignore', full, 'inherit'] });
  closeSync(full);
  onTestFinished(() => void child.kill('SIGKILL'));
  const ready = () =>
    fetch(`http://127.0.0.1:${port}/ready`).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(ready).toBe(200);
  child.kill('SIGTERM');
  expect(await Promise.race([once(child, 'exit'), sleep(10_000, ['too late'])])).toEqual([0, null]);
});

describe('a service that is told to stop', () => {
  test('under load finishes every request that it took, and keeps each record that it acknowledged', async () => {
    const served = await serve();
    const dispatcher = new Agent({ connections: 16 });
    onTestFinished(() => dispatcher.destroy());
    const answers: (number | string)[] = [];
    const send = async (index: number): Promise<void> => {
      for (let turn = 0; ; turn += 1) {
        const body = new FormData();
        body.set('data_json', JSON.stringify({ attestation_name: `n${index}-${turn}`, junit_results: [green] }));
        const form = new Response(body);
        const headers = { authorization: `Bearer ${token}`, 'content-type': form.headers.get('content-type') ?? '' };
        try {
          const { body: answer, statusCode } = await request(`${served.url}/api/v2/attestations/acme/f/trail/t/junit`, {
            dispatcher,
            method: 'POST',
            headers,
            body: Buffer.from(await form.arrayBuffer()),
          });
          await answer.text();
          answers.push(statusCode);
        } catch (error) {
          answers.push(error instanceof Error && 'code' in error ? String(error.code) : String(error));
          return;
        }
      }
    };
    const load = Array.from({ length: 16 }, (_, index) => send(index));
    await expect.poll(() => answers.length).toBeGreaterThan(100);
    served.child.kill('SIGTERM');
    expect(await ended(served)).toBe(0);
    await Promise.all(load);
    // After it has stopped listening, nobody can begin a request; those that it took were answered, on a busy machine with 503.
    expect([...new Set(answers)].filter((answer) => answer !== 201 && answer !== 503)).toEqual(['ECONNREFUSED']);
    const data = served.child.spawnargs[served.child.spawnargs.indexOf('--data') + 1] ?? '';
    const { stdout } = await cli().run(['verify', '--data', data, '--json']);
    const { organizations }: { readonly organizations: readonly { readonly records: number }[] } = JSON.parse(stdout);
    // The token, the flow and the trail come first.
    expect(organizations[0]?.records).toBe(3 + answers.filter((answer) => answer === 201).length);
  });

  test('twice ends at once, with exit code 130; two signals that come together are one', async () => {
    const served = await serve();
    const slow = await open(served.url);
    slow.send(`POST /api/v2/attestations/acme/f/trail/t/junit HTTP/1.1\r\nhost: s\r\nauthorization: Bearer ${token}\r\n`);
    slow.send('content-type: multipart/form-data; boundary=b\r\ncontent-length: 1000\r\n\r\n--b');
    await sleep(200);
    served.child.kill('SIGTERM');
    served.child.kill('SIGINT');
    await sleep(600);
    expect(served.child.exitCode).toBeNull();
    served.child.kill('SIGTERM');
    expect(await ended(served)).toBe(130);
  });

  test('waits no longer than its patience for a client that never ends its request', async () => {
    const served = await serve();
    const slow = await open(served.url);
    slow.send('POST /api/v2/attestations/acme/f/trail/t/junit HTTP/1.1\r\nhost: s\r\n');
    await sleep(100);
    served.child.kill('SIGTERM');
    expect(await Promise.race([ended(served), sleep(15_000, 'too late')])).toBe(0);
  });
});
