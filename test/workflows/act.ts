import { execFileSync } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';

const version = '0.2.87';

/** Where `act`, the workflow engine, is; installed by Go where it is missing. Another version does not count. */
export function findAct(say: (line: string) => void): string {
  const found = ['act', ...folders().map((folder) => join(folder, 'act'))].find(isAct);
  if (found !== undefined) return found;
  if (output('go', ['version']) === undefined) {
    throw new Error(
      `act ${version} is missing, and so is Go, which installs it. Install Go 1.24 or newer (https://go.dev/dl), or put act ${version} on the PATH (https://github.com/nektos/act/releases/tag/v${version}).`,
    );
  }
  say(`act ${version} is missing: go install github.com/nektos/act@v${version}`);
  // A folder of its own: an act of another version, which the user has, stays as it is.
  execFileSync('go', ['install', `github.com/nektos/act@v${version}`], { env: { ...process.env, GOBIN: own() }, stdio: 'inherit' });
  const installed = join(own(), 'act');
  if (!isAct(installed)) throw new Error(`${installed} is not act ${version}.`);
  return installed;
}

/** Where Go installs, and where we had it install. */
function folders(): readonly string[] {
  const { GOBIN, GOPATH = join(homedir(), 'go') } = process.env;
  return [own(), ...(GOBIN === undefined ? [] : [GOBIN]), join(GOPATH, 'bin')];
}

function own(): string {
  const { XDG_CACHE_HOME = join(homedir(), '.cache') } = process.env;
  return join(XDG_CACHE_HOME, 'compliance-evidence', `act-${version}`);
}

function isAct(path: string): boolean {
  return output(path, ['--version'])?.trim() === `act version ${version}`;
}

function output(program: string, args: readonly string[]): string | undefined {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return undefined;
  }
}
