import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../commands/index.ts';

/** The version, and the commit that the program was built from: two programs of one version may differ. */
export function versionText(folder = import.meta.dirname): string {
  const file = join(folder, 'commit.txt');
  return existsSync(file) ? `${version} (commit ${readFileSync(file, 'utf8').trim()})` : version;
}
