import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A disk of a size, such as `64k`; `undefined` if this user may make none. */
export function openDisk(within: string, size: string): string | undefined {
  const disk = join(within, 'disk');
  const isMounted = ['', 'sudo -n '].some((before) => {
    const script = `mkdir -p ${disk} && ${before}mount -t tmpfs -o size=${size},mode=0777 none ${disk}`;
    return spawnSync(script, { shell: true }).status === 0;
  });
  if (!isMounted) return undefined;
  onTestFinished(() => void ['', 'sudo -n '].some((before) => spawnSync(`${before}umount --lazy ${disk}`, { shell: true }).status === 0));
  return disk;
}
