#!/usr/bin/env node
// Written so that an old Node can parse it, because an old Node may run it. The program needs Node 24.15 for node:sqlite and
// type stripping. Where the machine's Node is older, the package's private one takes over.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

// Everybody on the machine sees the arguments of a process, and those of these options hold a secret.
const holdsSecret = /^--(?:api-token|app-private-key|database-url|github-token|token)(?:=|$)/;
if (process.argv.some((word) => holdsSecret.test(word))) process.title = 'compliance-evidence';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major > 24 || (major === 24 && minor >= 15)) {
  import('./main.ts').then(
    ({ main }) => main(process.argv),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exitCode = 70;
    },
  );
} else {
  const node = privateNode();
  if (node === '') {
    process.stderr.write(
      `compliance-evidence needs Node.js 24.15 or newer, and this is ${process.versions.node}.\n` +
        `Get it from https://nodejs.org/en/download, or by a version manager: nvm install 24\n`,
    );
    process.exitCode = 64;
  } else {
    runWith(node);
  }
}

/** The Node of a clone's lockfile; `''` where it has none for this machine. */
function privateNode(): string {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  try {
    const manifest = createRequire(import.meta.url).resolve(`node-${system}-${process.arch}/package.json`);
    return join(dirname(manifest), 'bin', system === 'win' ? 'node.exe' : 'node');
  } catch {
    return '';
  }
}

/** With the same streams, signals and exit code. The open channel tells the child when its parent is gone. */
function runWith(node: string): void {
  const child = spawn(node, process.argv.slice(1), { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  const signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  signals.forEach((signal) => process.on(signal, () => child.kill(signal)));
  child.on('error', (error) => {
    process.stderr.write(`${node} could not be started: ${error.message}\n`);
    process.exitCode = 70;
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code === null ? 70 : code);
    signals.forEach((name) => process.removeAllListeners(name));
    process.kill(process.pid, signal);
  });
}
