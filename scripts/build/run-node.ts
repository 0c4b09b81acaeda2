import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export function runNode(script: string, args: readonly string[]): void {
  const cwd = fileURLToPath(new URL('../../', import.meta.url));
  execFileSync(process.execPath, [script, ...args], { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
}
