import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { hasCode, wrongUse } from '../errors/index.ts';
import { parseBaseUrl } from '../options/index.ts';
import { inShell, list, listAt, oneLine, orNothing, parseJson, stringAt } from '../text/index.ts';

/** A service that somebody logged in to. The token is for this address alone. */
export interface Context {
  readonly name: string;
  /** Ends in `/api/v2`. */
  readonly baseUrl: string;
  readonly org: string;
  readonly token: string;
}

export interface Contexts {
  readonly current: string | undefined;
  readonly all: readonly Context[];
}

export function contextsPath(env: NodeJS.ProcessEnv): string {
  const isWindows = process.platform === 'win32';
  const given = (isWindows ? env['APPDATA'] : env['XDG_CONFIG_HOME']) ?? '';
  const usual = isWindows ? join(homedir(), 'AppData', 'Roaming') : join(env['HOME'] ?? homedir(), '.config');
  // A relative one is to be ignored: https://specifications.freedesktop.org/basedir/latest
  return join(isAbsolute(given) ? given : usual, 'compliance-evidence', 'contexts.json');
}

/** One address may be written in several ways. */
export function isSameAddress(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => orNothing(() => parseBaseUrl(text, { allowInsecureHttp: true }).href));
  return left !== undefined && left === right;
}

/** None where nobody logged in. @throws {UsageError} where the file cannot be read, or others may read the tokens in it. */
export function readContexts(env: NodeJS.ProcessEnv): Contexts {
  const path = contextsPath(env);
  const text = readPrivately(path);
  if (text === undefined) return { current: undefined, all: [] };
  const json = parseJson(text);
  const items = listAt(json, 'contexts');
  const all = (items ?? []).flatMap((item): readonly Context[] => {
    const [name, baseUrl, org, token] = ['name', 'base_url', 'org', 'token'].map((key) => stringAt(item, key));
    return name === undefined || baseUrl === undefined || org === undefined || token === undefined ? [] : [{ name, baseUrl, org, token }];
  });
  if (items?.length === all.length) return { current: stringAt(json, 'current'), all };
  const fix = `Remove it, and log in again: rm ${inShell(path)}`;
  throw wrongUse(`${path} is not as \`login\` wrote it`, fix);
}

/** In bytes: thousands of contexts. */
const largest = 1024 * 1024;

function readPrivately(path: string): string | undefined {
  let file: number | undefined;
  try {
    // Opening a pipe would wait for its other end. Windows has no such thing.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > largest) throw new Error(`${path} is no regular file, or is larger than 1 MiB`);
    if (process.getuid === undefined || ((stats.mode & 0o077) === 0 && stats.uid === process.getuid())) return readFileSync(file, 'utf8');
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return undefined;
    const fix = `Give yourself access, or remove it and log in again: rm ${inShell(path)}`;
    throw wrongUse(`The contexts cannot be read: ${oneLine(String(cause), 200)}`, fix, cause);
  } finally {
    if (file !== undefined) closeSync(file);
  }
  const fix = `Make it yours alone: chmod 600 ${inShell(path)}\nWhere others are on this machine, take the tokens back, and log in with new ones`;
  throw wrongUse(`Others may read or write ${path}, which holds tokens: it is not used`, fix);
}

/** A change takes less. */
const longestMs = 5000;

/** One after the other: the new file is the lock, too. A reader finds the whole file, the earlier or this one. */
export function changeContexts(env: NodeJS.ProcessEnv, change: (before: Contexts) => Contexts): void {
  const path = contextsPath(env);
  const part = `${path}.part`;
  const file = openAlone(part);
  try {
    const { all, current = null } = change(readContexts(env));
    const contexts = all.map(({ baseUrl, name, org, token }) => ({ name, base_url: baseUrl, org, token }));
    writeFileSync(file, `${JSON.stringify({ current, contexts }, null, 2)}\n`);
    fsyncSync(file);
    renameSync(part, path);
  } catch (error) {
    rmSync(part);
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Waits for whoever has the file. One that is older than a change can be was left behind. */
function openAlone(part: string, end = Date.now() + 2 * longestMs): number {
  try {
    mkdirSync(dirname(part), { recursive: true, mode: 0o700 });
    chmodSync(dirname(part), 0o700);
    const at = statSync(part, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (Date.now() - at > longestMs) rmSync(part, { force: true });
    return openSync(part, 'wx', 0o600);
  } catch (cause) {
    const fix = 'Let XDG_CONFIG_HOME name a folder that you can write to';
    if (!hasCode(cause, 'EEXIST') || Date.now() > end)
      throw wrongUse(`The contexts cannot be kept: ${oneLine(String(cause), 200)}`, fix, cause);
  }
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  return openAlone(part, end);
}

/** @throws {UsageError} where there is none of that name. */
export function contextNamed({ all }: Contexts, name: string): Context {
  const found = all.find((each) => each.name === name);
  if (found !== undefined) return found;
  const known = all.length === 0 ? 'There is none yet' : `Choose from ${list(all.map((each) => each.name))}`;
  const fix = `${known}; \`compliance-evidence login\` makes one`;
  throw wrongUse(`There is no context ${JSON.stringify(name)}`, fix);
}
