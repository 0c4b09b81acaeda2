/**
 * Writes down the commands and flags of the vendor's client, which is installed from npm into a folder that goes afterwards.
 *
 *     node scripts/build/extract-vendor.ts
 */
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installVendorClient, vendorClient } from '../checks/vendor/client.ts';
import { readSurface } from '../checks/vendor/surface.ts';

const home = await mkdtemp(join(tmpdir(), 'vendor-'));
try {
  const surface = await readSurface(vendorClient, await installVendorClient(join(home, 'client')), home);
  writeFileSync(new URL('../checks/vendor/surface.json', import.meta.url), `${JSON.stringify(surface, null, 2)}\n`);
  process.stdout.write(`${Object.keys(surface.commands).length} commands\n`);
} finally {
  await rm(home, { recursive: true, force: true });
}
