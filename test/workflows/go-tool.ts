import { execFileSync } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** A program that Go installs. */
export interface GoTool {
  readonly name: string;
  /** The module for `go install`, without the version. */
  readonly module: string;
  readonly version: string;
  /** The argument that shows its version, and a line of the answer. */
  readonly ask: string;
  readonly answer: string;
  /** The page for people who do not have Go. */
  readonly page: string;
}

/** The path of a program. Go installs it where it is missing. Another version does not count. */
export function findGoTool(tool: GoTool, say: (line: string) => void): string {
  const { name, module, version, page } = tool;
  const found = [name, ...folders(tool).map((folder) => join(folder, name))].find((path) => isTool(path, tool));
  if (found !== undefined) return found;
  if (output('go', ['version']) === undefined) {
    throw new Error(
      `${name} ${version} is missing, and so is Go, which installs it. Install Go 1.24 or newer (https://go.dev/dl), or put ${name} ${version} on the PATH (${page}).`,
    );
  }
  say(`${name} ${version} is missing: go install ${module}@v${version}`);
  // A folder of its own: another version, which the user has, stays as it is.
  execFileSync('go', ['install', `${module}@v${version}`], { env: { ...process.env, GOBIN: own(tool) }, stdio: 'inherit' });
  const installed = join(own(tool), name);
  if (!isTool(installed, tool)) throw new Error(`${installed} is not ${name} ${version}.`);
  return installed;
}

/** The folders where Go installs, and where we had it install. */
function folders(tool: GoTool): readonly string[] {
  const { GOBIN, GOPATH = join(homedir(), 'go') } = process.env;
  return [own(tool), ...(GOBIN === undefined ? [] : [GOBIN]), join(GOPATH, 'bin')];
}

function own({ name, version }: GoTool): string {
  const { XDG_CACHE_HOME = join(homedir(), '.cache') } = process.env;
  return join(XDG_CACHE_HOME, 'compliance-evidence', `${name}-${version}`);
}

function isTool(path: string, { ask, answer }: GoTool): boolean {
  return (
    output(path, [ask])
      ?.split('\n')
      .some((line) => line.trim() === answer) === true
  );
}

function output(program: string, args: readonly string[]): string | undefined {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return undefined;
  }
}

const version = '0.2.87';

/** The path of `act`, the workflow engine. Go installs it where it is missing. Another version does not count. */
export function findAct(say: (line: string) => void): string {
  const page = `https://github.com/nektos/act/releases/tag/v${version}`;
  return findGoTool(
    { name: 'act', module: 'github.com/nektos/act', version, ask: '--version', answer: `act version ${version}`, page },
    say,
  );
}
