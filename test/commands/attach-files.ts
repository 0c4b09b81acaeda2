import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A directory that is gone when the test is over. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'attach-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true, maxRetries: 3 }));
  return path;
}

/** Unpacks a `.tgz` with the machine's own tar: the paths of its files, and what is in them. */
export function unpack(archive: Buffer | undefined): Readonly<Record<string, string>> {
  const target = folder();
  writeFileSync(join(target, 'it.tgz'), archive ?? '');
  const names = execFileSync('tar', ['-tzf', 'it.tgz'], { cwd: target, encoding: 'utf8' }).trim().split('\n');
  mkdirSync(join(target, 'out'));
  execFileSync('tar', ['-xzf', 'it.tgz', '-C', 'out'], { cwd: target });
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(target, 'out', name), 'utf8')]));
}
