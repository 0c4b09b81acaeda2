import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** In memory. */
export interface Disk {
  readonly at: string;
  /** Takes all room but so many bytes. */
  readonly fill: (but: number) => Promise<void>;
  readonly free: () => Promise<void>;
  readonly remove: () => void;
}

/** Needs the rights of root. */
export function openDisk(at: string, megabytes: number): Disk {
  mkdirSync(at);
  run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'none', at);
  chmodSync(at, 0o777);
  const file = join(at, 'fill');
  let isMounted = true;
  const remove = (): void => {
    if (isMounted) run('umount', '--lazy', at);
    isMounted = false;
  };
  process.once('exit', remove);
  return {
    at,
    fill: async (but) => {
      const { bavail, bsize } = await statfs(at);
      // The services may take room meanwhile, and then it does not fit.
      spawnSync('fallocate', ['--length', String(Math.max(bsize, bavail * bsize - but)), file]);
    },
    free: () => rm(file, { force: true }),
    remove,
  };
}

function run(program: string, ...words: readonly string[]): void {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const [first = program, ...others] = [...sudo, program, ...words];
  const { error, status, stderr } = spawnSync(first, others, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} failed, and takes an administrator of the machine: ${error?.message ?? stderr}`);
}
