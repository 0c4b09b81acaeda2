import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The version that the documentation is about. */
export const vendorClient = '@kosli/cli-linux-x64@2.43.1';

/** From npm, unmodified, into the folder. Resolves to its path. */
export async function installVendorClient(folder: string): Promise<string> {
  try {
    await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, vendorClient]);
  } catch (error) {
    throw new Error(`${vendorClient} could not be installed. This check needs npm, its registry and Linux on x64.`, { cause: error });
  }
  return join(folder, 'node_modules', '@kosli', 'cli-linux-x64', 'bin', 'kosli');
}
