import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAction, type BundleRun } from '../../src/cli/demo/run-bundle.ts';
import { breakShop, openShop, runTests } from '../../src/cli/demo/shop.ts';
import { createToken, startService } from '../../src/service/index.ts';
import { root } from './screenshot.ts';

/** Runs the bundle on the red change of the demo, and hands over the run while the repository is there. */
export async function redRun(draw: (run: BundleRun, shop: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'picture-'));
  const shop = join(folder, 'checkout-service');
  const interrupt = new AbortController().signal;
  try {
    const dataDir = join(folder, 'data');
    const token = await createToken({ dataDir, user: 'ada', orgs: ['acme'], role: 'admin' });
    const service = await startService({ host: '127.0.0.1', port: 0, dataDir });
    try {
      await openShop(shop, interrupt);
      const commit = await breakShop(shop, interrupt);
      const outcome = await runTests(shop, interrupt);
      const inputs = { 'base-url': service.url, 'api-token': token, org: 'acme', flow: 'checkout-service', 'test-outcome': outcome };
      await draw(await runAction({ root, shop, folder: join(folder, 'run'), commit, attempt: 1, inputs, interrupt }), shop);
    } finally {
      await service.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
