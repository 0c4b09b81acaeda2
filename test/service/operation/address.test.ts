import os from 'node:os';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startService } from '../../../src/service/index.ts';
import { folder } from '../support.ts';

test('it listens on every address also where nobody may ask for the networks of this machine', async () => {
  const asked = vi.spyOn(os, 'networkInterfaces').mockImplementation(() => {
    throw new Error('uv_interface_addresses returned Unknown system error 97');
  });
  onTestFinished(() => asked.mockRestore());
  const service = await startService({ host: '0.0.0.0', port: 0, dataDir: await folder(), proxies: 1 });
  try {
    expect((await fetch(`${service.url}/ready`)).status).toBe(200);
  } finally {
    await service.close();
  }
  expect(() => os.networkInterfaces()).toThrow('error 97');
});
