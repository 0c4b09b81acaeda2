/** Loaded before a program by `--import`: when it ends, the most memory that it held goes to the file that PEAK names. */
import { readFileSync, writeFileSync } from 'node:fs';

process.on('exit', () => {
  const { maxRSS } = process.resourceUsage();
  writeFileSync(process.env['PEAK'] ?? 'peak.txt', String(process.platform === 'linux' ? ownPeak() : maxRSS));
});

/** Kilobytes. What the system counts for a process can be that of the one that started it; this is its own. */
function ownPeak(): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}
