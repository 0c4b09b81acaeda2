import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './sources.ts';

/**
 * Packages that only one script needs, so that not everyone installs them. The versions are exact because no lockfile holds them.
 */
const packages = {
  'check:report': { 'axe-core': '4.14.1', 'html-validate': '11.18.0', 'playwright-core': '1.65.1' },
  'bench:junit': { xml2js: '0.6.2', 'xml-js': '1.6.11' },
  mutate: { '@stryker-mutator/core': '10.1.1', '@stryker-mutator/vitest-runner': '10.1.1' },
} as const;

/** Installs the packages of a script into `node_modules` when they are missing; package.json and lockfile stay as they are. */
export function installFor(script: keyof typeof packages): void {
  if (isThere(packages[script])) return;
  // npm removes packages that are in no lockfile, so those that another script has installed are named again.
  const wanted = Object.entries(packages).filter(([name, some]) => name === script || isThere(some));
  const names = wanted.flatMap(([, some]) => Object.entries(some).map(([name, version]) => `${name}@${version}`));
  process.stderr.write(`Installing ${names.join(', ')}\n`);
  const { status } = spawnSync('npm', ['install', '--no-save', '--ignore-scripts', ...names], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm could not install what \`npm run ${script}\` needs. Look above for its reason.`);
}

/** Loads such a package. Not everyone has its types, so the caller says which part of it is used. */
export const loadPackage = createRequire(import.meta.url);

function isThere(some: Readonly<Record<string, string>>): boolean {
  return Object.entries(some).every(([name, version]) => versionOf(name) === version);
}

function versionOf(name: string): unknown {
  try {
    return JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version;
  } catch {
    return undefined;
  }
}
