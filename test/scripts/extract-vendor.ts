/**
 * Writes down the commands and flags of the vendor's client, which is installed from npm into a folder that goes afterwards.
 *
 *     node test/scripts/extract-vendor.ts
 */
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installVendorClient, vendorClient } from '../vendor/client.ts';
import { readSurface } from '../vendor/surface.ts';

const home = await mkdtemp(join(tmpdir(), 'vendor-'));
try {
  const surface = await readSurface(vendorClient, await installVendorClient(join(home, 'client')), home);
  writeFileSync(new URL('../vendor/surface.json', import.meta.url), `${JSON.stringify(surface, null, 2)}\n`);
  process.stdout.write(`${Object.keys(surface.commands).length} commands\n`);
} finally {
  await rm(home, { recursive: true, force: true });
}
