import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

export interface Cost {
  /** In milliseconds. */
  readonly time: number;
  /** In milliseconds, with git and other threads. */
  readonly processor: number;
  /** Megabytes that were resident, and files of code that were loaded: of a service alone. */
  readonly memory?: number;
  readonly files?: number;
}

export interface Place {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Processor time in milliseconds out of proc_pid_stat(5), where it is in 1/100 s. `first`: the first of two fields. */
export function processorTime(id: number | 'self', first: number): number {
  const fields = readFileSync(`/proc/${id}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[first]) + Number(fields[first + 1])) * 10;
}

/** All processes that were waited for so far: `cutime` and `cstime`. */
const ofChildren = (): number => processorTime('self', 13);

export function costOf(args: readonly string[], { cwd, env }: Place): Cost {
  const before = ofChildren();
  const start = performance.now();
  const { status, stderr, stdout } = spawnSync(process.execPath, [...args], { cwd, env, encoding: 'utf8' });
  const time = performance.now() - start;
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return { time, processor: ofChildren() - before };
}

export async function costOfServe(args: readonly string[], place: Place): Promise<Cost> {
  const start = performance.now();
  const child = spawn(process.execPath, [...args], { ...place, stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  await once(child.stdout, 'data');
  const time = performance.now() - start;
  const processor = processorTime(child.pid ?? 0, 11);
  const memory = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024;
  child.kill('SIGTERM');
  await exit;
  return { time, processor, memory };
}

export async function filesOfServe(args: readonly string[], { cwd, env }: Place): Promise<number> {
  const list = join(cwd, 'loaded-files');
  const hook = join(import.meta.dirname, 'loaded-files.ts');
  await costOfServe(['--import', hook, ...args], { cwd, env: { ...env, LOADED_FILES: list } });
  return readFileSync(list, 'utf8').split('\n').length - 1;
}
