import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { createToken, startService, type RunningService } from '../../../src/service/index.ts';
import type { Body, Input } from './inputs.ts';

/** For the tests of a file. The function that it returns sends an input to the service. */
export function useOwnService(): (input: Input, body: Body) => Promise<{ readonly status: number; readonly text: string }> {
  let dataDir: string;
  let token: string;
  let service: RunningService;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'growth-'));
    token = await createToken({ dataDir, user: 'ada', orgs: ['acme'], role: 'member' });
    service = await startService({ host: '127.0.0.1', port: 0, dataDir });
  });
  afterAll(async () => {
    await service.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  // Acts as an honest client: a service with too much to do says so, and is asked again.
  return async (input, body) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': body.type };
    for (;;) {
      const response = await fetch(`${service.url}/api/v2${input.path}`, {
        method: input.method,
        headers,
        body: new Uint8Array(body.content),
      });
      const text = await response.text();
      if (response.status !== 503) return { status: response.status, text };
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  };
}
