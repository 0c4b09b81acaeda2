import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { openProxy } from '../client/proxy-support.ts';
import { fault } from '../support/fault-server.ts';
import { expectSecret, near, runWithSummary } from './expected.ts';
import { usePlays } from './use-plays.ts';

const openPlay = usePlays();

test('GitHub is asked through a proxy that cannot read, and never through one that can', async (context) => {
  const play = openPlay(context);
  await play.stage.putFlow(play.flow, ['unit']);
  const nobody = await play.faulty(() => fault.reset());
  const proxy = await openProxy({ port: Number(new URL(nobody.url).port), close: async () => undefined });
  context.onTestFinished(() => proxy.close());
  const url = `http://127.0.0.1:${proxy.port}`;
  const run = (apiUrl: string): ReturnType<typeof runWithSummary> =>
    runWithSummary(play, {
      checkout: false,
      contexts: { github: { api_url: apiUrl } },
      env: { HTTPS_PROXY: url, https_proxy: url, HTTP_PROXY: url, http_proxy: url, NO_PROXY: '', no_proxy: '' },
    });
  const plain = await run('http://api.github.test');
  expect(proxy.asked).toEqual([]);
  const secured = await run('https://api.github.test');
  expect([...new Set(proxy.asked.map(({ target }) => target))]).toEqual(['CONNECT api.github.test:443']);
  expect(Buffer.concat(proxy.asked.flatMap(({ carried }) => carried)).toString('latin1')).not.toContain('ghs_');
  for (const all of [plain, secured]) expect(all.run.outputs['verdict']).toBe('compliant');
});

test('the credentials of a proxy are shown nowhere, whether it refuses or is not there', async (context) => {
  const play = openPlay(context);
  const secret = 'pr0xy-passw0rd';
  const asked: string[] = [];
  const proxy = createServer((_, response) => response.writeHead(407).end());
  proxy.on('connect', (request, socket) => {
    asked.push(String(request.headers['proxy-authorization']));
    socket.end(`HTTP/1.1 407 ${near}\r\nX-Said: ${String(request.headers['proxy-authorization'])}\r\n\r\n${secret}`);
  });
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  const url = `http://user:${secret}@127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const run = (): ReturnType<typeof runWithSummary> =>
    runWithSummary(play, {
      env: { HTTPS_PROXY: url, https_proxy: url },
      inputs: { 'base-url': 'https://evidence.example.com', timeout: '3s', 'evaluation-timeout': '0' },
    });
  const refused = await run();
  proxy.closeAllConnections();
  await new Promise((resolve) => void proxy.close(resolve));
  const gone = await run();
  expect(asked[0]).toBe(`Basic ${Buffer.from(`user:${secret}`).toString('base64')}`);
  for (const all of [refused, gone]) {
    expect(all.run.outputs['verdict']).toBe('unknown');
    expectSecret(secret, all);
    expectSecret(`user:${secret}`, all);
    expectSecret(play.stage.tokens.member, all);
  }
});
