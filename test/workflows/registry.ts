import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A registry that has this package, as `npm publish` would put it there, and no other. */
export interface Registry {
  readonly url: string;
  /** Where the package is installed: npx asks the registry which version there is, and takes it from here. */
  readonly prefix: string;
  close(): Promise<void>;
}

/** `folder`: where the package is packed and installed. */
export async function openRegistry(folder: string): Promise<Registry> {
  const prefix = join(folder, 'npm');
  const npm = (...args: readonly string[]): string =>
    execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const packed = npm('pack', '--ignore-scripts', '--pack-destination', folder).trim().split('\n').at(-1) ?? '';
  npm('install', '--global', '--prefix', prefix, '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', join(folder, packed));
  const manifest: { readonly name: string; readonly version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { name, version } = manifest;
  const packument = {
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { ...manifest, dist: { tarball: 'http://127.0.0.1/' } } },
  };
  const server = createServer((request, response) => {
    const isKnown = request.url === `/${name}`;
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isKnown ? packument : {}));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP port was expected.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    prefix,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
