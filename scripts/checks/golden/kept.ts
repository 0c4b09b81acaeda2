import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startService } from '../../../src/service/index.ts';
import { posix, root } from '../../../test/support/sources.ts';
import type { Golden } from './golden.ts';
import { openShell, type Shell } from './shell.ts';

/** Packages of each version of the format, with the head that was noted for each: test/audit/package/fixtures.test.ts. */
const packages = {
  'version-1': '7bfe1475be03144e78105833e6e5a4e89e902ddee115bcb3c23eadea301a18cc',
  'version-1-github': '6b8122505ffc5b61d8fb7876a710289c1fb0ce8e2b595332aebe7535e2ba7a40',
  'version-2': '3389b950711997d9cd94344ac12ce9ab85ebf903a1902bea9c41c18c47a317fd',
};

/** Without PostgreSQL, which has no server here. */
const unpack = { 'evidence.db.br': brotliDecompressSync, 'evidence.db.gz': gunzipSync };

/** The output of `verify` for the packages and data directories of each landed format. */
export async function verifyKept(fixed: string): Promise<Golden> {
  const folder = mkdtempSync(join(tmpdir(), 'kept-'));
  const shell = openShell(fixed, 'kept', folder);
  try {
    for (const [name, head] of Object.entries(packages)) {
      cpSync(join(root, 'test/audit/package/fixtures', `${name}.tgz`), join(folder, `${name}.tgz`));
      await shell.run(`package-${name}`, ['verify', '--package', `${name}.tgz`, '--head', head, '--first-audit']);
    }
    for (const file of globSync(`{earlier,data}/*/{${Object.keys(unpack).join()}}`, { cwd: join(root, 'test/fixtures') }).toSorted())
      await verifyData(shell, folder, posix(file));
    return shell.texts;
  } finally {
    shell.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Verifies the data as kept, and again after this program has brought it up to date. */
async function verifyData(shell: Shell, folder: string, file: string): Promise<void> {
  const [of = '', version = '', packed = ''] = file.split('/');
  const name = `${of}-${version}`;
  const dataDir = join(folder, name);
  cpSync(join(root, 'test/fixtures', of, version), dataDir, { recursive: true });
  for (const [ending, decompress] of Object.entries(unpack))
    if (packed === ending) writeFileSync(join(dataDir, 'evidence.db'), decompress(readFileSync(join(dataDir, packed))));
  for (const more of [packed, 'expected.json']) rmSync(join(dataDir, more));
  await shell.run(`${name}-before`, ['verify', '--data', name]);
  const service = await startService({ host: '127.0.0.1', port: 0, dataDir });
  await service.close();
  await shell.run(name, ['verify', '--data', name, '--json']);
}
