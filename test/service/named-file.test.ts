import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { readNamed } from '../../src/service/named-file.ts';
import { folder } from './support.ts';

const source = JSON.stringify(new URL('../../src/service/named-file.ts', import.meta.url).href);

async function pipe(): Promise<string> {
  const path = join(await folder(), 'pipe');
  execFileSync('mkfifo', [path]);
  return path;
}

/** A program of the shell, which is ended with the test. */
function shell(script: string, ...words: readonly string[]) {
  const child = spawn('bash', ['-c', script, 'bash', ...words], { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  onTestFinished(() => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  });
  return child;
}

test('a file is read whole, and one that is too large is not', async () => {
  const at = join(await folder(), 'file');
  await writeFile(at, 'x'.repeat(1024 * 1024));
  expect((await readNamed('--file', at)).toString()).toBe('x'.repeat(1024 * 1024));
  await writeFile(at, 'x'.repeat(1024 * 1024 + 1));
  await expect(readNamed('--file', at)).rejects.toThrow('--file names more than 1 MiB: ');
});

test.runIf(process.platform !== 'win32')(
  'what would be read for ever is refused by its name: a directory, a device, a pipe without a writer',
  async () => {
    const [directory, lonely] = [await folder(), await pipe()];
    const complaints = [directory, '/dev/zero', lonely, join(directory, 'none')].map((path) =>
      readNamed('--file', path).catch((error: unknown) => `${Object(error).name}: ${Object(error).message} ${Object(error).fix}`),
    );
    const fix = 'Name a file, or a pipe that a program writes to.';
    expect(await Promise.all(complaints)).toEqual([
      `UsageError: --file names a directory or a device: ${directory} ${fix}`,
      `UsageError: --file names a directory or a device: /dev/zero ${fix}`,
      `UsageError: --file names a pipe that nobody writes to: ${lonely} ${fix}`,
      `UsageError: --file names a file that is not there: ${join(directory, 'none')} Look at the spelling of its name.`,
    ]);
  },
);

test.runIf(process.platform !== 'win32')('a pipe is read to its end, also where its writer comes late and pauses', async () => {
  const path = await pipe();
  shell('sleep 0.5; { printf a; sleep 0.3; head -c 200000 /dev/zero | tr "\\0" b; sleep 0.3; printf c; } > "$1"', path);
  expect((await readNamed('--file', path)).toString()).toBe(`a${'b'.repeat(200_000)}c`);
});

test.runIf(process.platform !== 'win32')('what a shell substitutes for a program is read', async () => {
  const script = `import { readNamed } from ${source}; process.stdout.write(await readNamed('--file', process.argv[1] ?? ''));`;
  const { stdout } = await promisify(execFile)('bash', [
    '-c',
    '"$1" --input-type=module-typescript -e "$2" <(sleep 0.3; printf secret)',
    'bash',
    process.execPath,
    script,
  ]);
  expect(stdout).toBe('secret');
});

test.runIf(process.platform !== 'win32')('a process that waits for a pipe can be ended', async () => {
  const path = await pipe();
  const script = `import { readNamed } from ${source}; setTimeout(() => process.exit(3), 300); console.log('waits'); await readNamed('--file', process.argv[1] ?? '');`;
  shell('sleep 60 > "$1"', path);
  const child = shell('exec "$1" --input-type=module-typescript -e "$2" "$3"', process.execPath, script, path);
  expect(await once(child, 'exit')).toEqual([3, null]);
});
