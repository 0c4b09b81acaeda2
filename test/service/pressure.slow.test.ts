import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '../support/sources.ts';
import { folder } from './support.ts';

/** Starts a service, keeps its process busy for longer than callers should wait, and prints the answers meanwhile. */
const program = `
  const { startService } = await import('./src/service/index.ts');
  const { setTimeout: pause } = await import('node:timers/promises');
  const service = await startService({ host: '127.0.0.1', port: 0, dataDir: process.argv[1] });
  const ask = async () => {
    const answer = await fetch(service.url + '/ready');
    return [answer.status, answer.headers.get('retry-after'), await answer.text()];
  };
  const before = await ask();
  let during = before;
  for (let left = 5; left > 0 && during[0] === 200; left -= 1) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000);
    await pause(1);
    during = await ask();
  }
  const alive = (await fetch(service.url + '/health')).status;
  let after = during;
  for (let left = 100; left > 0 && after[0] !== 200; left -= 1) {
    await pause(100);
    after = await ask();
  }
  console.log(JSON.stringify({ before, during, alive, after }));
  await service.close();
`;

test('a service whose process is busy asks its callers to come again, until it has time', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, await folder()], { cwd: root });
  expect(JSON.parse(stdout)).toEqual({
    before: [200, null, 'OK'],
    during: [503, '1', expect.stringContaining('The service has more to do than it can.')],
    // It is not ended for being busy.
    alive: 200,
    after: [200, null, 'OK'],
  });
});
