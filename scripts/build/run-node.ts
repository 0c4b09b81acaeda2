import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export function runNode(script: string, args: readonly string[]): void {
  const cwd = join(import.meta.dirname, '../../');
  execFileSync(process.execPath, [script, ...args], { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
}
